"""A variant as people look at it: its board, its cards, and who may play it."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sarja.i18n import Catalogue
from sarja.rules.model import Game, new_position
from sarja.rules.variant import Effect, Variant
from sarja.tui.board import draw_board, lay_out
from sarja.tui.glyphs import glyphs_of
from sarja.tui.screen import Screen


def draw_variant(variant: Variant, texts: Catalogue, console: Console | None = None) -> None:
    """Print the variant."""
    console = console or Screen()
    glyphs = glyphs_of(console)
    board = variant.board
    console.print(Text(glyphs.legible(variant.name(texts.language)), style="bold"))
    console.print(
        texts.text("tui-variant-size", rows=board.rows, columns=board.columns, id=variant.id)
    )
    console.print(texts.text("tui-variant-line", length=board.line_length))
    console.print()
    position = new_position(Game(variant, variant.setups[0], dealer=1))
    console.print(draw_board(position, glyphs, lay_out(variant, glyphs, console.width)))
    console.print()
    for effect in ("place", "wild", "remove"):
        count = sum(card.count for card in variant.cards.values() if card.effect == effect)
        if count:
            cards = _codes(variant, effect)
            shown = ", ".join(glyphs.legible(variant.card_text(code)) for code in cards)
            listed = "" if effect == "place" else f" {shown}"
            console.print(texts.text(f"tui-variant-{effect}", count=count) + listed)
    console.print(texts.text("tui-variant-exchanges", count=variant.exchanges_per_turn))
    console.print(texts.text("tui-variant-help", help=variant.help))
    console.print()
    console.print(_setups(variant, texts))


def _codes(variant: Variant, effect: Effect) -> list[str]:
    return [card.code for card in variant.cards.values() if card.effect == effect]


def _setups(variant: Variant, texts: Catalogue) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for column in ("seats", "teams", "hand", "sequences"):
        table.add_column(texts.text(f"tui-variant-{column}"), justify="right")
    for setup in variant.setups:
        numbers = (setup.seats, setup.teams, setup.hand, setup.sequences)
        table.add_row(*map(str, numbers))
    return table
