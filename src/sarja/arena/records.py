"""The record of a game in an arena: deck and reshuffles follow from the contest."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from sarja.arena.contest import Contest
from sarja.arena.errors import ArenaError
from sarja.arena.games import Result
from sarja.arena.schedule import Fixture
from sarja.rules.events import Reshuffled
from sarja.rules.notation import parse_move
from sarja.rules.play import deal, play
from sarja.rules.record import Record, format_record
from sarja.variants import builtin_variant


def record_of(contest: Contest, fixture: Fixture, result: Result) -> Record:
    """The record of the game; one that a fault or the limit ended is unfinished, and says so."""
    game = contest.game
    deck, chance = contest.deck(fixture), contest.chance(fixture)
    reshuffles: list[tuple[str, ...]] = []
    state, _ = deal(game, deck)
    for text in result.moves:
        move, seat = parse_move(text, game.variant.board)
        state, events = play(state, move, chance, seat)
        reshuffles += [event.deck for event in events if isinstance(event, Reshuffled)]
    about: dict[str, Any] = {
        "players": [contest.entrants[bot].name for bot in fixture.line_up],
        "id": f"arena-{contest.seed}-{fixture.number}",
    }
    if result.fault is not None:
        about["note"] = f"fault {result.fault.code}, seat {result.faulty}"
    elif result.ending == "limit":
        about["note"] = f"limit {contest.most_plies}"
    outcome = state.position.outcome
    return Record(
        game=game,
        deck=deck,
        moves=result.moves,
        reshuffles=tuple(reshuffles),
        variant_given=builtin_variant(game.variant.id) != game.variant,
        result_given=outcome is not None,
        result=outcome,
        about=about,
    )


class RecordFolder:
    """A folder with a record of each game; what is there already is never overwritten."""

    def __init__(self, folder: Path, contest: Contest) -> None:
        """Make the folder.

        Raises:
            ArenaError: `records-not-writable`.
        """
        self._folder, self._contest = folder, contest
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError):
            raise ArenaError("records-not-writable") from None

    def keep(self, fixture: Fixture, result: Result) -> None:
        """Write the record of the game, whole or not at all; one that is there must be the same.

        Raises:
            ArenaError: `records-not-writable`, `record-differs`.
        """
        path = self._folder / f"game-{fixture.number:06}.json"
        text = format_record(record_of(self._contest, fixture, result)).encode()
        draft = path.with_suffix(".part")
        try:
            if path.exists():
                if path.read_bytes() != text:
                    raise ArenaError("record-differs", file=path.name)
                return
            draft.write_bytes(text)
            draft.replace(path)
        except OSError:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise ArenaError("records-not-writable") from None
