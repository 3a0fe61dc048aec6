import contextlib
import hashlib
import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from example_nets import EXAMPLES, example_checkpoint

from tengen import load_game
from tengen.errors import CheckpointError
from tengen.nets import (
    Architecture,
    TorchEvaluator,
    load_checkpoint,
    require_game,
    resize_checkpoint,
    save_checkpoint,
)
from tengen.nets import safetensors as our_safetensors

FORMS = ["folder", "file.safetensors"]


def assert_same(found, expected):
    assert found.architecture == expected.architecture
    assert (found.game, found.game_version) == (expected.game, expected.game_version)
    assert (found.encoding, found.training) == (expected.encoding, expected.training)
    assert set(found.tensors) == set(expected.tensors)
    for name, tensor in expected.tensors.items():
        assert np.array_equal(found.tensors[name], tensor)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", EXAMPLES)
def test_round_trip(tmp_path, form, name):
    facts = {"steps": 12, "loss": 0.5, "note": "großartig 天元", "final": False, "parent": None}
    checkpoint = replace(example_checkpoint(name), training=facts)
    save_checkpoint(checkpoint, tmp_path / "deeper" / form)
    assert_same(load_checkpoint(tmp_path / "deeper" / form), checkpoint)


def test_folder_can_be_checked_with_ordinary_tools(tmp_path):
    checkpoint = example_checkpoint("modern")
    save_checkpoint(checkpoint, tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["manifest.json", "weights.safetensors"]
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    digest = hashlib.sha256((tmp_path / "weights.safetensors").read_bytes()).hexdigest()
    assert manifest["weights_sha256"] == digest == checkpoint.weights_sha256
    assert manifest["game"] == "connect4"


@pytest.mark.parametrize("form", FORMS)
def test_saving_again_replaces_and_leaves_nothing_behind(tmp_path, form):
    path = tmp_path / form
    for seed in range(4):
        checkpoint = example_checkpoint("teaching", seed)
        save_checkpoint(checkpoint, path)
        assert_same(load_checkpoint(path), checkpoint)
    names = [p.name for p in path.iterdir()] if path.is_dir() else ["one", "file"]
    assert len(names) == 2


class Steps:
    """Fails at the chosen call of anything that touches the disk."""

    def __init__(self, monkeypatch, fatal):
        self.count, self.fatal = 0, fatal
        for owner, name in (
            (os, "fsync"),
            (Path, "open"),
            (Path, "replace"),
            (Path, "unlink"),
            (Path, "mkdir"),
        ):
            monkeypatch.setattr(owner, name, self._counted(getattr(owner, name)))

    def _counted(self, original):
        def step(*args, **kwargs):
            self.count += 1
            if self.count == self.fatal:
                raise OSError("no space left on device")
            return original(*args, **kwargs)

        return step


@pytest.mark.parametrize("form", FORMS)
def test_a_failure_at_any_step_leaves_a_valid_checkpoint(tmp_path, monkeypatch, form):
    path = tmp_path / form
    old, new = (example_checkpoint("any board", seed) for seed in (1, 2))
    failed, outcomes = True, []
    fatal = 0
    while failed:
        fatal += 1
        save_checkpoint(old, path)
        with monkeypatch.context() as patch:
            steps = Steps(patch, fatal)
            with contextlib.suppress(OSError):
                save_checkpoint(new, path)
            failed = steps.count >= fatal
        found = load_checkpoint(path)
        outcomes.append(found.weights_sha256 == new.weights_sha256)
        assert_same(found, new if outcomes[-1] else old)
    assert outcomes == sorted(outcomes), "old before the decisive rename, new after it"
    assert outcomes[0] is False
    assert outcomes[-1] is True
    assert len(outcomes) > 4


@pytest.mark.parametrize("form", FORMS)
def test_a_first_save_that_fails_leaves_no_checkpoint(tmp_path, monkeypatch, form):
    with monkeypatch.context() as patch:
        Steps(patch, 3)
        with pytest.raises(OSError, match="no space"):
            save_checkpoint(example_checkpoint("modern"), tmp_path / form)
    with pytest.raises(CheckpointError, match=r"there is no file|it has no manifest"):
        load_checkpoint(tmp_path / form)


def test_a_file_in_the_way_is_explained(tmp_path):
    (tmp_path / "net").write_text("mine")
    with pytest.raises(CheckpointError, match="is a file"):
        save_checkpoint(example_checkpoint("modern"), tmp_path / "net")
    assert (tmp_path / "net").read_text() == "mine"


def broken(checkpoint, **tensors):
    return replace(checkpoint, tensors={**checkpoint.tensors, **tensors})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"value.output.bias": np.float32([np.nan] * 3)}, "'value.output.bias' contains NaN"),
        ({"value.output.bias": np.float32([np.inf] * 3)}, "'value.output.bias' contains NaN"),
        (
            {"value.output.bias": np.zeros(1, np.float32)},
            "'value.output.bias' must have shape (3,); got (1,)",
        ),
        ({"value.extra": np.zeros(1, np.float32)}, "unexpected tensor 'value.extra'"),
        ({"trunk.0.norm.running_var": np.full(16, -1, np.float32)}, "a negative variance"),
    ],
)
def test_wrong_tensors_are_neither_saved_nor_loaded(tmp_path, change, sentence):
    checkpoint = broken(example_checkpoint("modern"), **change)
    with pytest.raises(CheckpointError) as caught:
        save_checkpoint(checkpoint, tmp_path / "net")
    assert sentence in str(caught.value)
    path = tmp_path / "net.safetensors"
    metadata = {"tengen": checkpoint.manifest().to_text()}
    path.write_bytes(b"".join(our_safetensors.serialize(checkpoint.tensors, metadata)))
    with pytest.raises(CheckpointError) as caught:
        load_checkpoint(path)
    assert sentence in str(caught.value)


