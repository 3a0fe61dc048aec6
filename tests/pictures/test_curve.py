from xml.etree import ElementTree

from tengen.pictures.curve import MeasuredPoint, curve_svg

POINTS = [MeasuredPoint(1, -50, 40), MeasuredPoint(3, 120, 30), MeasuredPoint(30, 300, 60)]
SVG = "{http://www.w3.org/2000/svg}"


def drawn(points=POINTS):
    return ElementTree.fromstring(curve_svg("a < b", points, [("MCTS & co", 150)]))


def test_a_stronger_net_is_higher_and_a_later_one_further_right():
    circles = [(float(c.get("cx")), float(c.get("cy"))) for c in drawn().iter(f"{SVG}circle")]
    assert len(circles) == 3
    assert circles == sorted(circles)
    assert [y for _, y in circles] == sorted((y for _, y in circles), reverse=True)


def test_equal_factors_of_time_are_equal_distances():
    points = [MeasuredPoint(minutes, 0, 1) for minutes in (1, 10, 100)]
    first, second, third = (float(c.get("cx")) for c in drawn(points).iter(f"{SVG}circle"))
    assert abs((second - first) - (third - second)) < 0.1


def test_names_are_text():
    words = [text.text for text in drawn().iter(f"{SVG}text")]
    assert "a < b" in words
    assert "MCTS & co" in words


def test_a_single_net_can_be_drawn():
    assert len(list(drawn(POINTS[:1]).iter(f"{SVG}circle"))) == 1
