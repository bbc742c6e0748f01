"""What lies around the board: teams, seats, piles and the deck, and the hand of who looks."""

from collections.abc import Iterable

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from sarja.rules.model import Position, State, View
from sarja.rules.play import is_dead
from sarja.tui.board import PAPER, Marks, ink_of
from sarja.tui.words import Words

BOLD = Style(bold=True)
FAINT = Style(dim=True)
NARROWEST = 30
"""Cells that the table needs beside the board."""
GAP = 3
"""Cells between the board and what stands beside it."""


def draw_beside(words: Words, position: Position, legend: list[Text], width: int) -> list[Text]:
    """The table in a column of that width: a line for each team and seat."""
    game = words.game
    lines = [_team(words, position, team) for team in range(1, game.teams + 1)]
    lines += [Text(words.text("tui-deck", count=position.deck_size)), Text()]
    cards, top = words.text("tui-heading-cards"), words.text("tui-heading-top")
    width_of_top = max(cell_len(top), *(cell_len(_top(words, position, s)) for s in _seats(words)))
    lead = cell_len(_seat(words, position, 1, 0).plain)
    longest = max(cell_len(words.name(seat)) for seat in _seats(words))
    room = min(longest, width - lead - cell_len(cards) - 2 - width_of_top)
    lines.append(Text(" " * (lead + room) + cards + "  " + top, style=FAINT))
    for seat in _seats(words):
        line = _seat(words, position, seat, room)
        line.append(str(position.hand_sizes[seat - 1]).rjust(cell_len(cards)) + "  ")
        line.append(_top(words, position, seat))
        lines.append(line)
    return [*lines, *_owed(words, position, width), Text(), *legend]


def draw_below(words: Words, position: Position, legend: list[Text], width: int) -> list[Text]:
    """The table in as few lines of that width as it needs."""
    game = words.game
    facts = [_team(words, position, team) for team in range(1, game.teams + 1)]
    facts.append(Text(words.text("tui-deck", count=position.deck_size)))
    lines = flow(facts, width)
    # Seats in columns, so that the eye can run down them.
    room = max(cell_len(words.name(seat)) for seat in _seats(words))
    room = max(4, min(room, width - 24))
    cells = []
    for seat in _seats(words):
        line = _seat(words, position, seat, room)
        count = position.hand_sizes[seat - 1]
        line.append(words.text("tui-seat-cards", count=count, top=_top(words, position, seat)))
        cells.append(line)
    lines += flow(cells, width, even=True)
    return [*lines, *_owed(words, position, width), *flow(legend, width)]


def draw_legend(words: Words, position: Position, marks: Marks, *, narrow: bool) -> list[Text]:
    """What the marks on the board mean, as far as there are any."""
    glyphs, lines = words.glyphs, []
    if marks.targets:
        lines.append(words.text("tui-legend-target-narrow" if narrow else "tui-legend-target"))
    if marks.new:
        key = "tui-legend-new-narrow" if narrow else "tui-legend-new"
        lines.append(words.text(key, sign=glyphs.new))
    if position.locked and narrow:
        signs = " ".join(glyphs.locked[: words.game.teams])
        lines.append(words.text("tui-legend-locked-narrow", locked=signs))
    elif position.locked:
        lines.append(words.text("tui-legend-locked"))
    return [Text(line, style=FAINT) for line in lines]


def beside(board: Text, lines: list[Text]) -> Text:
    """The lines set to the right of the board."""
    rows = list(board.split("\n", allow_blank=True))
    width = max(row.cell_len for row in rows) + GAP
    joined = []
    for at in range(max(len(rows), len(lines))):
        row = rows[at].copy() if at < len(rows) else Text()
        if at < len(lines) and lines[at].plain:
            row.append(" " * (width - row.cell_len))
            row.append_text(lines[at])
        joined.append(row)
    return Text("\n").join(joined)


def flow(items: Iterable[Text], width: int, *, even: bool = False) -> list[Text]:
    """The items one after the other in lines of that width; `even` lines them up in columns."""
    items = list(items)
    pitch = max((item.cell_len for item in items), default=0) if even else 0
    lines: list[Text] = []
    for item in items:
        taken = lines[-1].cell_len if lines else 0
        if lines and taken + 3 + max(item.cell_len, pitch) <= width:
            lines[-1].append("   ")
        else:
            lines.append(Text())
        lines[-1].append_text(item)
        lines[-1].append(" " * (pitch - item.cell_len))
    if even:
        for line in lines:
            line.rstrip()
    return lines


