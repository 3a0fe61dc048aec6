"""Files of settings that are not what they should be."""

import os
import sys
from pathlib import Path

import pytest

from tengen.errors import ConfigError, RunError
from tengen.runs import RunConfig, RunDirectory
from tengen.settings import read_text


def test_a_folder_is_not_a_file_of_settings(tmp_path):
    with pytest.raises(ConfigError, match="is not a regular file"):
        read_text(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes with names")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(ConfigError, match="is not a regular file"):
        read_text(tmp_path / "pipe.toml")


def test_a_file_that_is_too_large_is_not_read_to_its_end(tmp_path):
    with (tmp_path / "large.toml").open("wb") as file:
        file.truncate(10**10)
    with pytest.raises(ConfigError, match=r"is too large: .* up to 1,000,000 bytes"):
        read_text(tmp_path / "large.toml")


@pytest.mark.parametrize("text", ["", "[run]\n", "[run]\ngame = 1\n", "[run]\ngame = \n"])
def test_what_is_wrong_in_a_file_names_the_file_once(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        RunConfig.from_file(file)
    assert str(caught.value).count(str(file)) == 1


def test_a_file_is_not_the_folder_of_a_new_run(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="is not a folder: choose another --run folder"):
        RunDirectory(tmp_path / "file").require_free()
    RunDirectory(Path(tmp_path / "new")).require_free()
