"""What a teacher sees of a table: made of what a spectator sees, and of nothing else."""

from sarja.table.lesson_messages import LessonTable
from sarja.table.messages import table_view
from sarja.table.moment import Moment
from sarja.table.table import Table


def lesson_table(number: int, table: Table, moment: Moment) -> LessonTable:
    """The table in small."""
    view = table_view(table, None, moment)
    game = view.game
    score = [0] * view.teams
    for sequence in game.sequences if game else ():
        score[int(sequence["team"]) - 1] += 1
    return LessonTable(
        number=number,
        table=view.table,
        code=view.code,
        stage=view.stage,
        paused=view.paused,
        seats=view.seats,
        turn=game.turn if game else None,
        moves=len(game.log) if game else 0,
        board=game.board if game else [],
        locked=game.locked if game else [],
        score=score,
        target=game.target if game else 0,
        outcome=game.outcome if game else None,
    )