def two_columns(lines: Iterable[str], width: int) -> list[Text]:
    """The lines, of which some have two parts with a bar between, the right parts lined up."""
    parts = [[part.strip() for part in line.split(" | ", 1)] for line in lines]
    lead = max((cell_len(part[0]) for part in parts if len(part) == 2), default=0) + 4
    shown: list[Text] = []
    for part in parts:
        text, indent = (part[1], lead) if len(part) == 2 else (part[0], 0)
        for at, row in enumerate(wrap(text, width - indent)):
            line = Text()
            if indent:
                line.append("  " + ("" if at else part[0]), style=BOLD)
            shown.append(line.append(" " * (indent - line.cell_len)).append(row))
    return shown


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of so many cells, broken between words."""
    lines: list[str] = []
    for word in text.split():
        if lines and cell_len(lines[-1]) + 1 + cell_len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


# The hand


def draw_hand(words: Words, view: View, width: int, *, show_dead: bool) -> list[Text]:
    """The viewer's hand with a number for each card, and what its special cards do."""
    if not view.hand:
        return [Text(words.text("tui-hand-empty"))]
    items = [Text(words.text("tui-hand"), style=BOLD)]
    items += [_card(words, view, number, show_dead) for number in range(1, len(view.hand) + 1)]
    return [*flow(items, width), *explain_cards(words, view)]


def explain_cards(words: Words, view: View) -> list[Text]:
    """What each wild and each removing card of the hand does."""
    cards = words.game.variant.cards
    lines = []
    for effect, key in (("wild", "tui-card-wild"), ("remove", "tui-card-remove")):
        held = [code for code in dict.fromkeys(view.hand) if cards[code].effect == effect]
        if held:
            lines.append(Text(words.text(key, cards=", ".join(map(words.card, held)))))
    return lines


def _card(words: Words, view: View, number: int, show_dead: bool) -> Text:
    code = view.hand[number - 1]
    variant = words.game.variant
    item = Text().append(f"{number})", style=FAINT)
    dead = show_dead and is_dead(view.position, code)
    style = Style(color=ink_of(variant, code), bgcolor=PAPER, bold=not dead, strike=dead)
    item.append(f" {words.card(code)} ", style=style)
    if dead:
        item.append(" " + words.text("tui-dead"))
    return item


# The piles


def draw_piles(words: Words, position: Position) -> list[Text]:
    """Every seat's whole discard pile, the top card last (R8)."""
    lines = []
    for seat in _seats(words):
        pile = position.discards[seat - 1]
        cards = " ".join(map(words.card, pile)) or words.text("tui-pile-empty")
        line = _seat(words, position, seat, cell_len(words.name(seat)))
        lines.append(line.append(cards))
    return lines


def draw_hands(words: Words, state: State) -> list[Text]:
    """Every seat's hand, for those who may see them all."""
    lines = [Text(words.text("tui-hands"), style=BOLD)]
    room = max(cell_len(words.name(seat)) for seat in _seats(words))
    for seat in _seats(words):
        cards = " ".join(map(words.card, state.hand(seat))) or words.text("tui-pile-empty")
        lines.append(_seat(words, state.position, seat, room).append(cards))
    return lines


def _seats(words: Words) -> range:
    return range(1, words.game.seats + 1)


def _team(words: Words, position: Position, team: int) -> Text:
    needed = words.game.setup.sequences
    count = position.count_sequences(team)
    line = words.chip_text(team).append(" ")
    return line.append(words.text("tui-team-score", team=team, count=count, needed=needed))


def _seat(words: Words, position: Position, seat: int, room: int) -> Text:
    """The seat's sign of turn, number, chip and name."""
    team = words.game.team_of(seat)
    turn = position.to_act == seat
    line = Text().append(words.glyphs.turn if turn else " ", style=BOLD)
    line.append(str(seat).rjust(2 if words.game.seats > 9 else 1) + " ")
    line.append_text(words.chip_text(team)).append(" ")
    name = words.glyphs.cut(words.name(seat), room)
    line.append(name + " " * (room - cell_len(name) + 1), style=BOLD if turn else Style())
    return line


def _top(words: Words, position: Position, seat: int) -> str:
    """The seat's top discard."""
    pile = position.discards[seat - 1]
    return words.card(pile[-1]) if pile else "-"


def _owed(words: Words, position: Position, width: int) -> list[Text]:
    """Who may still draw (R14)."""
    if not position.owed:
        return []
    names = words.listed([words.name(seat) for seat in position.owed])
    return [Text(line) for line in wrap(words.text("tui-owed", names=names), width)]
