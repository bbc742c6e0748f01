"""Single turns of a person: what is refused, explained, and told."""

from dataclasses import replace

import pytest

from sarja.i18n import catalogue
from sarja.rules.chance import seeded_deck
from sarja.rules.record import Record
from sarja.tui.game import play_game
from sarja.tui.settings import Settings
from tests.tui.consoles import RandomBot, Script, is_golden, plain_console, printed, settings_for


def play_lines(
    settings: Settings, lines: list[str], width: int = 80, encoding: str = "utf-8"
) -> tuple[Record, Script]:
    """The game as far as the lines lead, and what was shown."""
    console = plain_console(width, encoding=encoding)
    script = Script(console, lines)
    record = play_game(settings, console, catalogue(), script)
    script.shown.append(script.news())
    return record, script


def stack(monkeypatch: pytest.MonkeyPatch, settings: Settings, *hands: str) -> None:
    """Deal these cards first, one hand a seat from seat 1 on; the last seat deals."""
    given = [hand.split() for hand in hands]
    top = [card for round_ in zip(*given, strict=True) for card in round_]
    rest = list(seeded_deck(settings.variant, 1))
    for card in top:
        rest.remove(card)
    # The card that is drawn first must not be one whose spaces the test fills.
    monkeypatch.setattr("sarja.tui.game.seeded_deck", lambda variant, seed: (*top, *rest))


TWO = settings_for(seed=1, dealer=2)
HAND = "7H TS JC JS 2S 3S 4S"
BOT_HAND = "8C 9C QC KC AC 6D 5D"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("8C@a4", "Not possible: the card 8♣ is not in the hand (R8)."),
        ("ZZ@a4", "Not possible: there is no card ZZ in this game (R8)."),
        ("7H@a4", "Not possible: the card 7♥ does not name the space a4 (R8)."),
        ("7H@z9", "Not possible: there is no card 7H@Z9 in this game (R8)."),
        ("7H@k9", "Not possible: there is no space k9 on this board (R8)."),
        ("JC@a1", "Not possible: a1 is a free corner: nobody puts a chip there (R9)."),
        ("JS@d6", "Not possible: the card J♠ takes a chip off and cannot put one down (R10)."),
        ("JSxd6", "Not possible: there is no chip on d6 (R10)."),
        ("7Hxd6", "Not possible: the card 7♥ does not take chips off (R10)."),
        ("JC#", "Not possible: the card J♣ is never dead and cannot be exchanged (R11)."),
        ("7H#", "Not possible: the card 7♥ is not dead: a space that it names is open (R12)."),
        ("+", "Not possible: at this table cards are drawn for the players (R13)."),
        ("-", "Not possible: the hand has a card to play, so there is no pass (R17)."),
        ("!1", "Not possible: at this table there is no penalty for table talk (R16)."),
        ("2:7H@d6", "Not possible: seat 2 is not to act now, but seat 1 (R5)."),
        ("=a1-e1", "Not possible: there is no line to choose now (R22)."),
        ("7H!", "Not possible: no card is to be given up now (R16)."),
        ("", "Type the number of a card, or a move; ? tells more."),
        ("8", "There is no card 8: the cards of your hand are numbered from 1 to 7."),
        ("d6", "d6 shows 7♥ and is open."),
        ("a1", "a1 is a free corner: it counts for every team."),
        ("4", "There is nothing that J♠ could do now; keep it for later (R11)."),
        ("hint", "A suggestion: "),
        ("piles", "no cards"),
    ],
)
def test_what_cannot_be_done_is_answered_with_the_reason_and_costs_nothing(
    line: str, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(seed=1, dealer=2, adviser=RandomBot())
    stack(monkeypatch, settings, HAND, BOT_HAND)
    record, script = play_lines(settings, [line])
    assert answer in script.shown[1]
    assert record.moves == ()
    assert script.prompts[1] == script.prompts[0]


def test_a_wrong_space_is_refused_and_may_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_for(seed=1, dealer=2, help="none")
    stack(monkeypatch, settings, HAND, BOT_HAND)
    lines = ["1", "e5", "a1", "frog", "9", "1", "k9", "?", "hand", "hint", "#", "", "1", "d6"]
    record, script = play_lines(settings, lines)
    assert record.moves[0] == "7H@d6"
    assert "does not name the space e5 (R8)" in script.shown[2]
    assert "free corner" in script.shown[3]
    assert "no card FROG" in script.shown[4]
    assert "Type a space" in script.shown[5]
    assert "Type a space" in script.shown[6]
    assert "no space k9" in script.shown[7]
    assert "You are playing 7♥" in script.shown[8]
    assert "no hints" in script.shown[10]
    assert "(R12)" in script.shown[11]
    assert "card or move" in script.prompts[12]


def test_without_help_nothing_tells_where_a_card_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_for(seed=1, dealer=2, help="none", adviser=RandomBot())
    stack(monkeypatch, settings, HAND, BOT_HAND)
    _, script = play_lines(settings, ["1", "?", "list", "hint", "back", "2", "?", "hint", "board"])
    shown = "".join(script.shown[1:])
    assert "( " not in shown
    assert "A suggestion" not in shown


def test_with_help_the_spaces_of_a_card_are_marked_and_numbered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, TWO, HAND, BOT_HAND)
    _, script = play_lines(TWO, ["1"])
    assert script.shown[1].count("( 7♥ )") == 2
    assert "1) i5 7♥   2) d6 7♥" in script.shown[1]
    assert "( ) this card may go there" in script.shown[1]
    record, script = play_lines(TWO, ["1", "3", "0", "2"])
    assert "There is no space 3" in script.shown[2]
    assert record.moves[0] == "7H@d6"


