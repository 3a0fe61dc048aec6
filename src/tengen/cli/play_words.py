"""The commands of `tengen play` as typed: in full, abbreviated, and in Chinese."""

from tengen.rules.notation import half_width
from tengen.texts import Language

SHORT_FORMS = {"u": "undo", "h": "hint", "e": "eval", "x": "explain", "b": "board", "?": "help"}
SHORT_FORMS |= {"q": "quit", "exit": "quit", "c": "continue"}
CHINESE_FORMS = {
    "undo": ("悔棋", "撤回"),
    "redo": ("重走", "恢复", "恢復"),
    "hint": ("提示", "支招"),
    "eval": ("局势", "局勢", "形势", "形勢", "分析"),
    "explain": ("解说", "解說", "解释", "解釋"),
    "swap": ("交换", "交換", "换边", "換邊"),
    "level": ("级别", "級別", "难度", "難度"),
    "save": ("保存", "存盘", "存檔", "儲存"),
    "save!": ("保存!", "保存！", "儲存!", "儲存！"),
    "moves": ("着法", "著法", "棋谱", "棋譜"),
    "board": ("棋盘", "棋盤"),
    "new": ("新局", "再来一局", "再來一局"),
    "resign": ("认输", "認輸"),
    "help": ("帮助", "幫助", "说明", "說明"),
    "quit": ("退出", "离开", "離開"),
    "continue": ("继续", "繼續"),
    "pass": ("停一手", "停着", "跳过", "跳過"),
}
"""Simplified words and their common traditional forms; help shows the first."""
_NAMES = {word: name for name, words in CHINESE_FORMS.items() for word in words} | SHORT_FORMS
_CHINESE = {word: name for word, name in _NAMES.items() if not word.isascii()}
_LONGEST_FIRST = sorted(_CHINESE, key=len, reverse=True)


def command_and_argument(line: str) -> tuple[str, str]:
    """The English name of a command, and its argument; Chinese needs no space in between."""
    for word in _LONGEST_FIRST:
        rest = line.removeprefix(word)
        if rest != line and not "一" <= rest[:1] <= "龥":
            return _CHINESE[word], rest.strip()
    typed, *others = line.split(maxsplit=1) or [""]
    word = half_width(typed).lower()
    return _NAMES.get(word, word), "".join(others)


def command_forms(name: str, language: Language) -> list[str]:
    """The ways to type a command: the word in the user's language first, the single letter last."""
    short = [form for form, full in SHORT_FORMS.items() if full == name and len(form) == 1]
    own = [CHINESE_FORMS[name][0]] if language is Language.CHINESE else []
    return [*own, name, *short]
