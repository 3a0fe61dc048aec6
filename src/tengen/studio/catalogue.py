"""Answers to the HTTP requests about what there is to choose from."""

from collections.abc import Mapping
from dataclasses import fields
from math import inf
from typing import Any, Literal, get_args, get_origin

from tengen.arena.level_strengths import LevelStrength, measured_strengths
from tengen.arena.levels import LEVELS, level_spec
from tengen.arena.oracles import find_oracle
from tengen.arena.specs import parse_spec
from tengen.errors import TengenError
from tengen.nets.choosing import ChosenNet
from tengen.partners.opponent import describe_spec, level_name
from tengen.play.searching import analysing_config
from tengen.rules.game import Game
from tengen.search import SearchConfig
from tengen.settings import field_texts, first_sentence, ranges_of, type_options
from tengen.studio.both import both, said, same
from tengen.studio.game_info import families, game_info, game_title
from tengen.studio.messages import Catalogue, Opponents, SearchSettings
from tengen.studio.shapes import EngineInfo, LevelInfo, NetInfo, SettingInfo, Text
from tengen.studio.shelf import Shelf

_NOT_FOR_ANALYSIS = ("memory_mb", "reuse_tree", "leaves_per_batch")
"""The server decides these."""
_MOST_TIMES = 10


def catalogue(shelf: Shelf) -> Catalogue:
    """The games."""
    own = [game_info(game) for game in shelf.own_games.values()]
    return Catalogue(families=families(shelf), own=own, default=shelf.default_game)


def opponents(shelf: Shelf, name: str) -> Opponents:
    """Who can play a game."""
    game = shelf.game(name)
    chosen = shelf.chosen(game, None, "game")
    can_use_engines = game.facts.is_five_in_a_row
    return Opponents(
        game=game_info(game),
        levels=_levels(game, chosen),
        nets=_nets(shelf, game, chosen),
        engines=[EngineInfo(name=each) for each in shelf.engines] if can_use_engines else [],
        has_perfect=_has_oracle(game),
        remark=said("studio no net", game=game_title(game))
        if chosen.checkpoint is None
        else _remark(shelf, game, chosen.learned or game.name),
    )


def _remark(shelf: Shelf, game: Game[Any], learned: str) -> Text | None:
    """Where a net was trained on another board or rule."""
    if learned == game.name:
        return None
    other = game_title(shelf.game(learned))
    return said("studio other net", game=game_title(game), learned=other)


def _levels(game: Game[Any], chosen: ChosenNet) -> list[LevelInfo]:
    strengths = measured_strengths(game, chosen)
    return [_level(level.number, chosen, strengths) for level in LEVELS]


def _level(number: int, chosen: ChosenNet, strengths: Mapping[int, LevelStrength]) -> LevelInfo:
    spec, strength = level_spec(number, chosen), strengths.get(number)
    return LevelInfo(
        level=number,
        name=both(lambda texts: level_name(number, texts)),
        detail=both(lambda texts: describe_spec(spec, texts)),
        elo=None if strength is None else strength.elo,
        error=None if strength is None else strength.error,
        beats=_beats(number, strengths),
        scored=None if strength is None else _scored(strength),
    )


def _beats(number: int, strengths: Mapping[int, LevelStrength]) -> Text | None:
    """The nearest lower level that it beats clearly, as Elo predicts."""
    if number not in strengths:
        return None
    for other in range(number - 1, 0, -1):
        if other not in strengths:
            continue
        ahead = strengths[number].elo - strengths[other].elo
        times = round(_MOST_TIMES / (1 + 10 ** (-ahead / 400)))
        if times > _MOST_TIMES // 2:
            return said("studio beats", level=other, times=min(times, _MOST_TIMES - 1))
    return None


def _scored(strength: LevelStrength) -> Text | None:
    """The points against the strongest yardstick that it beats, as measured."""
    beats = strength.beats
    if beats is None:
        return None
    spec = parse_spec(beats.yardstick)
    yardstick = both(lambda texts: describe_spec(spec, texts))
    points = f"{beats.points:g}"
    return said("studio scored", yardstick=yardstick, points=points, games=beats.games)


def _nets(shelf: Shelf, game: Game[Any], default: ChosenNet) -> list[NetInfo]:
    return [
        NetInfo(
            name=name,
            title=same(name),
            is_default=name == default.name,
            remark=_remark(shelf, game, learned),
        )
        for name, learned in shelf.fitting_nets(game).items()
    ]


def _has_oracle(game: Game[Any]) -> bool:
    try:
        find_oracle(game)
    except TengenError:
        return False
    return True


def search_settings(shelf: Shelf, name: str) -> SearchSettings:
    """The parameters of an analysis, with their usual values in this game."""
    game = shelf.game(name)
    usual = analysing_config(game, shelf.evaluator(game, None, "game").evaluator)
    names = [each.name for each in fields(SearchConfig) if each.name not in _NOT_FOR_ANALYSIS]
    return SearchSettings(settings=[_setting(each, usual) for each in names])


def _setting(name: str, usual: SearchConfig) -> SettingInfo:
    options, allowed = type_options(SearchConfig)[name], ranges_of(SearchConfig).get(name)
    low = None if allowed is None or allowed.low == -inf else allowed.low
    high = None if allowed is None or allowed.high == inf else allowed.high
    text = first_sentence(field_texts(SearchConfig).get(name, name))
    return SettingInfo(
        name=name,
        kind=_kind(options),
        default=getattr(usual, name),
        low=low,
        low_allowed=allowed is None or allowed.low_allowed,
        high=high,
        choices=_choices(options),
        may_be_none=type(None) in options,
        help=both(lambda texts: texts.setting(text).replace("`", "")),
    )


def _kind(options: tuple[Any, ...]) -> Literal["number", "whole", "flag", "choice"]:
    if bool in options:
        return "flag"
    if _choices(options):
        return "choice"
    return "number" if float in options else "whole"


def _choices(options: tuple[Any, ...]) -> list[str]:
    literals = [option for option in options if get_origin(option) is Literal]
    return [str(choice) for option in literals for choice in get_args(option)]
