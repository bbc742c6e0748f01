"""Whole arenas: the same from a seed, for any workers, and whenever they were stopped."""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sarja.arena.contest import Contest, make_contest
from sarja.arena.errors import FAULTS, ArenaError, BotFault
from sarja.arena.games import Played, Result
from sarja.arena.journal import Journal
from sarja.arena.records import RecordFolder, record_of
from sarja.arena.run import hold_arena, play_match, seating
from sarja.arena.schedule import Fixture, gauntlet, mixed, round_robin, unpaired
from sarja.arena.sequential import SequentialTest
from sarja.arena.tally import Tally
from sarja.arena.workers import Processes, Serial, make_workers
from sarja.bots.registry import UnknownBot
from sarja.i18n import catalogue
from sarja.rules.loader import variant_from_data
from sarja.rules.model import View
from sarja.rules.moves import Move
from sarja.rules.play import legal_moves
from sarja.rules.record import format_record, parse_record, replay
from sarja.tui.arena import fault_text
from sarja.variants import builtin_variant


class First:
    """Plays the first legal move."""

    name = "first"

    def choose(self, view: View, random: Random) -> Move:
        return legal_moves(view.position, view.hand)[0]


class Failing(First):
    """Fails on its second move."""

    name = "failing"

    def choose(self, view: View, random: Random) -> Move:
        if view.position.ply >= 2:
            raise ZeroDivisionError
        return super().choose(view, random)


class Cheating(First):
    """Plays a card that it may not have."""

    name = "cheating"

    def choose(self, view: View, random: Random) -> Move:
        variant = view.position.game.variant
        return next(move for card in variant.deck for _, move in variant.placings.get(card, ()))


class Dying(First):
    """Takes its whole process away."""

    name = "dying"

    def choose(self, view: View, random: Random) -> Move:
        os._exit(1)


def small(*bots: str, seats: int = 2, seed: int = 1) -> Contest:
    return make_contest(bots, seating("numbers-small", seats), round_robin, seed=seed)


def results_of(contest: Contest, games: int) -> list[tuple[Fixture, Result]]:
    seen: list[tuple[Fixture, Result]] = []

    def watch(fixture: Fixture, result: Result, tally: Tally) -> None:
        seen.append((fixture, result))

    hold_arena(contest, Serial(contest), games, watch=watch)
    return seen


# Pairs


def test_the_games_of_a_pair_have_the_same_deck_and_reshuffles() -> None:
    contest = small("random", "random")
    fixtures = list(contest.fixtures(6))
    decks = [contest.deck(fixture) for fixture in fixtures]
    assert decks[0] == decks[1] != decks[2] == decks[3] != decks[4]
    cards = decks[0][:20]
    made = [contest.chance(fixture)(2, cards) for fixture in fixtures]
    assert made[0] == made[1] != made[2]
    # In whatever order the cards lie, and whatever happened before.
    assert contest.chance(fixtures[0])(2, cards[::-1]) == made[0]


def test_every_match_plays_on_the_same_decks() -> None:
    contest = small("random", "random", "random")
    decks = {(f.match, f.bout): contest.deck(f) for f in contest.fixtures(4)}
    assert decks[0, 0] == decks[1, 0] == decks[2, 0] != decks[0, 1] == decks[2, 1]


def test_bots_without_chance_play_a_pair_as_mirror_images() -> None:
    found = play_match([First(), First()], variant="classic", games=20)
    assert found.pairs[0].points.wins == found.pairs[0].points.losses
    assert found.bots[1].name == "first 2"


def test_the_first_to_play_is_seat_1_and_the_bots_take_it_in_turn() -> None:
    seen = results_of(small("casual", "random"), 4)
    assert [fixture.line_up for fixture, _ in seen] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert all(result.moves for _, result in seen)


# The same again


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_all_but_the_clock_follows_from_the_seed(seats: int) -> None:
    found = [
        play_match(["casual", "random"], variant="numbers-small", seats=seats, games=4, seed=seed)
        for seed in (5, 5, 6)
    ]
    same, again, other = (json.dumps([f.data()["pairs"], f.data()["ratings"]]) for f in found)
    assert same == again
    results = [results_of(small("random", "random", seats=seats, seed=s), 4) for s in (5, 5, 6)]
    assert results[0] == results[1] != results[2]
    assert other


