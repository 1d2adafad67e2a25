#!/usr/bin/env python3
"""Makes the pictures in docs/ from the real program: starts it in tmux with nothing there yet, presses
keys as a person would, and keeps the screen.

    make build && python3 docs/make-screen.py [screen] [household] [staff] [wines] [map] [mail]

All of them when none is named. Needs tmux, and tic, which comes with ncurses. What the program asks of the
network is answered on this machine, by make_screen_servers.py.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from html import escape

# No file beside the module.
sys.dont_write_bytecode = True
import make_screen_servers as servers  # noqa: E402

DOCS = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(os.path.dirname(DOCS), ".build/release/trolley")
CELL_W, CELL_H, MARGIN = 9, 18, 9
FOREGROUND, BACKGROUND = "#d0d0d0", "#121212"
BASIC = ["#1c1c1c", "#d75f5f", "#87af5f", "#d7af5f", "#5f87d7", "#af87d7", "#5fafaf", "#d0d0d0",
         "#767676", "#ff8787", "#afd787", "#ffd787", "#87afff", "#d7afff", "#87d7d7", "#ffffff"]
# A terminal that shows exact colours. Not every system describes one. Without bce no coloured cell is only
# cleared: tmux leaves those out at the end of a line.
TERMINAL = r"""xterm-direct|an xterm with exact colours,
	RGB, bce@, ccc@, colors#0x1000000, pairs#0x10000, initc@, oc@, op=\E[39;49m,
	setab=\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
	setaf=\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
	use=xterm-256color,
"""
# Quadrants of a cell: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
BLOCKS = {"▘": 1, "▝": 2, "▀": 3, "▖": 4, "▌": 5, "▞": 6, "▛": 7, "▗": 8, "▚": 9, "▐": 10, "▜": 11,
          "▄": 12, "▙": 13, "▟": 14, "█": 15}


def colour(number):
    if number < 16:
        return BASIC[number]
    if number < 232:
        steps = (0, 95, 135, 175, 215, 255)
        number -= 16
        return "#%02x%02x%02x" % (steps[number // 36], steps[number // 6 % 6], steps[number % 6])
    return "#%02x%02x%02x" % ((8 + 10 * (number - 232),) * 3)


def apply(style, codes):
    codes = [int(c or 0) for c in re.split("[;:]", codes)]
    i = 0
    while i < len(codes):
        code = codes[i]
        if code == 0:
            style.clear()
        elif code in (1, 2, 4, 7, 9):
            style[code] = True
        elif 30 <= code <= 37 or 90 <= code <= 97:
            style["fg"] = colour(code - 30 if code < 90 else code - 82)
        elif 40 <= code <= 47 or 100 <= code <= 107:
            style["bg"] = colour(code - 40 if code < 100 else code - 92)
        elif code in (38, 48):
            key = "fg" if code == 38 else "bg"
            if codes[i + 1] == 5:
                style[key] = colour(codes[i + 2])
                i += 2
            else:
                style[key] = "#%02x%02x%02x" % tuple(codes[i + 2:i + 5])
                i += 4
        elif code in (39, 49):
            style.pop("fg" if code == 39 else "bg", None)
        i += 1


def runs(line, style):
    """The cells of a line, as (column, characters, style) wherever the style stays the same. It is that of
    the line before until another one is said."""
    start, chars = 0, ""
    for part in re.split(r"(\x1b\[[0-9;:]*m)", line):
        if not part.startswith("\x1b["):
            chars += part
            continue
        if chars:
            yield start, chars, dict(style)
            start, chars = start + len(chars), ""
        apply(style, part[2:-1])
    if chars:
        yield start, chars, dict(style)


class Drawing:
    """A screen as SVG. Colours are kept by quarters of a cell and written as the largest rectangles that are
    of one colour, a path for each colour; letters stand on them."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.quarters = [[BACKGROUND] * (2 * width) for _ in range(2 * height)]
        self.texts = []

    def add(self, x, y, chars, style):
        fg, bg = style.get("fg", FOREGROUND), style.get("bg", BACKGROUND)
        if style.get(7):
            fg, bg = bg, fg
        columns, text = [], ""
        for at, char in enumerate(chars, x):
            bits = BLOCKS.get(char, 0)
            for bit in range(4):
                self.quarters[2 * y + bit // 2][2 * at + bit % 2] = fg if bits >> bit & 1 else bg
            if not bits and char.strip():
                columns.append(str(at * CELL_W))
                text += char
        if text:
            extra = ' font-weight="bold"' if style.get(1) else ""
            extra += ' opacity="0.6"' if style.get(2) else ""
            decoration = [n for n, code in (("underline", 4), ("line-through", 9)) if style.get(code)]
            extra += f' text-decoration="{" ".join(decoration)}"' if decoration else ""
            # Each character has its place: a font of another width does not move them.
            self.texts.append(f'<text x="{" ".join(columns)}" y="{y * CELL_H + 14}" fill="{fg}"{extra}>'
                              f'{escape(text)}</text>')

    def paths(self):
        """For each colour its rectangles: those that go on in the next row become higher."""
        found, above = {}, {}
        for y, row in enumerate(self.quarters + [[BACKGROUND] * (2 * self.width)]):
            now, start = {}, 0
            for x in range(1, len(row) + 1):
                if x == len(row) or row[x] != row[start]:
                    run = (start, x, row[start])
                    now[run] = above.pop(run, y)
                    start = x
            for (left, right, colour), top in above.items():
                if colour != BACKGROUND:
                    width, height = (right - left) * CELL_W / 2, (y - top) * CELL_H / 2
                    found.setdefault(colour, []).append(
                        f"M{left * CELL_W / 2:g} {top * CELL_H / 2:g}h{width:g}v{height:g}h{-width:g}z")
            above = now
        return found

    def svg(self):
        width, height = self.width * CELL_W + 2 * MARGIN, self.height * CELL_H + 2 * MARGIN
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {width} {height}" '
            f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15">',
            f'<rect x="{-MARGIN}" y="{-MARGIN}" width="100%" height="100%" fill="{BACKGROUND}" rx="9"/>',
            # Without soft edges there are no gaps between neighbours.
            '<g shape-rendering="crispEdges">',
            *(f'<path fill="{colour}" d="{"".join(parts)}"/>' for colour, parts in self.paths().items()),
            "</g>", *self.texts, "</svg>", ""])


