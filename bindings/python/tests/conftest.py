"""What all tests share: random numbers whose seed a failing test prints, and hypothesis without a clock.

HIT_SEED sets the seed; with it hypothesis draws new examples, too. HIT_EXAMPLES is the number of examples of a test
that does not say its own.
"""
from __future__ import annotations

import os

import numpy as np
import pytest
from hypothesis import settings

SEED = int(os.environ.get("HIT_SEED", "1"), 0)

# A busy machine is slow, which is no fault; the same examples each time, or one would be red by chance.
settings.register_profile("hitscan", deadline=None, derandomize="HIT_SEED" not in os.environ, database=None,
                          max_examples=int(os.environ.get("HIT_EXAMPLES", "50")), print_blob=True)
settings.load_profile("hitscan")


@pytest.fixture
def rng() -> np.random.Generator:
    """Random numbers; pytest shows the seed when the test fails."""
    print(f"HIT_SEED={SEED}")
    return np.random.default_rng(SEED)
