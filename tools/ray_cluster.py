"""Hold the same arena by Ray on two nodes and by one worker, and compare every byte.

`make ray` runs this. Both nodes are on this machine. Without Ray it says so and does nothing. Exit
codes: 0 the files are the same, or there is no Ray; 1 they differ.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from sarja.arena.contest import Contest, introduced, make_contest
from sarja.arena.journal import Journal
from sarja.arena.ray_workers import RayWorkers
from sarja.arena.run import hold_arena, seating
from sarja.arena.schedule import round_robin
from sarja.arena.workers import Serial, Workers

ROOT = Path(__file__).resolve().parent.parent
GAMES = 24


def main() -> int:
    """Return 0 when the files are the same."""
    if importlib.util.find_spec("ray") is None:
        print("ray: SKIPPED, for Ray is not installed here: pip install 'sarja[ray]'")
        return 0
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray: Any = importlib.import_module("ray")
    cluster_utils: Any = importlib.import_module("ray.cluster_utils")
    program = f"cmd:{sys.executable} '{ROOT / 'examples' / 'bot.py'}'"
    bots = ["casual", "random", program]
    contest = introduced(make_contest(bots, seating("classic", 3), round_robin))
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        alive = [node for node in ray.nodes() if node["Alive"]]
        print(f"Ray {ray.__version__}: {len(alive)} nodes, {ray.cluster_resources()['CPU']:g} CPUs")
        workers = RayWorkers(contest)
        print(f"workers on nodes: {', '.join(nodes_of(ray, workers))}")
        by_ray = held(contest, workers, "ray")
        by_one = held(contest, Serial(contest), "one worker")
    finally:
        ray.shutdown()
        cluster.shutdown()
    print(f"the files are {'the same' if by_ray == by_one else 'DIFFERENT'}, {len(by_one)} bytes")
    return 0 if by_ray == by_one else 1


def nodes_of(ray: Any, workers: RayWorkers) -> list[str]:
    """The nodes on which the workers are, numbered as they come."""
    asked = [
        actor.__ray_call__.remote(lambda _: ray.get_runtime_context().get_node_id())
        for actor in workers.actors
    ]
    found = ray.get(asked)
    return [str(1 + list(dict.fromkeys(found)).index(node)) for node in found]


def held(contest: Contest, workers: Workers, name: str) -> bytes:
    """The file of the arena as these workers hold it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "arena.txt"
        start = perf_counter()
        with Journal(file, contest) as journal:
            found = hold_arena(contest, workers, GAMES, journal=journal)
        took = perf_counter() - start
        ratings = ", ".join(f"{bot.name} {bot.rating.elo:+.0f}" for bot in found.bots)
        print(f"{name}: {found.games} games in {took:.1f} s: {ratings}")
        return file.read_bytes()


if __name__ == "__main__":
    sys.exit(main())
