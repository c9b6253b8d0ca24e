"""Property tests here are bounded by the number of examples: a deadline by the clock fails on a busy machine."""

from hypothesis import settings

settings.register_profile("no_deadline", deadline=None)
settings.load_profile("no_deadline")
