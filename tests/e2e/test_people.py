"""What people have beside a table: finished games, accounts, peace."""

from tests.e2e.stage import Make


def test_a_finished_game_is_looked_at_again_and_analysed(make_stage: Make) -> None:
    make_stage("--analysis", "quick").play("review")


def test_an_account_keeps_games_and_is_opened_again_and_deleted(make_stage: Make) -> None:
    make_stage("--analysis", "off").play("account")


def test_somebody_is_reported_and_blocked_and_banned(make_stage: Make) -> None:
    make_stage("--analysis", "off").play("peace")


def test_whoever_runs_the_server_closes_a_table(make_stage: Make) -> None:
    make_stage().play("closed")


def test_where_nothing_is_analysed_a_review_says_so(make_stage: Make) -> None:
    make_stage("--analysis", "off").play("review", analysis="off")


def test_a_teacher_leads_a_lesson_of_five(make_stage: Make) -> None:
    make_stage().play("lesson")
