"""Settings for every test."""

import atexit
import os
import shutil
import tempfile

import hypothesis

# What is trained by tests, or by whoever runs them, must not be told to the other.
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="tengen-tests-")
atexit.register(shutil.rmtree, os.environ["XDG_DATA_HOME"], ignore_errors=True)

# The same examples in every run, and no timing: a test fails because of the code alone.
hypothesis.settings.register_profile("tengen", deadline=None, derandomize=True)
hypothesis.settings.load_profile("tengen")
