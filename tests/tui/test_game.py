"""Whole games in the terminal, played by people who follow a script."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from sarja.i18n import catalogue
from sarja.rules.chance import seeded_deck
from sarja.rules.errors import IllegalMove
from sarja.rules.model import DrawMode, State
from sarja.rules.moves import Draw, Exchange, GiveUp, Lock, Pass, Place, Remove, TableTalk
from sarja.rules.notation import format_move, parse_move
from sarja.rules.play import legal_moves
from sarja.rules.record import (
    Record,
    format_record,
    parse_record,
    record_data,
    record_from_data,
    replay,
)
from sarja.rules.sequences import offered_lines
from sarja.tui.game import play_game, play_games
from sarja.tui.person import LISTED_AT_ONCE
from sarja.tui.settings import Settings
from sarja.variants import builtin_variant
from tests.tui.consoles import (
    RandomBot,
    Script,
    Typing,
    lines_of,
    plain_console,
    printed,
    settings_for,
)


def by_notation(state: State, text: str) -> Iterable[str]:
    """The move as it stands in the record; the draw only where it is a prompt of its own."""
    return [text]


def by_number(state: State, text: str) -> Iterator[str]:
    """Numbers wherever there are any."""
    position = state.position
    seat = position.to_act or 0
    move, _ = parse_move(text, position.game.variant.board)
    hand = state.hand(seat)
    match move:
        case Place() | Remove():
            plays = [
                m
                for m in legal_moves(position, hand)
                if isinstance(m, Place | Remove) and m.card == move.card
            ]
            yield str(hand.index(move.card) + 1)
            if len(plays) > LISTED_AT_ONCE:
                yield "list"
            yield str(plays.index(move) + 1)
        case Exchange():
            yield str(hand.index(move.card) + 1)
            yield "y"
        case GiveUp():
            yield str(hand.index(move.card) + 1)
        case Lock():
            firsts = [(line[0], line[-1]) for line in offered_lines(position)]
            yield str(firsts.index((move.first, move.last)) + 1)
        case Draw():
            yield "+"
        case Pass() | TableTalk():
            yield text


def by_card_and_space(state: State, text: str) -> Iterator[str]:
    """The number of a card, then the name of a space: how it goes where no spaces are shown."""
    position = state.position
    board = position.game.variant.board
    move, _ = parse_move(text, board)
    if isinstance(move, Place | Remove):
        yield str(state.hand(position.to_act or 0).index(move.card) + 1)
        yield board.names[move.space]
    elif isinstance(move, Exchange):
        yield str(state.hand(position.to_act or 0).index(move.card) + 1)
        yield "#"
    else:
        yield text


def played_by_bots(settings: Settings) -> Record:
    """The game that comes out when bots that play at random sit on every seat."""
    bots = tuple(replace(player, bot=RandomBot()) for player in settings.players)
    return play_game(
        replace(settings, players=bots), plain_console(), catalogue(), Script(plain_console(), ())
    )


def play_again(settings: Settings, typing: Typing) -> tuple[Record, Record, Script]:
    """The game of bots, the same game with its people's moves typed in, and what they saw."""
    expected = played_by_bots(settings)
    lines = lines_of(expected, settings.persons, typing)
    console = plain_console()
    script = Script(console, lines)
    record = play_game(settings, console, catalogue(), script)
    script.shown.append(script.news())
    return expected, record, script


@pytest.mark.parametrize("typing", [by_notation, by_number, by_card_and_space])
@pytest.mark.parametrize("seed", range(2))
def test_a_game_of_classic_is_played_to_its_end(seed: int, typing: Typing) -> None:
    settings = settings_for(seed=seed, help="none" if typing is by_card_and_space else "spaces")
    expected, record, script = play_again(settings, typing)
    assert record == expected
    assert record.result is not None
    assert script.shown[-1].rstrip().endswith("sequences.")


@pytest.mark.parametrize("seed", range(2))
def test_a_game_of_numbers_is_played_without_help(seed: int) -> None:
    settings = settings_for("numbers", 3, (2,), seed=seed)
    assert settings.help == "none"
    expected, record, script = play_again(settings, by_card_and_space)
    assert record == expected
    assert record.result is not None
    assert not any("( )" in shown for shown in script.shown)


