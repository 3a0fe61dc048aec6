"""Durations in short words."""

from tengen.texts import Language, Texts

ENGLISH = Texts(Language.ENGLISH)


def clock(seconds: float) -> str:
    """A running time: 0:07, 12:34, 1:02:03."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def about(seconds: float, texts: Texts = ENGLISH) -> str:
    """An estimate, no more precise than it deserves: 40 seconds, 12 minutes, 5.5 hours, 3 days."""
    if seconds < 90:
        return texts.counted(max(1, round(seconds)), "second")
    if seconds < 90 * 60:
        return texts.counted(round(seconds / 60), "minute")
    if seconds < 48 * 3600:
        return texts.counted(f"{seconds / 3600:.1f}", "hour")
    return texts.counted(f"{seconds / 86_400:.0f}", "day")
