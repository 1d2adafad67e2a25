#!/usr/bin/env python3
"""Makes the pictures in docs/ from the real program: starts it in tmux with nothing there yet, presses
keys as a person would, and keeps the screen.

    make build && python3 docs/make-screen.py [screen] [household] [staff]

All three when none is named. Needs tmux and nothing else.
"""
import os
import re
import subprocess
import sys
import tempfile
import time
from html import escape

DOCS = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(os.path.dirname(DOCS), ".build/release/trolley")
CELL_W, CELL_H = 9, 18
FOREGROUND, BACKGROUND = "#d0d0d0", "#121212"
BASIC = ["#1c1c1c", "#d75f5f", "#87af5f", "#d7af5f", "#5f87d7", "#af87d7", "#5fafaf", "#d0d0d0",
         "#767676", "#ff8787", "#afd787", "#ffd787", "#87afff", "#d7afff", "#87d7d7", "#ffffff"]
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


def runs(line):
    """The cells of a line, as (column, characters, style) wherever the style stays the same."""
    style, x, start, chars = {}, 0, 0, ""
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


def draw(x, y, chars, style, out):
    fg, bg = style.get("fg", FOREGROUND), style.get("bg", BACKGROUND)
    if style.get(7):
        fg, bg = bg, fg
    left, top = x * CELL_W, y * CELL_H
    if bg != BACKGROUND:
        out.append(f'<rect x="{left}" y="{top}" width="{len(chars) * CELL_W}" height="{CELL_H}" fill="{bg}"/>')
    columns, text = [], ""
    for at, char in enumerate(chars):
        if char in BLOCKS:
            block(left + at * CELL_W, top, BLOCKS[char], fg, out)
        elif char.strip():
            columns.append(str(left + at * CELL_W))
            text += char
    if text:
        extra = ' font-weight="bold"' if style.get(1) else ""
        extra += ' opacity="0.6"' if style.get(2) else ""
        decoration = [n for n, code in (("underline", 4), ("line-through", 9)) if style.get(code)]
        extra += f' text-decoration="{" ".join(decoration)}"' if decoration else ""
        # Each character has its place: a font of another width does not move them.
        out.append(f'<text x="{" ".join(columns)}" y="{top + 14}" fill="{fg}"{extra}>{escape(text)}</text>')


def block(left, top, quadrants, colour, out):
    for bits, dx, dy, width, height in ((15, 0, 0, 1, 1), (3, 0, 0, 1, .5), (12, 0, .5, 1, .5),
                                        (5, 0, 0, .5, 1), (10, .5, 0, .5, 1), (1, 0, 0, .5, .5),
                                        (2, .5, 0, .5, .5), (4, 0, .5, .5, .5), (8, .5, .5, .5, .5)):
        if quadrants & bits == bits:
            quadrants &= ~bits
            out.append(f'<rect x="{left + dx * CELL_W:g}" y="{top + dy * CELL_H:g}" '
                       f'width="{width * CELL_W:g}" height="{height * CELL_H:g}" fill="{colour}"/>')


class Screen:
    """Trolley in a terminal of its own; all of them share one new list."""

    def __init__(self, home, width=100, height=32):
        self.width, self.height = width, height
        self.tmux = ["tmux", "-L", f"trolley-{os.getpid()}-{time.monotonic_ns()}", "-f", "/dev/null"]
        home = [f"{name}={home}" for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")]
        self.do("new-session", "-d", "-x", str(width), "-y", str(height), "env", "-u", "NO_COLOR",
                "-u", "TROLLEY_DATA", "LC_ALL=C.UTF-8", *home, PROGRAM)

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

    def wait(self, text):
        end = time.monotonic() + 20
        while text not in (shown := self.do("capture-pane", "-p")):
            if time.monotonic() > end:
                sys.exit(f"“{text}” does not come:\n{shown}")
            time.sleep(0.05)

    def keep(self, name):
        out = [f'<svg xmlns="http://www.w3.org/2000/svg" '
               f'viewBox="0 0 {self.width * CELL_W} {self.height * CELL_H}" '
               f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15">',
               f'<rect width="100%" height="100%" fill="{BACKGROUND}" rx="6"/>']
        for y, line in enumerate(self.do("capture-pane", "-p", "-e").split("\n")[:self.height]):
            for x, chars, style in runs(line):
                draw(x, y, chars, style, out)
        out.append("</svg>")
        with open(os.path.join(DOCS, name + ".svg"), "w") as file:
            file.write("\n".join(out) + "\n")


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
        # Nothing that was said before, nothing that still falls.
        time.sleep(8)
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
        ann.fill("739154", "Ann", "Smith", "ann@shop.example", "2019-05-02")
        ann.wait("Welcome, Ann.")
        ann.press("5")
        for person in (("802461", "Ben", "Jones", "ben@shop.example", "2021-09-13"),
                       ("571390", "Cleo", "Okafor", "", "2024-02-29"),
                       ("294685", "Dario", "Rossi", "dario@shop.example", "2025-11-03"),
                       ("608137", "Eve", "Lindqvist", "eve@shop.example", "2026-06-15")):
            ann.press("a")
            ann.wait("New employee")
            ann.fill(*person)
            ann.wait(person[1] + " can sign in now.")
        for other, pin, keys in ((cleo, "294685", ["Space", "+", "Right", "Right", "Space", "L"]),
                                 (ben, "802461", ["Right", "Space", "+", "+"]),
                                 (cleo, "571390", ["Space", "+", "+", "+", "+", "+", "+", "Right", "Space"])):
            other.wait("Type your PIN")
            other.type(pin)
            other.press("Enter")
            other.wait("Welcome")
            other.press(*keys)
        ann.press("1", "Space", "+", "5")
        time.sleep(6)
        ann.keep("staff")


def use(own, name):
    """Settings, and there the last row."""
    own.press("5", "End", "Enter")
    own.wait("one list for all")
    own.type(name)
    own.press("Enter")
    own.wait("The first")


def main():
    pictures = {"screen": screen, "household": household, "staff": staff}
    for name in sys.argv[1:] or pictures:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            pictures[name](home)


if __name__ == "__main__":
    main()