def test_a_wild_card_names_what_its_space_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, TWO, HAND, BOT_HAND)
    record, script = play_lines(TWO, ["3", "5", "list", "e5"])
    assert "It can go on 96 spaces" in script.shown[1]
    assert "list gives them all numbers" in script.shown[2]
    assert "96) i10 6♦" in script.shown[3]
    assert record.moves[0] == "JC@e5"
    assert "plays J♣, a wild card, on e5, which shows 5♥." in script.shown[4]


def test_a_chip_is_taken_off_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, TWO, HAND, BOT_HAND)
    record, script = play_lines(TWO, ["7H@d6", "3", "1"])
    (second,) = (text for text in record.moves[1:2])
    space = second.split("@")[1]
    assert f"1) {space} " in script.shown[2]
    assert record.moves[2] == f"JSx{space}"
    told = "Anna (seat 1) plays J♠ and takes the chip of team 2 (green ▲) off " + space
    assert told in " ".join(script.shown[3].split())
    assert "J♠ takes an opponent's chip off" in script.shown[2] or "J♠" in script.prompts[2]


def test_a_dead_card_is_marked_and_exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_for(seats=2, persons=(1, 2), seed=1, dealer=2)
    stack(monkeypatch, settings, "7H 7H JC JS 2S 3S 4S", "JD 9C QC KC AC 6D 5D")
    # Both spaces of the seven are taken, and Anna keeps the second seven.
    lines = ["", "7H@d6", "", "JD@i5", "", "hand", "1", "n", "1", "y"]
    record, script = play_lines(settings, lines)
    assert "1) 7♥  dead" in script.shown[5]
    assert "7♥ is dead: every space that it names is taken (R12)." in script.shown[7]
    assert record.moves == ("7H@d6", "JD@i5", "7H#")
    assert "exchanges the dead card 7♥" in script.shown[10]
    assert "dead" not in script.shown[10].split("Your hand")[1]


def test_a_line_is_chosen_by_number_or_notation(monkeypatch: pytest.MonkeyPatch) -> None:
    # Six in a row: b1 to d1 and f1 to g1, then e1 closes the gap; the corner makes it seven.
    settings = settings_for(seats=2, persons=(1, 2), seed=1, dealer=2)
    stack(monkeypatch, settings, "3S 4S 6S 7S 8S 5S 2D", "6C 7C 9C TC QC KC AC")
    plays = ["3S@c1", "6C@a2", "4S@d1", "7C@a3", "6S@f1", "9C@a5", "7S@g1", "TC@a6"]
    plays += ["8S@h1", "QC@a7", "5S@e1"]
    lines = [line for play in plays for line in ("", play)]
    record, script = play_lines(settings, [*lines, "?", "d6", "7", "7H@d6", "2S@b1", "2"])
    assert "1) c1 d1 e1 f1 g1" in script.shown[len(lines)]
    assert "2) d1 e1 f1 g1 h1" in script.shown[len(lines)]
    assert "which line counts?" in script.prompts[len(lines)]
    assert "There is no line 7: there are 2" in script.shown[len(lines) + 3]
    assert "(R22)" in script.shown[len(lines) + 4]
    assert record.moves[-1] == "=d1-h1"
    assert "A sequence for team 1 (blue ●): d1 e1 f1 g1 h1." in script.shown[-2]
    record, _ = play_lines(settings, [*lines, "=c1-g1"])
    assert record.moves[-1] == "=c1-g1"