@pytest.mark.parametrize("draw", ["auto", "manual"])
def test_a_game_of_three_teams_and_several_people_is_played_to_its_end(draw: DrawMode) -> None:
    settings = settings_for(seats=6, teams=3, persons=(1, 2, 5), seed=3, draw=draw)
    expected = played_by_bots(settings)
    console = plain_console()
    lines = iter(lines_of(expected, settings.persons, by_notation))
    # Whoever is handed the device presses Enter first.
    record = play_game(
        settings,
        console,
        catalogue(),
        lambda prompt: "" if "press Enter when" in prompt else next(lines),
    )
    assert record == expected


def test_the_same_seed_gives_the_same_game_and_another_gives_another() -> None:
    first, second = (played_by_bots(settings_for(seats=4, seed="a")) for _ in range(2))
    assert first == second
    assert first.deck != played_by_bots(settings_for(seats=4, seed="b")).deck
    secret, other = (played_by_bots(settings_for(seed=None)) for _ in range(2))
    assert secret.deck != other.deck


def test_a_record_replays_and_says_who_played() -> None:
    settings = settings_for(seats=3, persons=(), seed=2, date="2026-11-30T12:00:00+00:00")
    record = played_by_bots(settings)
    again = parse_record(format_record(record).encode(), builtin_variant)
    assert again == record
    assert list(replay(again))[-1].state.position.outcome == record.result
    data = record_data(record)
    assert data["players"] == ["Bot 1", "Bot 2", "Bot 3"]
    assert data["date"] == "2026-11-30T12:00:00+00:00"
    assert all(len(cards) == 3 for cards in data["cut"])
    assert "variant_data" not in data
    assert data["options"] == {"draw": "auto", "table_talk": "off", "help": "spaces"}


def test_a_variant_of_ones_own_goes_into_the_record_whole() -> None:
    settings = settings_for(persons=(), seed=2)
    variant = replace(settings.variant, id="mine")
    record = played_by_bots(replace(settings, variant=variant))
    data = record_data(record)
    assert data["variant"] == "mine"
    assert record_from_data(data, lambda name: None) == record


def test_reshuffles_are_recorded() -> None:
    for seed in range(40):
        record = played_by_bots(settings_for(seats=3, teams=3, persons=(), seed=seed))
        if record.reshuffles:
            list(replay(record))
            return
    pytest.fail("no game had a reshuffle")


def test_the_cut_is_told_and_its_lowest_card_deals() -> None:
    console = plain_console()
    record = play_game(settings_for(seats=4), console, catalogue(), Script(console, ()))
    assert "The cut for the deal" in printed(console)
    assert "has the lowest card and deals" in printed(console).replace("\n", " ")
    assert record.about["cut"]


def test_without_a_cut_the_dealer_is_drawn() -> None:
    console = plain_console()
    record = play_game(settings_for("numbers"), console, catalogue(), Script(console, ()))
    assert "is drawn as dealer" in printed(console)
    assert "cut" not in record.about


def test_a_rematch_passes_the_deal_to_the_left_and_takes_another_deck() -> None:
    settings = settings_for("numbers-small", seats=2, seed=1, help="spaces")
    first = played_by_bots(settings)
    lines = [*lines_of(first, (1,), by_notation), "perhaps", "y"]
    second_settings = replace(settings, seed="1/2", dealer=first.game.after(first.game.dealer))
    second = played_by_bots(second_settings)
    lines += [*lines_of(second, (1,), by_notation), "n"]
    console = plain_console()
    records = list(play_games(settings, console, catalogue(), Script(console, lines)))
    assert records == [first, second]
    assert "Please answer y or n." in printed(console)


