"""Figures inside sentences: a real minus sign, three decimals."""

MINUS = "\N{MINUS SIGN}"


def signed(value: float) -> str:
    """Always with its sign, such as +0.289."""
    rounded = round(value, 3) + 0.0  # adding 0 turns -0.0 into 0.0
    return f"{rounded:+.3f}".replace("-", MINUS)


def plain(value: float) -> str:
    """Such as 0.065."""
    return f"{value:.3f}".replace("-", MINUS)


def percent(share: float) -> str:
    """Such as 21.3%."""
    return f"{share:.1%}"
