"""A sequential test: play until it is clear enough which of two hypotheses holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final, Literal

from sarja.arena.elo import expected_score

UNSEEN: Final = 1e-3
"""What stands for 0 in the counts, so that nothing seen so far is called impossible."""

LEAST_BOUTS: Final = 40
"""Before so many there is no verdict: the ratio stands on the spread seen so far, and a dozen bouts
that happen to end alike would pass for certainty."""

HALVINGS: Final = 60
"""After so many the interval is narrower than a number can tell."""

Verdict = Literal["H0", "H1"]


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Whether the first bot is `elo1` stronger than the second (H1), or only `elo0` (H0).

    `alpha` is the chance to accept H1 where H0 holds, `beta` that to accept H0 where H1 holds.

    Source of the bounds: A. Wald, Sequential tests of statistical hypotheses (1945).
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def verdict(self, counts: Sequence[int]) -> Verdict | None:
        """What is accepted after those bouts, or None to go on; see `log_likelihood_ratio`."""
        if sum(counts) < LEAST_BOUTS:
            return None
        ratio = self.log_likelihood_ratio(counts)
        if ratio >= self.upper:
            return "H1"
        return "H0" if ratio <= self.lower else None

    def log_likelihood_ratio(self, counts: Sequence[int]) -> float:
        """How much likelier the bouts are under H1 than under H0, as a logarithm.

        `counts` says how many bouts had each possible score, from none to all points in equal
        steps: five for two games (the pentanomial). Each hypothesis fixes only the mean score;
        of all distributions with that mean the likeliest is taken.

        Source: M. Van den Bergh, The generalized sequential probability ratio test for
        multinomial distributions, notes for the Fishtest framework (2019).
        """
        if not sum(counts):
            return 0.0
        seen = [count or UNSEEN for count in counts]
        total = sum(seen)
        scores = [at / (len(counts) - 1) for at in range(len(counts))]
        share = [count / total for count in seen]
        means = expected_score(self.elo0), expected_score(self.elo1)
        under0, under1 = (likeliest(scores, share, mean) for mean in means)
        return sum(count * log(p1 / p0) for count, p0, p1 in zip(seen, under0, under1, strict=True))


def likeliest(scores: Sequence[float], share: Sequence[float], mean: float) -> list[float]:
    """The distribution with that mean under which the shares are likeliest.

    It is share / (1 + t·(score - mean)) for the one t at which the mean is right (Proposition 1.1
    of the source above); t is found by halving the interval in which all of it is positive.
    """
    low = -1 / (scores[-1] - mean)
    high = 1 / (mean - scores[0])
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        off = sum(
            p * (score - mean) / (1 + middle * (score - mean))
            for p, score in zip(share, scores, strict=True)
        )
        low, high = (middle, high) if off > 0 else (low, middle)
    t = (low + high) / 2
    return [p / (1 + t * (score - mean)) for p, score in zip(share, scores, strict=True)]
