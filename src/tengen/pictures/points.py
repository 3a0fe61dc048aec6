"""Points of a board that help the eye."""


def star_points(width: int, height: int) -> frozenset[tuple[int, int]]:
    """Row and column of four points near the corners of larger boards, and of the centre."""
    if min(width, height) < 8:
        return frozenset()
    inset = 3 if min(width, height) >= 13 else 2
    points = {
        (row, column)
        for row in (inset, height - 1 - inset)
        for column in (inset, width - 1 - inset)
    }
    if width % 2 and height % 2:
        points.add((height // 2, width // 2))
    return frozenset(points)