class Screen:
    """Trolley in a terminal of its own; all of them share one new list."""

    def __init__(self, home, width=100, height=32):
        self.width, self.height = width, height
        subprocess.run(["tic", "-x", "-o", os.path.join(home, ".terminfo"), "-"], input=TERMINAL, check=True,
                       text=True, capture_output=True)
        self.tmux = ["tmux", "-L", f"trolley-{os.getpid()}-{time.monotonic_ns()}", "-f", "/dev/null"]
        # Nothing of who makes the pictures: all files are in that home, and it is early in the afternoon.
        self.do("new-session", "-d", "-x", str(width), "-y", str(height), "env", "-i",
                f"PATH={os.environ['PATH']}", f"HOME={home}", f"TZ=HOME{time.gmtime().tm_hour - 13:+d}",
                "TERM=xterm-256color", "COLORTERM=truecolor", "LC_ALL=C.UTF-8", PROGRAM)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(self.tmux + ["kill-server"], capture_output=True)
        time.sleep(0.5)

    def do(self, *words):
        return subprocess.run(self.tmux + list(words), check=True, capture_output=True, text=True).stdout

    def press(self, *keys):
        for key in keys:
            self.do("send-keys", key)
            time.sleep(0.2)

    def type(self, text):
        self.do("send-keys", "-l", text)

    def fill(self, *texts):
        """The fields of a form, and sends it."""
        for text in texts:
            self.press("C-u")
            self.type(text)
            self.press("Tab")
        self.press("Enter")

    def add(self, *lines):
        self.press("a")
        for line in lines:
            self.type(line)
            self.press("Enter")
        self.press("Escape")

    def text(self):
        return self.do("capture-pane", "-p")

    def wait(self, text):
        end = time.monotonic() + 20
        while text not in (shown := self.text()):
            if time.monotonic() > end:
                sys.exit(f"“{text}” does not come:\n{shown}")
            time.sleep(0.05)

    def rest(self):
        """Until what was said has gone, nothing falls any more, and what was asked for has come."""
        time.sleep(8)

    def keep(self, name):
        drawing = Drawing(self.width, self.height)
        style = {}
        for y, line in enumerate(self.do("capture-pane", "-p", "-e", "-N").split("\n")[:self.height]):
            for x, chars, own in runs(line, style):
                drawing.add(x, y, chars, own)
        with open(os.path.join(DOCS, name + ".svg"), "w") as file:
            file.write(drawing.svg())


def screen(home):
    """One person, from the first launch on."""
    with Screen(home) as own:
        own.wait("Popcorn")
        own.press("*", "Space", "+", "+", "+", "+", "Right", "Right", "Space", "+", "Right", "*",
                  "Right", "Right", "Space", "2", "Space", "1", "Home")
        time.sleep(0.5)
        own.keep("screen")


def household(home):
    """Ann looks at the list while Ben, at a terminal of his own, puts something in the cart."""
    with Screen(home, height=26) as ann, Screen(home) as ben:
        ann.wait("Popcorn")
        use(ann, "household")
        ann.fill("Ann", "ann@home.example", "correct horse battery", "correct horse battery")
        ann.wait("Welcome, Ann.")
        ben.press("C-n")
        ben.wait("Again")
        ben.fill("Ben", "ben@home.example", "staple the paper", "staple the paper")
        ben.wait("Welcome, Ben.")
        ann.press("Space", "+", "+", "Right", "Right", "Space", "+")
        ann.add("6 Eggs @0.40 #dairy")
        ben.add("Honey @4.80 #pantry")
        ann.press("2", "Space", "1", "Home")
        ann.rest()
        ben.press("a")
        ben.type("Rye Bread @3.20 #bakery")
        ben.press("Enter")
        ann.wait("Ben: ")
        ann.keep("household")


