"""Records as earlier versions of Tengen wrote them."""


class Numbers:
    """The numbers of a record one after the other, and the bytes of those that are kept."""

    def __init__(self, data, place):
        self.data, self.place, self.kept = data, place, data[:place]

    def skip(self):
        """The next one, seven bits a byte."""
        value = shift = 0
        while True:
            byte = self.data[self.place]
            value |= (byte & 0x7F) << shift
            self.place, shift = self.place + 1, shift + 7
            if byte < 0x80:
                return value

    def keep(self):
        start = self.place
        value = self.skip()
        self.kept += self.data[start : self.place]
        return value


def behind_origin(data):
    """The place behind the name and version of the rules and the id of the net."""
    numbers = Numbers(data, 1)
    rules = numbers.skip()
    numbers.place += rules // 16  # letters of the name behind its known beginning
    if rules % 2:
        numbers.skip()  # a version other than 1
    net = numbers.skip()
    return numbers.place + (net // 2 if net % 2 else 0)


def as_format_2(data):
    """The bytes of a record without what format 3 adds: draw chances and the unsearched moves."""
    if data[0] < 3:
        return data
    numbers = Numbers(data, behind_origin(data))
    for _ in range(6):  # index, seed, first seat, winner, end, who would have resigned
        numbers.keep()
    for _ in range(numbers.keep()):  # the opening
        numbers.keep()
    for _ in range(numbers.keep()):
        numbers.keep()  # action
        numbers.keep()  # value
        numbers.skip()  # draw chance
        numbers.keep()  # surprise
        for _ in range(numbers.keep()):
            if numbers.keep() % 8 == 7:
                numbers.keep()  # the rest of a large weight
    return b"\x02" + numbers.kept[1:]


def as_format_1(data):
    """The same without what format 2 says first: which rules, and which net."""
    if data[0] == 1:
        return data
    data = as_format_2(data)
    return b"\x01" + data[behind_origin(data) :]