def test_missing_tensor_is_named(tmp_path):
    checkpoint = example_checkpoint("modern")
    tensors = {name: t for name, t in checkpoint.tensors.items() if name != "policy.linear.bias"}
    with pytest.raises(CheckpointError, match=r"missing 'policy.linear.bias' of shape \(7,\)"):
        save_checkpoint(replace(checkpoint, tensors=tensors), tmp_path)


def test_facts_that_are_not_json_are_refused(tmp_path):
    checkpoint = replace(example_checkpoint("modern"), training={"loss": float("nan")})
    with pytest.raises(CheckpointError, match="cannot write the training facts"):
        save_checkpoint(checkpoint, tmp_path / "net")


def edit_manifest(folder, **changes):
    path = folder / "manifest.json"
    data = json.loads(path.read_text()) | changes
    path.write_text(json.dumps({k: v for k, v in data.items() if v is not ...}))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": "other"}, "not a Tengen checkpoint"),
        ({"format_version": 2}, "format version 2; this Tengen reads up to 1"),
        ({"format_version": 0}, "format_version is not a positive number"),
        ({"format_version": True}, "format_version is not a positive number"),
        ({"game": ...}, "'game' is missing or not of type str"),
        ({"game": 5}, "'game' is missing or not of type str"),
        ({"game_version": "1"}, "'game_version' is missing or not of type int"),
        ({"architecture": []}, "'architecture' is missing or not of type dict"),
        ({"architecture": {"familly": 1}}, "no field 'familly'; did you mean 'family'?"),
        ({"weights": "../secret"}, "'weights' is not 'weights.safetensors'"),
        ({"weights": ["weights.safetensors"]}, "'weights' is not 'weights.safetensors'"),
        ({"weights": "weights-2.safetensors"}, "there is no file 'weights-2.safetensors'"),
        ({"weights_sha256": "0" * 64}, "the weights are damaged: their SHA-256 begins with"),
        ({"training": {"a": {}}}, "'training' is not a table of plain values"),
        ({"surprise": 1}, "unknown key 'surprise'"),
    ],
)
def test_wrong_manifests_are_explained(tmp_path, changes, sentence):
    save_checkpoint(example_checkpoint("modern"), tmp_path)
    edit_manifest(tmp_path, **changes)
    with pytest.raises(CheckpointError) as caught:
        load_checkpoint(tmp_path)
    assert sentence in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": NaN}', "[" * 99999, "x" * 2**21])
def test_manifests_that_are_not_json_are_explained(tmp_path, text):
    save_checkpoint(example_checkpoint("modern"), tmp_path)
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(CheckpointError):
        load_checkpoint(tmp_path)


def test_damaged_and_truncated_weights_are_noticed(tmp_path):
    save_checkpoint(example_checkpoint("modern"), tmp_path)
    path = tmp_path / "weights.safetensors"
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    with pytest.raises(CheckpointError, match="weights are damaged"):
        load_checkpoint(tmp_path)
    path.write_bytes(data[:-100])
    with pytest.raises(CheckpointError, match="weights are damaged"):
        load_checkpoint(tmp_path)
    path.unlink()
    with pytest.raises(CheckpointError, match=r"there is no file 'weights\.safetensors'"):
        load_checkpoint(tmp_path)


def test_foreign_files_are_explained(tmp_path):
    with pytest.raises(CheckpointError, match="there is no file 'nothing'"):
        load_checkpoint(tmp_path / "nothing")
    with pytest.raises(
        CheckpointError, match=r"is not a Tengen checkpoint: it has no manifest\.json"
    ):
        load_checkpoint(tmp_path)
    path = tmp_path / "foreign.safetensors"
    path.write_bytes(b"".join(our_safetensors.serialize({"x": np.zeros(2, np.float32)})))
    with pytest.raises(CheckpointError, match="not a Tengen checkpoint"):
        load_checkpoint(path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CheckpointError, match="not a regular file"):
        load_checkpoint(tmp_path / "pipe")


def test_require_game_accepts_its_own_game():
    for name, (game, _) in EXAMPLES.items():
        require_game(example_checkpoint(name), load_game(game))


@pytest.mark.parametrize(
    ("example", "changes", "game", "sentence"),
    [
        ("modern", {}, "othello", "this net plays 'connect4'; it cannot play 'othello'"),
        (
            "classic",
            {},
            "gomoku:15x15/5",
            "it cannot play 'gomoku:15x15/5': its layers are sized for a 8x8 board",
        ),
        ("classic", {}, "gomoku:8x8/4", "this net plays 'gomoku:8x8/5'; it cannot"),
        ("any board", {}, "gomoku:9x9/5", "unless resize_checkpoint fits it"),
        (
            "modern",
            {"game_version": 9},
            "connect4",
            "version 9 of the rules of connect4; this Tengen",
        ),
        ("modern", {"encoding": "sound"}, "connect4", "reads 'sound'; connect4 is encoded as"),
        ("modern", {"encoding": "4-planes"}, "connect4", "(4, 6, 7, 7); this one is for (3, 6"),
    ],
)
def test_require_game_explains_each_mismatch(example, changes, game, sentence):
    checkpoint = replace(example_checkpoint(example), **changes)
    with pytest.raises(CheckpointError) as caught:
        require_game(checkpoint, load_game(game))
    assert sentence in str(caught.value)


def test_board_independent_net_plays_another_board():
    small = example_checkpoint("any board")
    game = load_game("gomoku:12x11/5")
    large = resize_checkpoint(small, game)
    require_game(large, game)
    answer = TorchEvaluator(large, "cpu").evaluate(game.initial().planes("3-planes")[None])
    assert answer.policy_logits.shape == (1, 132)


def test_other_nets_cannot_change_boards():
    with pytest.raises(CheckpointError, match="plays only on its 8x8 board"):
        resize_checkpoint(example_checkpoint("classic"), load_game("gomoku:9x9/5"))
    with pytest.raises(CheckpointError, match=r"missing 'policy\.passing.weight'"):
        resize_checkpoint(example_checkpoint("any board"), load_game("othello"))


def test_hostile_architecture_costs_nothing(tmp_path):
    save_checkpoint(example_checkpoint("modern"), tmp_path)
    largest = Architecture.resnet(load_game("connect4"), blocks=256, channels=2048).to_json()
    edit_manifest(tmp_path, architecture=largest)
    with pytest.raises(CheckpointError, match=r"must have shape|unexpected tensor"):
        load_checkpoint(tmp_path)