def kept(contest: Contest, path: Path, workers: int, games: int = 8) -> bytes:
    with Journal(path, contest) as journal:
        hold_arena(contest, make_workers(contest, workers), games, journal=journal)
    return path.read_bytes()


def test_one_worker_and_two_write_the_same_file(tmp_path: Path) -> None:
    contest = small("casual", "random", "random", seats=4)
    one, two = (kept(contest, tmp_path / str(n), n) for n in (1, 2))
    assert one == two
    assert one.count(b"\n") == 1 + 24


@pytest.mark.parametrize("cut", [0, 1, 30, 500, 900, -1, -200])
def test_an_arena_that_was_killed_goes_on_to_the_same_file(cut: int, tmp_path: Path) -> None:
    contest = small("casual", "random")
    whole = kept(contest, tmp_path / "whole", 1)
    path = tmp_path / "cut"
    path.write_bytes(whole[:cut])
    assert kept(contest, path, 1) == whole


def test_what_was_played_is_not_played_again_and_more_games_can_be(tmp_path: Path) -> None:
    contest = small("casual", "random")
    path = tmp_path / "file"
    kept(contest, path, 1, games=4)
    played: list[int] = []

    class Counting(Serial):
        def play(self, fixtures: Iterable[Fixture]) -> Iterator[Played]:
            for game in super().play(fixtures):
                played.append(game.result.number)
                yield game

    with Journal(path, contest) as journal:
        found = hold_arena(contest, Counting(contest), 10, journal=journal)
    assert played == [5, 6, 7, 8, 9, 10]
    assert found.games == 10
    fresh = hold_arena(contest, Serial(contest), 10)
    assert found.pairs == fresh.pairs
    assert [bot.rating for bot in found.bots] == [bot.rating for bot in fresh.bots]
    with Journal(path, contest) as journal:
        fewer = hold_arena(contest, Serial(contest), 4, journal=journal)
    assert fewer.games == 4
    assert fewer.bots[0].ms_per_move is None


def test_a_script_has_it_in_one_call(tmp_path: Path) -> None:
    bots = ["casual", "random", "random"]
    first, again = (
        play_match(bots, variant="numbers-small", games=4, schedule=gauntlet, out=tmp_path / "file")
        for _ in range(2)
    )
    assert [(pair.a, pair.b) for pair in first.pairs] == [
        ("casual", "random"),
        ("casual", "random 2"),
    ]
    assert again.pairs == first.pairs
    assert again.bots[0].ms_per_move is None


def test_a_journal_knows_names_that_programs_gave_themselves(tmp_path: Path) -> None:
    contest = small("casual", "random")
    kept(contest, tmp_path / "file", 1, games=2)
    renamed = tuple(replace(e, name=e.name.upper()) for e in contest.entrants)
    with Journal(tmp_path / "file", replace(contest, entrants=renamed)) as journal:
        assert [entrant.name for entrant in journal.contest.entrants] == ["casual", "random"]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"seed": 2}, "seed"),
        ({"most_plies": 5}, "most_plies"),
        ({"time_ms": 7}, "time_ms"),
        ({"game": seating("classic", 2)}, "variant"),
        ({"matches": unpaired(round_robin(2, seating("classic", 2).setup))}, "matches"),
    ],
)
def test_the_file_of_another_arena_is_refused_and_left_alone(
    change: dict[str, object], key: str, tmp_path: Path
) -> None:
    contest = small("casual", "random")
    before = kept(contest, tmp_path / "file", 1, games=2)
    with pytest.raises(ArenaError) as caught:
        Journal(tmp_path / "file", replace(contest, **change))  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.params) == ("journal-other", {"key": key})
    assert (tmp_path / "file").read_bytes() == before


