"""LZ-string, which packs a text into base64, as links of f-puzzles and SudokuPad hold it (pieroxy.net)."""

from collections.abc import Iterator

LARGEST = 1 << 20
"""The maximum number of characters that a packed puzzle may grow to."""
_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BASE64 = {sign: code for code, sign in enumerate(_SIGNS)}
_END = 2
"""The code that ends the text. 0 and 1 announce a new sign of 8 or 16 bits."""

# LZ-string keeps a table of the texts that it has seen. Each code stands for one of them, or announces a new sign of 8
# or 16 bits; each also adds to the table what came before it with the first sign of itself. Codes grow by a bit each
# time that the table would outgrow them, and their bits are stored lowest first.


def unpacked(text: str, most: int = LARGEST) -> str:
    """Return the text that LZ-string packed into base64. Raises ``ValueError`` if it is damaged or too long."""
    codes = [_BASE64.get(sign, -1) for sign in text.rstrip("=")]
    if -1 in codes:
        raise ValueError("not base64")
    bits = (code >> place & 1 for code in codes for place in range(5, -1, -1))
    sign = _sign(bits, _number(bits, 2))
    table, width, room, before, found, size = ["", "", "", sign], 3, 4, sign, [sign], len(sign)
    while before and (code := _number(bits, width)) != _END:
        if code < _END:
            table.append(_sign(bits, code))
            code, room = len(table) - 1, room - 1
            if not room:
                room, width = 1 << width, width + 1
        if code > len(table):
            raise ValueError("a code that stands for nothing")
        entry = table[code] if code < len(table) else before + before[0]
        found.append(entry)
        size += len(entry)
        if size > most:
            raise ValueError("too large")
        table.append(before + entry[0])
        before, room = entry, room - 1
        if not room:
            room, width = 1 << width, width + 1
    return "".join(found).encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # signs are halves of some


def _sign(bits: Iterator[int], kind: int) -> str:
    return "" if kind == _END else chr(_number(bits, 16 if kind else 8))


def _number(bits: Iterator[int], width: int) -> int:
    """Read a number. Raises ``ValueError`` where the bits end."""
    number = 0
    for place in range(width):
        bit = next(bits, None)
        if bit is None:
            raise ValueError("cut off")
        number |= bit << place
    return number


def packed(text: str) -> str:
    """Return the text as LZ-string packs it into base64. The inverse of :func:`unpacked`."""
    bits, table, fresh = list[int](), dict[str, int](), set[str]()
    width, room, before = 2, 2, ""
    for sign in (*text, ""):
        if sign and sign not in table:
            table[sign] = len(table) + 3
            fresh.add(sign)
        if sign and before + sign in table:
            before += sign
            continue
        codes = [(table[before], width)] if before else []
        if before in fresh:
            wide = ord(before) > 255
            codes = [(int(wide), width), (ord(before), 16 if wide else 8)]
        for number, size in codes:
            bits += [number >> place & 1 for place in range(size)]
            room -= 1
            if not room:
                room, width = 1 << width, width + 1
        fresh.discard(before)
        table[before + sign] = len(table) + 3
        before = sign
    bits += [*(_END >> place & 1 for place in range(width)), 0]  # LZ-string adds a bit, or sign, even if they are full
    sixes = ([*bits[start : start + 6], *[0] * 5] for start in range(0, len(bits), 6))
    return "".join(_SIGNS[sum(bit << 5 - place for place, bit in enumerate(six[:6]))] for six in sixes)
