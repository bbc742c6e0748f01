"""Whole games looked at again: by games played on, and by the table."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from sarja.bots.advice import advise
from sarja.bots.analysis import THRESHOLDS, analyse, verdict_on
from sarja.bots.judging import SearchJudge, judge_of, standard_errors
from sarja.rules.chance import seeded_chance, seeded_deck
from sarja.rules.model import Game
from sarja.rules.moves import Exchange
from sarja.rules.notation import format_move, parse_move
from sarja.rules.play import deal, late_moves, legal_moves, play
from sarja.rules.record import Record, Step, record_from_data, replay
from sarja.variants import builtin_names, builtin_variant
from tests.boards import set_up, variant_named
from tests.bots.quick import quick_bot
from tests.bots.test_advice import FOUR, ORDINARY, RIVAL, laid, places

DATA = Path(__file__).parents[2] / "data/records"


def beginning(name: str, moves: int) -> tuple[Record, list[Step]]:
    """The first moves of an example."""
    data = json.loads((DATA / f"{name}.json").read_text())
    data = {key: value for key, value in data.items() if key != "result"}
    record = record_from_data(data | {"moves": data["moves"][:moves]}, builtin_variant)
    return record, list(replay(record))


def whole_game(game: Game, seed: str = "analysis") -> tuple[Record, list[Step]]:
    """A game between casual bots."""
    deck = seeded_deck(game.variant, seed)
    chance, moves, reshuffles = seeded_chance(seed), [], []

    def noted(number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        reshuffles.append(chance(number, cards))
        return reshuffles[-1]

    state, _ = deal(game, deck)
    random = Random(seed)
    while (seat := state.position.to_act) is not None:
        late = [m for m in late_moves(state.position) if random.random() < 0.5]
        move = late[0] if late else quick_bot("casual").choose(state.view(seat), random)
        state, _ = play(state, move, noted)
        moves.append(format_move(move, game.variant.board))
    record = Record(game, deck, tuple(moves), tuple(reshuffles))
    return record, list(replay(record))


def test_each_move_has_its_chances_its_betters_and_what_they_are_worth() -> None:
    record, steps = beginning("classic-2-choice", 12)
    found = analyse(record, steps, simulations=120)
    assert found == analyse(record, steps, simulations=120)
    assert [judged.number for judged in found.moves] == list(range(1, 13))
    for judged, step in zip(found.moves, steps, strict=False):
        view = step.state.view(judged.seat)
        assert judged.seat == step.state.position.to_act
        assert judged.choices == len(legal_moves(view.position, view.hand))
        assert 0 <= judged.after <= judged.before <= 1
        assert judged.best[0].chance == judged.before
        assert judged.verdict == verdict_on(judged.loss, judged.error)
        assert [one.chance for one in judged.best] == sorted(
            (one.chance for one in judged.best), reverse=True
        )
        if judged.loss == 0:
            assert judged.error == 0
    assert analyse(record, steps[:4], simulations=120, seed=2).moves != found.moves[:3]
    assert found.outcome is None
    assert found.next_seat == 2
    assert found.next_best


def test_a_win_that_was_overlooked_counts_and_one_that_was_seen_is_sure() -> None:
    # In worlds that go with what the rival played less was lost than by the table alone.
    record, steps = beginning("classic-2-choice", 71)
    for simulations, verdict in ((4000, "mistake"), (0, "blunder")):
        last = analyse(record, steps[67:], simulations).moves
        overlooked, won = last[1], last[-1]
        assert overlooked.text == "7C@a3"
        assert (overlooked.before, overlooked.verdict) == (1.0, verdict)
        assert format_move(overlooked.best[0].move, record.game.variant.board) == "9H@e7"
        assert [reason.code for reason in overlooked.reasons] == ["wins"]
        assert (won.before, won.after, won.verdict) == (1.0, 1.0, None)


def test_the_move_that_was_made_is_always_judged_and_others_in_the_same_worlds() -> None:
    record, steps = beginning("classic-2-choice", 12)
    view = steps[12].state.view(2)
    judge = SearchJudge(record.game, 200)
    worst = legal_moves(view.position, view.hand)[-1]
    for move in legal_moves(view.position, view.hand)[::9]:
        valued = judge(view, 7, move)
        assert move in [one.move for one in valued]
        assert len({one.games for one in valued}) == 1
    assert judge(view, 7, worst) == judge(view, 7, worst)


def test_an_exchange_is_compared_with_plays() -> None:
    state = set_up("", ["2S KD 4C 5H", RIVAL])
    dead = laid(state, *places(state, "2S"))
    valued = judge_of(dead.position.game, 400)(dead.view(1), 1, Exchange("2S"))
    exchange = next(one for one in valued if one.move == Exchange("2S"))
    assert exchange.games > 0
    assert 0.2 < exchange.chance < 0.8


def test_advice_by_games_played_on_sees_what_the_table_sees() -> None:
    state = set_up(FOUR, [f"{ORDINARY} AH", RIVAL], target=1)
    best = advise(state.view(1), simulations=100)[0]
    assert format_move(best.move, state.position.game.variant.board) == "AH@g5"
    assert best.chance == 1.0


@pytest.mark.parametrize("name", builtin_names())
def test_every_game_can_be_analysed_with_draws_by_hand_and_table_talk(name: str) -> None:
    variant = variant_named(name)
    for setup in (variant.setups[0], variant.setups[-1]):
        game = Game(variant, setup, 1, "manual", "penalty" if setup.seats > setup.teams else "off")
        record, steps = whole_game(game)
        last = max(len(steps) - 25, 0)
        found = analyse(record, steps[last:], simulations=20)
        judged = {one.number for one in found.moves}
        for number, step in enumerate(steps[last + 1 :], 1):
            move, _ = parse_move(step.text or "", variant.board)
            late = type(move).__name__ in ("Draw", "TableTalk")
            assert (number not in judged) == late
        assert found.outcome == steps[-1].state.position.outcome


def test_the_luck_of_a_deal_adds_up_to_nothing_on_average() -> None:
    variant = variant_named("numbers-small")
    game = Game(variant, variant.setups[0], 2)
    total, jacks = 0.0, 0.0
    for seed in range(8):
        record, steps = whole_game(game, seed=str(seed))
        found = analyse(record, steps[:4], simulations=0)
        total += sum(luck.deal + luck.draws for luck in found.luck)
        jacks += sum(luck.jacks - luck.jacks_expected for luck in found.luck)
    assert abs(total) / 16 < 0.05
    assert abs(jacks) / 16 < 0.5


def test_a_jack_is_luck_and_more_jacks_than_expected_are_counted() -> None:
    record, steps = beginning("classic-2-choice", 12)
    found = analyse(record, steps, simulations=0)
    jacks = [draw for draw in found.draws if draw.card.startswith("J")]
    assert len(jacks) == sum(luck.jacks for luck in found.luck)
    assert jacks
    assert sum(draw.change for draw in jacks) > 0
    assert [luck.cards for luck in found.luck] == [13, 13]
    for luck in found.luck:
        assert luck.jacks_expected == pytest.approx(luck.cards * 8 / 104)


def test_verdicts_have_thresholds_and_ask_to_be_sure() -> None:
    assert [verdict_on(loss) for loss in (0.04, 0.05, 0.1, 0.3)] == [
        None,
        "inaccuracy",
        "mistake",
        "blunder",
    ]
    assert verdict_on(0.3, error=0.2) is None
    assert [least for least, _ in THRESHOLDS] == [0.2, 0.1, 0.05]


def test_what_is_analysed_may_have_no_move_at_all() -> None:
    record, steps = beginning("classic-2-choice", 0)
    found = analyse(record, steps, simulations=10)
    assert (found.plies, found.moves, found.next_seat) == (0, (), 2)


def test_the_error_of_worlds_that_are_alike_is_not_too_small() -> None:
    # Each is said twenty times over: as if there were a twentieth of the worlds.
    once = np.random.default_rng(1).normal(size=(200, 60))
    errors, alike = (standard_errors(np.repeat(once, times, axis=0)) for times in (1, 20))
    assert errors.mean() == pytest.approx(1 / 200**0.5, rel=0.1)
    assert alike == pytest.approx(errors)
    assert standard_errors(once[:7]) == pytest.approx(once[:7].std(axis=0, ddof=1) / 7**0.5)
    # One world tells nothing of others, but a move is as good as itself.
    assert standard_errors(np.array([[0.0, 0.9, -0.1]])).tolist() == [0.0, 0.5, 0.5]