def test_a_card_not_drawn_in_time_is_lost_and_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_for(seed=1, dealer=2, draw="manual")
    stack(monkeypatch, settings, HAND, BOT_HAND)
    record, script = play_lines(settings, ["7H@d6", "perhaps", "", "2S@b1", "+"])
    assert "(R14)" in script.shown[1]
    assert "Type + to draw" in script.shown[2]
    assert "Anna (seat 1) did not draw in time and has lost that card (R14)." in script.shown[3]
    assert record.moves[:1] == ("7H@d6",)
    assert record.moves[2] == "2:+"
    assert record.moves[4] == "1:+"
    assert "Anna (seat 1) draws " in script.shown[5]


def test_a_late_draw_may_be_taken_at_anothers_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_for(persons=(1, 2), seed=1, dealer=2, draw="manual")
    stack(monkeypatch, settings, HAND, BOT_HAND)
    record, script = play_lines(settings, ["", "7H@d6", "", "", "1:+", "log"])
    assert "May still draw a card: Anna" in script.shown[4]
    assert record.moves == ("7H@d6", "1:+")
    assert "Anna (seat 1) draws a card." in script.shown[6]


def test_table_talk_costs_every_player_of_the_team_a_card() -> None:
    settings = settings_for(seats=4, persons=(1, 3), seed=2, dealer=4, table_talk="penalty")
    record, script = play_lines(settings, ["", "!1", "?", "d6", "9", "", "1", "", "2", "", "!2"])
    assert "Table talk was ruled against your team" in script.shown[2]
    assert "costs every player of the team a card" in script.shown[3]
    texts = list(record.moves)
    assert texts[0] == "!1"
    assert texts[1].startswith("1:")
    assert texts[2].startswith("3:")
    assert texts[3] == "!2"
    assert texts[4].startswith("2:")
    assert texts[5].startswith("4:")


def test_help_at_every_prompt_gives_examples_from_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_for(seats=4, seed=1, dealer=4, draw="manual", table_talk="penalty")
    hands = ("7H TS JC JS 2S 3S", "8C 9C QC KC AC 6D", "2H 3H 4H 5H 6H 8H", "2C 3C 4C 5C 6C 7C")
    stack(monkeypatch, settings, *hands)
    _, script = play_lines(settings, ["?", "1", "?"])
    for piece in ("7H@i5", "7H#", "!2", "+ ", "R17", "log all", "quit"):
        assert piece in script.shown[1]
    assert "You are playing 7♥" in script.shown[3]


@pytest.mark.parametrize(
    ("name", "width", "encoding"),
    [
        ("classic", 80, "utf-8"),
        ("classic", 40, "utf-8"),
        ("classic", 80, "ascii"),
        ("classic", 40, "latin-1"),
        ("numbers", 80, "utf-8"),
        ("numbers", 40, "ascii"),
    ],
)
def test_an_opening_looks_as_in_the_golden_file(name: str, width: int, encoding: str) -> None:
    settings = settings_for(name, 2 if name == "classic" else 3, seed="golden")
    first = "1" if settings.help == "spaces" else "back"
    _, script = play_lines(settings, ["?", "1", first, "log", "piles"], width, encoding)
    session = "".join(
        shown + prompt + "\n" for shown, prompt in zip(script.shown, script.prompts, strict=False)
    )
    assert is_golden(f"opening-{name}-{width}-{encoding}", session)


def test_nothing_is_printed_that_the_encoding_lacks() -> None:
    """The console of this test raises on the first such sign."""
    settings = settings_for(seats=3, persons=(), seed=3, ascii_only=True)
    console = plain_console(encoding="ascii")
    play_game(settings, console, catalogue(), Script(console, ()))
    assert printed(console).isascii()


def test_names_can_neither_break_the_screen_nor_write_to_it() -> None:
    settings = settings_for(seats=2, seed=1)
    players = tuple(
        type(player)(name, player.bot)
        for player, name in zip(
            settings.players, ("\x1b[2J[red]x[/red]\r\nmad", "名" * 40), strict=True
        )
    )
    console = plain_console()
    play_game(replace(settings, players=players), console, catalogue(), Script(console, ["log"]))
    text = printed(console)
    assert "\x1b" not in text
    assert "[red]x[/red] mad" in text
    assert "名" * 11 + "…" in text
