"""Decodes record files, which often do not name their charset.

Modern files are UTF-8. Those of Chinese programs on Windows are GBK and seldom say so; those of
European ones are Windows-1252 or Latin 1, which accept any bytes and are therefore tried last.
"""

import codecs
import re
from contextlib import suppress

_MARKS = {  # UTF-32's little-endian mark begins with that of UTF-16
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_CHINESE = "gb18030"
# Charsets found in SGF files; a file must not choose among all codecs of Python. Programs that
# name a standard actually write the larger charset of Windows.
_CHARSETS = {
    "gb2312": _CHINESE,
    "gbk": _CHINESE,
    "gb18030": _CHINESE,
    "cp936": _CHINESE,
    "big5": "cp950",
    "shift_jis": "cp932",
    "euc-jp": "euc-jp",
    "euc-kr": "cp949",
    "cp1251": "cp1251",
    "windows-1251": "cp1251",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "windows-1252": "cp1252",
}


def decode_text(data: bytes) -> str:
    """The text of a file; never fails, and replaces only bytes that no charset explains."""
    for mark, charset in _MARKS.items():
        if data.startswith(mark):
            return data.removeprefix(mark).decode(charset, "replace")
    named = _named_charset(data)
    for charset in ("utf-8", named or "utf-8"):
        with suppress(UnicodeDecodeError):
            return data.decode(charset)
    if _is_damaged_utf8(text := data.decode("utf-8", "replace")):
        return text
    with suppress(UnicodeDecodeError):
        if _looks_chinese(text := data.decode(_CHINESE)):
            return text
    with suppress(UnicodeDecodeError):
        return data.decode("cp1252") if named is None else data.decode(named, "replace")
    return data.decode("latin-1")


def _named_charset(data: bytes) -> str | None:
    """The charset that an SGF file names."""
    named = re.search(rb"CA\[\s*([A-Za-z0-9_-]{1,20})\s*\]", data[:4096])
    return _CHARSETS.get(named[1].decode().lower()) if named else None


def _is_damaged_utf8(text: str) -> bool:
    """Whether a few bytes are wrong and the others right, which no other charset looks like."""
    wrong = text.count("\N{REPLACEMENT CHARACTER}")
    return sum(not character.isascii() for character in text) > 2 * wrong


def _looks_chinese(text: str) -> bool:
    """Whether most of what is not ASCII are common characters.

    Accented letters between others decode as well, but to rare ones.
    """
    found = [character for character in text if not character.isascii()]
    return 2 * sum(map(_is_common, found)) >= len(found)


def _is_common(character: str) -> bool:
    """Whether it is in the first half of GB 2312, or begins with a control code of Latin 1."""
    first, second = character.encode(_CHINESE)[:2]
    return first < 0xA1 or (first < 0xD8 and second >= 0xA1)