def test_bots_are_watched_move_by_move_and_the_end_is_shown() -> None:
    settings = settings_for(persons=(), seed=4, step=True)
    console = plain_console()
    script = Script(console, ["", "?", "hand", "hint", "log", "piles", "board", "", "q", "y"])
    record = play_game(settings, console, catalogue(), script)
    assert len(record.moves) == 3
    assert not record.result_given
    text = printed(console)
    assert "the next move" in text
    assert "you watch" in text
    straight = plain_console()
    record = play_game(replace(settings, step=False), straight, catalogue(), Script(straight, ()))
    assert record.result_given
    assert printed(straight).count("plays") >= len(record.moves) - 2
    assert printed(straight).count(" a     b ") == 1


# Leaving


PROMPTS = {
    "press Enter when": "",
    "card or move": None,
    "on which space": "back",
    "takes which chip": "back",
    "+ draws": "+",
    "which card": "1",
    "which line": "1",
    "Leave the game": "n",
    "Exchange it": "n",
}
"""What a prompt is known by, and an answer to it."""


class Curious:
    """Plays random moves, and on the way comes to every prompt that there is."""

    def __init__(self, settings: Settings) -> None:
        self.lines: list[str] = []
        self.first_met: dict[str, int] = {}
        self._settings = settings
        self._detours = ["quit", "1", "2", "3", "!1"]

    def __call__(self, prompt: str) -> str:
        kind = next(kind for kind in PROMPTS if kind in prompt)
        if kind not in self.first_met:
            self.first_met[kind] = len(self.lines)
        line = PROMPTS[kind]
        if line is None:
            line = self._detours.pop(0) if self._detours else self._legal_move()
        self.lines.append(line)
        return line

    def _legal_move(self) -> str:
        """A legal move in the game as the answers so far have made it."""
        console = plain_console()
        record = play_game(self._settings, console, catalogue(), Script(console, self.lines))
        state = list(replay(record))[-1].state
        moves = legal_moves(state.position, state.hand(state.position.to_act or 0))
        return format_move(moves[0], record.game.variant.board)


def test_the_end_of_input_at_every_kind_of_prompt_leaves_with_the_record_so_far() -> None:
    settings = settings_for(seats=4, persons=(1, 3), seed=6, draw="manual", table_talk="penalty")
    console = plain_console()
    curious = Curious(settings)

    def ask(prompt: str) -> str:
        if len(curious.lines) == 20:
            raise EOFError
        return curious(prompt)

    play_game(settings, console, catalogue(), ask)
    met = curious.first_met
    assert len(met) >= 6, met
    for kind, index in met.items():
        console = plain_console()
        script = Script(console, curious.lines[:index])
        record = play_game(settings, console, catalogue(), script)
        assert kind in script.prompts[-1]
        assert not record.result_given
        assert len(list(replay(record))) == len(record.moves) + 1
        assert "You left the game" in printed(console)


def test_control_c_leaves_with_the_record_so_far() -> None:
    settings = settings_for(seed=1)
    expected = played_by_bots(settings)
    lines = lines_of(expected, (1,), by_notation)[:3]
    console = plain_console()
    script = Script(console, lines)

    def ask(prompt: str) -> str:
        try:
            return script(prompt)
        except EOFError:
            raise KeyboardInterrupt from None

    record = play_game(settings, console, catalogue(), ask)
    assert record.moves == expected.moves[: len(record.moves)]
    assert len(record.moves) >= 5
    assert "You left the game" in printed(console)


def test_quit_asks_and_no_stays() -> None:
    settings = settings_for(seed=1)
    console = plain_console()
    script = Script(console, ["quit", "n", "q", "what", "yes"])
    record = play_game(settings, console, catalogue(), script)
    assert len(script.prompts) == 5
    assert len(record.moves) <= 1


def test_the_seed_of_the_deck_is_that_of_the_rules() -> None:
    settings = settings_for(seed=12)
    assert played_by_bots(settings).deck == seeded_deck(settings.variant, 12)


def test_a_bot_that_cheats_is_refused() -> None:
    class Cheat:
        def choose(self, view: object, random: object) -> Place:
            return Place("JC", 0)

    settings = settings_for(persons=())
    players = tuple(replace(player, bot=Cheat()) for player in settings.players)
    console = plain_console()
    with pytest.raises(IllegalMove):
        play_game(replace(settings, players=players), console, catalogue(), Script(console, ()))
