"""Records as earlier versions of Tengen wrote them."""


def number_at(data, place):
    """A number, seven bits a byte, and the place behind it."""
    value = shift = 0
    while True:
        byte = data[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return value, place


def as_format_1(data):
    """The bytes of a record without what format 2 says first: which rules, and which net."""
    if data[0] == 1:
        return data
    rules, place = number_at(data, 1)
    place += rules // 16  # letters of the name behind its known beginning
    if rules % 2:
        _, place = number_at(data, place)  # a version other than 1
    net, place = number_at(data, place)
    return b"\x01" + data[place + (net // 2 if net % 2 else 0) :]
