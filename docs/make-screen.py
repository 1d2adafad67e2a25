#!/usr/bin/env python3
"""Makes docs/screen.svg from the real program: starts it in tmux, presses keys, keeps the screen.

    python3 docs/make-screen.py [PROGRAM] [KEY ...]

PROGRAM is .build/release/trolley by default; keys are tmux's names. Needs tmux and nothing else.
"""
import os
import re
import subprocess
import sys
import tempfile
import time
from html import escape

WIDTH, HEIGHT = 100, 32
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


def cell(x, y, char, style, out):
    fg, bg = style.get("fg", FOREGROUND), style.get("bg", BACKGROUND)
    if style.get(7):
        fg, bg = bg, fg
    left, top = x * CELL_W, y * CELL_H
    if bg != BACKGROUND:
        out.append(f'<rect x="{left}" y="{top}" width="{CELL_W}" height="{CELL_H}" fill="{bg}"/>')
    if char in BLOCKS:
        for bit, (dx, dy) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1))):
            if BLOCKS[char] >> bit & 1:
                out.append(f'<rect x="{left + dx * CELL_W / 2}" y="{top + dy * CELL_H / 2}" '
                           f'width="{CELL_W / 2}" height="{CELL_H / 2}" fill="{fg}"/>')
    elif char.strip():
        extra = ' font-weight="bold"' if style.get(1) else ""
        extra += ' opacity="0.6"' if style.get(2) else ""
        line = [n for n, code in (("underline", 4), ("line-through", 9)) if style.get(code)]
        extra += f' text-decoration="{" ".join(line)}"' if line else ""
        out.append(f'<text x="{left}" y="{top + 14}" fill="{fg}"{extra}>{escape(char)}</text>')


def main():
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ".build/release/trolley")
    keys = sys.argv[2:] or ["*", "Space", "+", "+", "+", "+", "Right", "Right", "Space", "+",
                            "Right", "*", "Right", "Right", "Space", "2", "Space", "1", "Home"]
    with tempfile.TemporaryDirectory() as folder:
        tmux = ["tmux", "-L", f"screen-{os.getpid()}", "-f", "/dev/null"]
        run = dict(check=True, capture_output=True, text=True)
        subprocess.run(tmux + ["new-session", "-d", "-x", str(WIDTH), "-y", str(HEIGHT),
                               "env", "-u", "NO_COLOR", f"TROLLEY_DATA={folder}/data", "LC_ALL=C.UTF-8",
                               f"XDG_STATE_HOME={folder}", program], **run)
        try:
            time.sleep(1)
            for key in keys:
                subprocess.run(tmux + ["send-keys", key], **run)
                time.sleep(0.2)
            time.sleep(0.5)
            text = subprocess.run(tmux + ["capture-pane", "-p", "-e"], **run).stdout
        finally:
            subprocess.run(tmux + ["kill-server"], capture_output=True)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH * CELL_W} {HEIGHT * CELL_H}" '
           f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15">',
           f'<rect width="100%" height="100%" fill="{BACKGROUND}" rx="6"/>']
    style = {}
    for y, line in enumerate(text.split("\n")[:HEIGHT]):
        x = 0
        for part in re.split(r"(\x1b\[[0-9;:]*m)", line):
            if part.startswith("\x1b["):
                apply(style, part[2:-1])
                continue
            for char in part:
                if x < WIDTH:
                    cell(x, y, char, style, out)
                x += 1
    out.append("</svg>")
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "screen.svg"), "w") as f:
        f.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
