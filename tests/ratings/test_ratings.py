"""Ratings go up for who wins, by as much as it was a surprise, and tell of teams."""

from sarja.ratings.openskill_ratings import MIDDLE, Rating, rate


def test_who_wins_gains_what_the_other_loses() -> None:
    [[winner], [loser]] = rate([[Rating()], [Rating()]], 1)
    assert winner.shown - MIDDLE == MIDDLE - loser.shown > 50
    assert winner.sigma < Rating().sigma


def test_a_surprise_counts_more_and_a_draw_brings_two_together() -> None:
    strong, weak = Rating(30, 4), Rating(20, 4)
    [[expected], _] = rate([[strong], [weak]], 1)
    _, [surprise] = rate([[strong], [weak]], 2)
    assert surprise.mu - weak.mu > expected.mu - strong.mu > 0
    [[down], [up]] = rate([[strong], [weak]], None)
    assert down.mu < strong.mu and up.mu > weak.mu


def test_all_of_a_team_gain_and_with_three_teams_the_others_lose() -> None:
    one, two, three = rate([[Rating(), Rating()]] * 3, 2)
    assert all(r.shown > MIDDLE for r in two)
    assert all(r.shown < MIDDLE for r in (*one, *three))


def test_the_better_of_two_is_found() -> None:
    good, bad = Rating(), Rating()
    for number in range(60):
        [[good], [bad]] = rate([[good], [bad]], 1 if number % 4 else 2)
    assert good.shown > bad.shown + 100 and good.is_sure and not Rating().is_sure
