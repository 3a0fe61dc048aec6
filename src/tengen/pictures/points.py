"""Star points of a board."""


def star_points(width: int, height: int) -> frozenset[tuple[int, int]]:
    """Rows and columns of the star points of larger boards: near the corners, and the centre."""
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