def staff(home):
    """Everybody who works in the shop, three of them at a till."""
    with Screen(home, height=14) as ann, Screen(home) as ben, Screen(home) as cleo:
        ann.wait("Popcorn")
        use(ann, "staff")
        ann.fill("739154", "739154", "Ann", "Smith", "ann@shop.example", "2019-05-02")
        ann.wait("Your recovery code")
        ann.press("Enter", "5")
        for person in (("802461", "Ben", "Jones", "ben@shop.example", "2021-09-13"),
                       ("571390", "Cleo", "Okafor", "", "2024-02-29"),
                       ("294685", "Dario", "Rossi", "dario@shop.example", "2025-11-03"),
                       ("608137", "Eve", "Lindqvist", "eve@shop.example", "2026-06-15")):
            ann.press("a")
            ann.wait("New employee")
            # The PIN twice.
            ann.fill(person[0], *person)
            ann.wait(person[1] + " can sign in now.")
        for other, pin, keys in ((cleo, "294685", ["Space", "+", "Right", "Right", "Space", "L"]),
                                 (ben, "802461", ["Right", "Space", "+", "+"]),
                                 (cleo, "571390", ["Space", "+", "+", "+", "+", "+", "+", "Right", "Space"])):
            other.wait("Type your PIN")
            other.type(pin)
            other.press("Enter")
            other.wait("Welcome")
            # From the catalogue, which is there first in a shop, to the items.
            other.press(".", *keys)
        ann.press("1", ".", "Space", "+", "5")
        time.sleep(6)
        ann.keep("staff")


def wines(home):
    """A catalogue of wines; two of them are in the cart."""
    with servers.Server(servers.wines) as shop:
        choose(home, services={"wineCom": {"address": shop.address, "key": "none", "allowed": True}})
        with Screen(home, height=30) as own:
            own.wait("Popcorn")
            own.press(".", ".")
            own.wait(servers.WINES[0][1])
            own.press("Space", "Right", "Right", "Right", "Enter")
            own.wait("Add to cart")
            own.press("+", "+", "Enter", "Right", "Down")
            own.rest()
            own.keep("wines")


def map_of_store(home):
    """A store of a made-up town, with the map around it."""
    with servers.Server(servers.town) as there:
        services = {name: {"address": there.address, "allowed": True} for name in ("overpass", "nominatim")}
        services["streetMap"] = {"address": there.address + "/{z}/{x}/{y}.png", "allowed": True}
        # A map from above comes first. No plane has flown over this town: until the streets are chosen, it is
        # another map of them.
        services["satelliteMap"] = services["streetMap"]
        choose(home, services=services)
        with Screen(home) as own:
            own.wait("Popcorn")
            own.press("3", ".")
            own.wait("Find stores near you.")
            own.press("Enter")
            own.type(servers.TOWN)
            own.press("Enter")
            own.wait("▸  " + servers.SHOPS[0][0])
            own.press("*", "Enter")
            own.wait("▀")
            own.press("v")
            own.wait(servers.STREETS[0][0])
            own.rest()
            own.keep("map")


def mail(home):
    """The list, just before it is mailed."""
    choose(home, mail={"server": "smtp.home.example", "from": "Ann <ann@home.example>"})
    with Screen(home) as own:
        own.wait("Popcorn")
        own.add("2 kg Potatoes @1.20 #vegetables", "3 Tomatoes @0.45 #vegetables", "6 Eggs @0.40 #dairy",
                "2 milk", "Rye Bread @3.20 #bakery")
        own.press("2", "m")
        own.wait("Mail the list")
        own.type("ben@home.example, cleo@home.example")
        own.press("Tab", "Tab")
        own.type("The good bread, please.")
        own.rest()
        own.keep("mail")


def choose(home, **settings):
    """Settings from before the first launch. Nothing moves: what is looked at is there at once."""
    folder = os.path.join(home, ".config/trolley")
    os.makedirs(folder)
    with open(os.path.join(folder, "settings.json"), "w") as file:
        json.dump({"motion": False, **settings}, file)


def use(own, name):
    """Settings, and there the last row."""
    own.press("5", "End", "Enter")
    own.wait("one list for all")
    own.type(name)
    own.press("Enter")
    own.wait("The first")


def main():
    pictures = {"screen": screen, "household": household, "staff": staff, "wines": wines,
                "map": map_of_store, "mail": mail}
    for name in sys.argv[1:] or pictures:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            pictures[name](home)


if __name__ == "__main__":
    main()
