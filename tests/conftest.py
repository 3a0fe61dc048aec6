"""Settings for every test."""

import hypothesis

# The same examples in every run, and no timing: a test fails because of the code alone.
hypothesis.settings.register_profile("tengen", deadline=None, derandomize=True)
hypothesis.settings.load_profile("tengen")
