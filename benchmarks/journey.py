"""What one move costs the server that is played alone, from the command to its answer.

`python benchmarks/journey.py` plays games at one table of two in this process, with the store that
`sarja serve` has, on a disk, and nobody following. It prints the CPU time that a move takes until
it may be acknowledged, all threads together, how long that was, and how much of it the disk needed:
the same number of bytes is written and synced to a file beside it in the same run, in turns.
"""

import argparse
import asyncio
import os
import random
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from sarja.rules.notation import format_move
from sarja.rules.play import legal_moves
from sarja.server.app import Server
from sarja.server.room import Room
from sarja.server.sender import Sender
from sarja.server.sqlite_store import SqliteStore
from sarja.table.actions import Play, Settings, Sit, Start

PAGES = 4
"""So many pages of 4 KiB a commit adds to the log of the database, about."""


@dataclass(frozen=True, slots=True)
class Took:
    """Milliseconds of each move, and of a bare write in between."""

    cpu: list[float]
    wall: list[float]
    sync: list[float]


async def measure(folder: Path, moves: int) -> Took:
    """Play so many moves."""
    server = Server(SqliteStore(folder))
    took = Took([], [], [])
    chance = random.Random(1)
    beside = os.open(folder / "beside", os.O_CREAT | os.O_WRONLY)
    try:
        room, token = await opened(server)
        for number in range(moves):
            if room.table.to_act is None:
                room, token = await opened(server)
            state, seat = room.table.state, room.table.to_act
            assert state is not None and seat is not None
            moves_open = legal_moves(state.position, state.hand(seat))
            move = format_move(chance.choice(moves_open), state.position.game.variant.board)
            sender = (
                Sender.with_token(token, f"move-{number:016}")
                if seat == 1
                else Sender.for_bot(seat, room.table.version)
            )
            cpu, wall = time.process_time(), time.perf_counter()
            await server.rooms.act(room, sender, Play(move), room.table.version)
            took.wall.append((time.perf_counter() - wall) * 1000)
            took.cpu.append((time.process_time() - cpu) * 1000)
            wall = time.perf_counter()
            os.write(beside, bytes(PAGES * 4096))
            os.fdatasync(beside)
            took.sync.append((time.perf_counter() - wall) * 1000)
    finally:
        os.close(beside)
        await server.rooms.settle()
        await server.store.close()
    return took


async def opened(server: Server) -> tuple[Room, str]:
    """A table of a person and a bot with a game begun, and the person's token."""
    stranger = Sender.stranger(server.source.secret(), server.source.secret())
    room = await server.rooms.open(stranger, Settings(variant="classic", seats=2))
    done = await server.rooms.act(room, stranger, Sit("P"), room.table.version)
    assert done.token is not None
    person = Sender.with_token(done.token, server.source.secret())
    await server.rooms.act(room, person, Start(), room.table.version)
    return room, done.token


def report(took: Took) -> str:
    """The figures in words."""
    rows = (
        ("CPU a move until its answer", took.cpu),
        ("time a move until its answer", took.wall),
        (f"the disk alone, {PAGES} pages", took.sync),
    )
    lines = [
        f"{len(took.cpu)} moves, one table, SQLite with synchronous=FULL; half within, 99 % within"
    ]
    for name, figures in rows:
        cuts = statistics.quantiles(figures, n=100)
        lines.append(f"{name:<32}{cuts[49]:7.2f} ms {cuts[98]:8.2f} ms")
    return "\n".join(lines)


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=1000, help="so many are made")
    parser.add_argument("--folder", help="a folder on the disk to measure; a temporary one else")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        print(report(asyncio.run(measure(Path(folder), given.moves))))


if __name__ == "__main__":
    main()