def test_a_file_that_is_none_of_ours_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for text in (b"precious", b"precious\n", b"\xff\n", b"[]\n", b"{}\n", b'{"format":"x"}\n'):
        path.write_bytes(text)
        with pytest.raises(ArenaError, match="journal-other"):
            Journal(path, small("casual", "random"))
        assert path.read_bytes() == text
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_line_that_was_changed_is_told(tmp_path: Path) -> None:
    contest = small("casual", "random")
    whole = kept(contest, tmp_path / "file", 1)
    lines = whole.splitlines(keepends=True)
    for wrong in (b"\n", b"{}\n", b"nonsense\n", lines[1], lines[2].replace(b'"winner"', b'"w"')):
        (tmp_path / "file").write_bytes(b"".join([*lines[:2], wrong, *lines[3:]]))
        with pytest.raises(ArenaError) as caught:
            Journal(tmp_path / "file", contest)
        assert (caught.value.code, caught.value.params) == ("journal-damaged", {"line": 3})


FAULT = {"seat": 1, "code": "late", "params": {"ms": 5}}


@pytest.mark.parametrize(
    "change",
    [
        {"winner": 3},
        {"winner": 0},
        {"winner": True},
        {"winner": "1"},
        {"winner": None},
        {"ending": "limit"},
        {"ending": "fault"},
        {"moves": [1]},
        {"fault": FAULT},
        {"ending": "fault", "winner": 1, "fault": FAULT},
        {"ending": "fault", "winner": 2, "fault": FAULT | {"seat": 9}},
        {"ending": "fault", "winner": 2, "fault": FAULT | {"seat": "1"}},
        {"ending": "fault", "winner": 2, "fault": FAULT | {"code": "nonesuch"}},
        {"ending": "fault", "winner": 2, "fault": FAULT | {"params": {}}},
        {"ending": "fault", "winner": 2, "fault": FAULT | {"params": {"ms": [5]}}},
    ],
)
def test_a_game_that_can_be_none_of_the_arena_is_told(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    contest = small("casual", "random")
    first, second, third, *others = kept(contest, tmp_path / "file", 1).splitlines(keepends=True)
    game = json.loads(third) | change
    game["moves"] = game.pop("moves")
    wrong = json.dumps(game, separators=(",", ":")).encode() + b"\n"
    (tmp_path / "file").write_bytes(b"".join([first, second, wrong, *others]))
    with pytest.raises(ArenaError) as caught:
        Journal(tmp_path / "file", contest)
    assert (caught.value.code, caught.value.params) == ("journal-damaged", {"line": 3})


def test_faults_are_known_by_what_their_messages_need() -> None:
    texts = catalogue()
    for code, names in FAULTS.items():
        fault = BotFault(code, dict.fromkeys(names, 1))
        assert fault.is_known
        assert fault_text(fault, texts)
    with_more = BotFault("illegal", {"move": "x", "error": "nonesuch", "rule": "R8", "card": "2S"})
    assert with_more.is_known and "nonesuch" in fault_text(with_more, texts)


def test_two_arenas_do_not_write_to_one_file(tmp_path: Path) -> None:
    contest = small("casual", "random")
    with Journal(tmp_path / "file", contest), pytest.raises(ArenaError, match="journal-in-use"):
        Journal(tmp_path / "file", contest)
    Journal(tmp_path / "file", contest).close()
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_file_has_one_lock_by_whatever_link_it_is_named(tmp_path: Path) -> None:
    contest = small("casual", "random")
    kept(contest, tmp_path / "file", 1)
    (tmp_path / "link").symlink_to(tmp_path / "file")
    with Journal(tmp_path / "link", contest), pytest.raises(ArenaError, match="journal-in-use"):
        Journal(tmp_path / "file", contest)


@pytest.mark.parametrize("names", [["\ud800", "b"], ["\x1b[31mred", "b"], [1, 2], ["a", "a"]])
def test_names_that_no_arena_writes_are_told(names: list[object], tmp_path: Path) -> None:
    contest = small("casual", "random")
    head, *games = kept(contest, tmp_path / "file", 1).splitlines(keepends=True)
    wrong = json.dumps(json.loads(head) | {"names": names}, separators=(",", ":")).encode() + b"\n"
    (tmp_path / "file").write_bytes(b"".join([wrong, *games]))
    with pytest.raises(ArenaError) as caught:
        Journal(tmp_path / "file", contest)
    assert (caught.value.code, caught.value.params) == ("journal-other", {"key": "names"})


@pytest.mark.parametrize("place", ["none/file", "file/file", "x" * 300, ".", "/"])
def test_a_place_that_cannot_be_written_is_told(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match="journal-not-writable"):
        Journal(tmp_path / place, small("casual", "random"))


# Workers


def test_workers_that_finish_out_of_order_change_nothing(tmp_path: Path) -> None:
    class Backwards(Serial):
        def play(self, fixtures: Iterable[Fixture]) -> Iterator[Played]:
            coming = iter(fixtures)
            while games := [game for _, game in zip(range(3), super().play(coming), strict=False)]:
                yield from reversed(games)

    contest = small("casual", "random")
    with Journal(tmp_path / "file", contest) as journal:
        hold_arena(contest, Backwards(contest), 8, journal=journal)
    assert (tmp_path / "file").read_bytes() == kept(contest, tmp_path / "other", 1)


def test_a_worker_that_dies_twice_in_a_game_ends_the_arena_with_a_clear_word() -> None:
    contest = make_contest(["random", Dying()], seating("numbers-small", 2), round_robin)
    workers = Processes(contest, 2)
    with pytest.raises(ArenaError, match="worker-died"):
        hold_arena(contest, workers, 2)
    assert not workers._workers


def test_workers_are_gone_when_the_arena_is_stopped() -> None:
    contest = small("casual", "random")
    workers = Processes(contest, 2)

    def stop(fixture: Fixture, result: Result, tally: Tally) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hold_arena(contest, workers, 100, watch=stop)
    assert not workers._workers


# Faults and limits


@pytest.mark.parametrize(
    ("bot", "code"), [(Failing(), "failed"), (Cheating(), "illegal")], ids=["failing", "cheating"]
)
def test_a_bot_of_ours_that_fails_loses_its_game(bot: First, code: str) -> None:
    contest = make_contest([bot, "random"], seating("classic", 2), round_robin)
    faults = [(r.fault and r.fault.code, r.faulty) for _, r in results_of(contest, 4)]
    assert faults == [(code, 1), (code, 2)] * 2


def test_a_game_that_does_not_end_is_a_draw_and_told() -> None:
    contest = make_contest(["random", "random"], seating("classic", 2), round_robin, most_plies=10)
    found = hold_arena(contest, Serial(contest), 4)
    assert (found.cut_short, found.pairs[0].points.draws) == (4, 4)
    assert found.data()["cut_short"] == 4


def test_a_variant_that_never_ends_is_stopped() -> None:
    # Only jacks that take chips off, and nothing to take: everybody passes, or it goes on.
    endless = variant_from_data(
        {
            "id": "endless",
            "format": 1,
            "line_length": 3,
            "grid": [["A", "B", "A"], ["B", "A", "B"], ["B", "A", "B"]],
            "cards": {
                "A": {"count": 2},
                "B": {"count": 2},
                "X": {"effect": "remove", "count": 40},
            },
            "setups": [{"seats": 2, "teams": 2, "hand": 3, "sequences": 3}],
        }
    )
    game = seating(endless, 2)
    contest = make_contest(["random", "random"], game, round_robin, most_plies=300)
    seen = results_of(contest, 4)
    assert {result.ending for _, result in seen} <= {"limit", "blocked", "sequences"}
    assert all(len(result.moves) <= 300 for _, result in seen)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(UnknownBot):
        play_match(["casual", "nosuch"])
    with pytest.raises(ArenaError, match="seating-unknown"):
        play_match(["casual", "random"], seats=5)
    with pytest.raises(ArenaError, match="variant-unknown-here"):
        play_match(["casual", "random"], variant="nosuch")


# The sequential test


def test_the_test_stops_at_the_same_game_whoever_plays() -> None:
    test = SequentialTest(0, 200)
    contest = small("casual", "random")
    one, two = (
        hold_arena(contest, make_workers(contest, n), 1000, test=test).data() for n in (1, 2)
    )
    assert one["sprt"] == two["sprt"]
    assert one["games"] == two["games"] < 200
    assert one["sprt"]["accepted"] == "H1"
    assert sum(one["sprt"]["bouts"]) * 2 == one["games"]
    assert len(one["sprt"]["bouts"]) == 5


def test_with_three_teams_a_bout_has_six_games_and_thirteen_scores() -> None:
    contest = make_contest(["casual", "random"], seating("classic", 3), round_robin)
    found = hold_arena(contest, Serial(contest), 6, test=SequentialTest())
    assert found.test is not None
    assert len(found.test.counts) == 13
    assert sum(found.test.counts) == 1


# What comes out


def test_the_object_has_the_keys_of_the_contract() -> None:
    data = play_match(["casual", "random"], variant="numbers-small", games=4).data()
    assert list(data) == [
        *("variant", "seats", "teams", "games", "seed", "cut_short", "bots", "pairs", "ratings")
    ]
    assert [bot.keys() for bot in data["bots"]] == [{"name", "ms_per_move", "faults"}] * 2
    assert list(data["pairs"][0]) == [
        *("a", "b", "games", "wins", "draws", "losses", "score", "score_95", "elo", "elo_95")
    ]
    assert data["ratings"][0] == {"name": "casual", "elo": 0, "elo_95": [0, 0]}
    assert data["ratings"][1]["elo"] == -data["pairs"][0]["elo"]


def test_all_seatings_can_be_played() -> None:
    for name in ("classic", "numbers"):
        variant = builtin_variant(name)
        assert variant is not None
        for setup in variant.setups:
            bots = ["random"] * setup.teams
            found = play_match(bots, variant=name, seats=setup.seats, teams=setup.teams, games=1)
            assert found.games in (2, 3)


def test_a_mixed_line_up_is_scored_by_opponents() -> None:
    game = seating("numbers-small", 4)
    contest = make_contest(["casual", "random", "random"], game, lambda n, s: mixed([(0, 1, 2, 1)]))
    found = hold_arena(contest, Serial(contest), 8)
    assert [(pair.a, pair.b) for pair in found.pairs] == [
        ("casual", "random"),
        ("random", "random 2"),
    ]
    assert all(pair.points.games == 8 for pair in found.pairs)


# Records


def test_every_game_can_be_made_a_record_that_replays() -> None:
    contest = make_contest(["random", "random"], seating("classic", 3), round_robin)
    for fixture, result in results_of(contest, 12):
        record = record_of(contest, fixture, result)
        again = parse_record(format_record(record).encode(), builtin_variant)
        *_, last = replay(again)
        outcome = last.state.position.outcome
        assert outcome is not None
        assert outcome.winner == result.winner
        names = [contest.entrants[bot].name for bot in fixture.line_up]
        assert again.about["players"] == names


def test_records_have_their_reshuffles(tmp_path: Path) -> None:
    contest = make_contest(["random", "random"], seating("numbers-small", 6), round_robin)
    reshuffled = Counter(
        len(record_of(contest, fixture, result).reshuffles)
        for fixture, result in results_of(contest, 12)
    )
    assert set(reshuffled) - {0}


def test_the_record_of_a_game_with_a_fault_is_unfinished_and_says_why(tmp_path: Path) -> None:
    contest = make_contest([Failing(), "random"], seating("classic", 2), round_robin)
    folder = RecordFolder(tmp_path / "deep" / "records", contest)
    for fixture, result in results_of(contest, 2):
        folder.keep(fixture, result)
        folder.keep(fixture, result)
    files = sorted((tmp_path / "deep" / "records").iterdir())
    assert [file.name for file in files] == ["game-000001.json", "game-000002.json"]
    record = parse_record(files[0].read_bytes(), builtin_variant)
    assert not record.result_given
    assert record.about["note"] == "fault failed, seat 1"
    files[0].write_text("precious")
    fixture, result = results_of(contest, 2)[0]
    with pytest.raises(ArenaError, match="record-differs"):
        folder.keep(fixture, result)
    assert files[0].read_text() == "precious"
    with pytest.raises(ArenaError, match="records-not-writable"):
        RecordFolder(files[0], contest)
