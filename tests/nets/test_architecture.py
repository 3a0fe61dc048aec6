import json
from dataclasses import replace

import pytest
from example_nets import EXAMPLES

from tengen import load_game
from tengen.errors import ArchitectureError
from tengen.nets import Architecture

GOMOKU = load_game("gomoku:8x8/5")
CONNECT4 = load_game("connect4")


@pytest.mark.parametrize("name", EXAMPLES)
def test_json_round_trip(name):
    architecture = EXAMPLES[name][1]
    again = Architecture.from_json(json.loads(json.dumps(architecture.to_json())))
    assert again == architecture


def test_left_out_keys_take_their_defaults():
    data = Architecture.classic(GOMOKU).to_json()
    del data["moves_left"], data["pooling_every"]
    assert Architecture.from_json(data) == Architecture.classic(GOMOKU)


def test_teaching_net_grows_with_the_board():
    sizes = [
        (net.channels, net.blocks)
        for net in (
            Architecture.teaching(load_game(f"gomoku:{side}x{side}/4"))
            for side in (4, 5, 6, 10, 11, 15, 20)
        )
    ]
    assert sizes == [(64, 4)] * 2 + [(128, 8)] * 2 + [(256, 10)] * 3


def test_modern_net_fits_its_game():
    net = Architecture.resnet(CONNECT4, blocks=6, channels=96)
    assert (net.blocks, net.channels, net.value_kind, net.moves_left) == (6, 96, "wdl", 43)
    assert (net.planes, net.height, net.width, net.actions) == (3, 6, 7, 7)
    assert not net.is_board_independent
    assert Architecture.resnet(GOMOKU, board_independent=True).is_board_independent


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"family": "resnext"}, "family must be 'classic' or 'resnet'; got 'resnext'"),
        ({"family": ["resnet"]}, "family must be 'classic' or 'resnet'; got \"['resnet']\""),
        ({"value_kind": "WDL"}, "value_kind must be 'scalar' or 'wdl'; got 'WDL'"),
        ({"channels": 0}, "channels must be from 1 to 2048; got 0"),
        ({"blocks": 10**30}, "blocks must be from 0 to 256; got 1"),
        ({"blocks": "4"}, "blocks must be of type int; got str"),
        ({"height": True}, "height must be of type int; got bool"),
        ({"soft_policy": 1}, "soft_policy must be of type bool; got int"),
        ({"family": "classic"}, "classic family has a fixed trunk .* got channels 64, blocks 4"),
    ],
)
def test_senseless_values_are_explained(changes, sentence):
    with pytest.raises(ArchitectureError, match=sentence.replace("[", r"\[").replace("]", r"\]")):
        replace(Architecture.resnet(CONNECT4), **changes)


def test_convolutional_policy_needs_an_action_per_cell():
    with pytest.raises(ArchitectureError, match=r"42 on 7x6, or 43 with a pass.*; got 7 actions"):
        Architecture.resnet(CONNECT4, board_independent=True)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda data: data | {"chanels": 64}, "no field 'chanels'; did you mean 'channels'?"),
        (lambda data: data | {"quux": 1}, "no field 'quux'; known fields: family, planes"),
        (lambda data: {k: v for k, v in data.items() if k != "blocks"}, "is missing 'blocks'"),
        (lambda data: [data], "an architecture must be a JSON object; got list"),
    ],
)
def test_wrong_json_is_explained(change, sentence):
    with pytest.raises(ArchitectureError) as caught:
        Architecture.from_json(change(Architecture.resnet(CONNECT4).to_json()))
    assert sentence in str(caught.value)
