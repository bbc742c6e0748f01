"""Chance without a state of its own: every number follows from a seed and its place (R15).

Counter-based, so that a row needs no generator in it, and so that equal seeds give equal shuffles
whatever was asked in between: paired deals stay paired.

Every number that comes out of here is below 2^63 and never negative. So 64 bits with a sign hold
it, the same with numba and without, and there is no unsigned number that numba could mix with
signed ones.
"""

from typing import Final

from sarja.kernel.jit import inlined, jitted, spliced
from sarja.kernel.slots import SEED, Row

SEED_BITS: Final = 60
"""A seed is below 2^60."""
_MASK: Final = 0xFFFF_FFFF
_GOLDEN: Final = 0x9E37_79B9
_SLOT_BITS: Final = 15
_SLOT_MASK: Final = 0x7FFF


@inlined
def mix(number: int) -> int:
    """A number of 32 bits scrambled into another, each into a different one.

    The finalizer `lowbias32` of Chris Wellons' hash prospector. A product may run over 64 bits;
    its low 32 bits are right all the same.
    """
    number ^= number >> 16
    number = (number * 0x7FEB_352D) & _MASK
    number ^= number >> 15
    number = (number * 0x846C_A68B) & _MASK
    return number ^ (number >> 16)


@inlined
def another(number: int) -> int:
    """A next random number of 32 bits, from the one before."""
    return mix((number + _GOLDEN) & _MASK)


@jitted
def stream(seed: int, number: int) -> int:
    """The key to the stream of random numbers that a seed has under that number."""
    low, high = seed & _MASK, seed >> 32
    first = mix(another(high + number * _GOLDEN) ^ low)
    second = mix((first + high) & _MASK)
    return (second >> 2) << 32 | first


@inlined
def noise(key: int, index: int) -> int:
    """Random number `index` of the key's stream: 32 bits."""
    return mix(another((key & _MASK) + index * _GOLDEN) ^ (key >> 32))


@inlined
def below(number: int, bound: int) -> int:
    """32 random bits as a number below the bound.

    Not quite even: some come up more often than others, by a share of at most bound / 2^32.
    """
    return (number * int(bound)) >> 32


@spliced
def seed_of(row: Row) -> int:
    """The seed in the row."""
    seed = 0
    for slot in range(SEED + 3, SEED - 1, -1):
        seed = seed << _SLOT_BITS | int(row[slot])
    return seed


@spliced
def set_seed(row: Row, seed: int) -> None:
    """Write the seed into the row."""
    for slot in range(SEED, SEED + 4):
        row[slot] = (seed >> (slot - SEED) * _SLOT_BITS) & _SLOT_MASK


@jitted
def shuffle(row: Row, begin: int, size: int, key: int) -> None:
    """Shuffle the cards in `size` slots from `begin` on (Fisher and Yates)."""
    for at in range(size - 1, 0, -1):
        other = below(noise(key, at), at + 1)
        card = row[begin + at]
        row[begin + at] = row[begin + other]
        row[begin + other] = card
