#!/usr/bin/env python3
"""Writes seeds/glyph-names.txt: what things are called in many languages, and the emoji for each.

    .make/glyphs.py      (Debian: apt install unicode-cldr-core unicode-data)

It joins the annotations of Unicode's CLDR with the names in .make/glyph-names.txt. How the program
reads the result is in Sources/TrolleyModel/Glyphs; names are folded here as they are there.
"""

import collections
import pathlib
import re
import unicodedata
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
ANNOTATIONS = pathlib.Path("/usr/share/unicode/cldr/common/annotations")
EMOJI = pathlib.Path("/usr/share/unicode/emoji/emoji-test.txt")

SUBGROUPS = {
    "food-fruit", "food-vegetable", "food-prepared", "food-asian", "food-marine", "food-sweet",
    "drink", "household",
}
MORE = "🐟🔋💡🕯🔦🧸🎈🎁🧦🧤🧣👕👖👟🩹💊☂🌹🌷💐🪴🌻✏🖊📎✂📓📰🔌🔧🔨🪛🧵🪡🔑💄🍽🥄🔪🍼"
LESS = "🚪🛗🪟🚽🛒🪤🛏🛋🪑🪠🛁🚿🚬🍴🍥🍡🍈"
# Where one word names several, the first is meant.
CLUSTERS = [
    "🍎🍏", "🍺🍻", "🍚🌾🍙🍘🍛🍱🍣", "🥚🍳", "🍞🥖🥪🥐🥯🫓", "🍨🍦🍧", "🍰🎂🧁🥮🥧", "🐟🍣🍥", "🍵🫖", "🍜🍝🍲",
    "🥜🌰", "🧀🍕", "🥛🍼", "🍷🥂", "🍬🍭", "🥔🍠🍟", "🌶🫑", "🍅🥫", "🧻🧼", "🥗🥬", "🍗🍖🥩", "🥩🍖", "🍊🍋",
]
# Written by hand: of these, Unicode's keywords are a last resort.
BY_HAND = {"en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "pl", "ru", "tr", "ar", "ja"}
# The head of a compound comes last in these, so their words may end others.
COMPOUNDING = {"de", "nl", "sv", "da", "no", "nn", "is", "fi", "et", "hu", "lb", "af", "fo"}
# What a thing is comes first in these: "tomates cerises".
HEAD_FIRST = {
    "fr", "es", "it", "pt", "ca", "gl", "ro", "ar", "he", "fa", "id", "ms", "vi", "sq", "cy", "ga",
    "gd", "br", "sw", "ast", "sc", "rm", "mt", "ur", "sd", "ps", "ckb", "ku", "jv", "su", "so",
}
MARKS_OF_NAMES = "~@=!"


# --- Folding, as TrolleyModel/Text does it --------------------------------------------------


def tables():
    source = (ROOT / "Sources/TrolleyModel/Text/FoldingTables.swift").read_text()
    result = {}
    for name, first in (("latin", 0xC0), ("latinAdditional", 0x1E00)):
        text = re.search(r"let %s: StaticString = \"\"\"\n(.*?)\"\"\"" % name, source, re.S)[1]
        text = "".join(line[4:].removesuffix("\\") for line in text.split("\n"))
        for at in range(0, len(text) - 1, 2):
            if text[at] != ".":
                result[first + at // 2] = text[at:at + 2].rstrip()
    pairs = "".join(re.search(r"accented =\n(.*?)\n\n", source, re.S)[1].split('"')[1::2])
    greek = {ord(pairs[at]): pairs[at + 1] for at in range(0, len(pairs) - 1, 2)}
    return result, greek


LATIN, GREEK = tables()
MARKS = [(0x300, 0x36F), (0x483, 0x489), (0x591, 0x5BD), (0x64B, 0x652), (0x670, 0x670),
         (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE00, 0xFE0F), (0xFE20, 0xFE2F),
         (0x200C, 0x200F), (0x2066, 0x2069), (0x202A, 0x202E), (0x640, 0x640)]
ARABIC = {"أ": "ا", "إ": "ا", "آ": "ا", "ة": "ه", "ى": "ي"}


def folded(text):
    result = []
    for character in unicodedata.normalize("NFC", text):
        value = ord(character)
        if any(low <= value <= high for low, high in MARKS):
            continue
        if value < 0x80:
            result.append(character.lower())
        elif value in LATIN:
            result.append(LATIN[value])
        elif value in GREEK:
            result.append(GREEK[value])
        elif character in ARABIC:
            result.append(ARABIC[character])
        elif 0xFF01 <= value <= 0xFF5E:
            result.append(chr(value - 0xFEE0).lower())
        else:
            result.append(character.lower())
    return "".join(result)


def key(name):
    """The words of a name; None for more than three, for signs and for what is too short."""
    text = "".join(
        c if c.isalnum() or unicodedata.category(c) in ("Mn", "Mc") or c == "ー" else " "
        for c in folded(name).replace("'", " ").replace("’", " "))
    words = text.split()
    if not words or len(words) > 3 or len(" ".join(words).encode()) > 48:
        return None
    joined = " ".join(words)
    return joined if len(joined.encode()) > 1 else None


# --- Unicode's annotations ------------------------------------------------------------------


def chosen_emoji():
    glyphs, subgroup = [], ""
    for line in EMOJI.read_text().splitlines():
        if line.startswith("# subgroup:"):
            subgroup = line.split(":")[1].strip()
        elif "; fully-qualified" in line and subgroup in SUBGROUPS:
            scalars = line.split(";")[0].split()
            if len(scalars) == 1 or scalars[1:] == ["FE0F"]:
                glyphs.append(chr(int(scalars[0], 16)))
    return [g for g in dict.fromkeys(glyphs + list(MORE)) if g not in LESS]


def annotations(glyphs):
    """Yields language, glyph, name, keywords."""
    for path in sorted(ANNOTATIONS.glob("*.xml")):
        language = path.stem.split("_")[0]
        if language == "root":
            continue
        names, keywords = {}, {}
        for one in ElementTree.parse(path).iter("annotation"):
            glyph = one.get("cp").replace("\ufe0f", "")
            if glyph in glyphs and one.text and "↑" not in one.text:
                if one.get("type") == "tts":
                    names[glyph] = one.text.strip()
                else:
                    keywords[glyph] = [word.strip() for word in one.text.split("|")]
        yield language, names, keywords


def meant(glyphs):
    """The one of several glyphs that a word means, or None."""
    for cluster in CLUSTERS:
        if glyphs <= set(cluster):
            return next(glyph for glyph in cluster if glyph in glyphs)
    return None


def votes_of_unicode(glyphs):
    """For each key: how much each glyph is meant by it, and by which languages."""
    votes = collections.defaultdict(lambda: collections.defaultdict(int))
    sure, languages = set(), collections.defaultdict(set)
    for language, names, keywords in annotations(set(glyphs)):
        users = collections.defaultdict(set)
        for glyph, words in keywords.items():
            for word in words:
                if key(word):
                    users[key(word)].add(glyph)
        named = {}
        for glyph, name in names.items():
            if key(name):
                named[key(name)] = glyph
        for word, glyph in named.items():
            votes[word][glyph] += 3
            sure.add(word)
            languages[word].add(language)
        for word, of in users.items():
            glyph = next(iter(of)) if len(of) == 1 else meant(of)
            if glyph is None or word in named:
                continue
            inside = glyph in names and word in (key(names[glyph]) or "")
            # Other keywords are what one does with it, or what it is like.
            if len(of) == 1 and (not inside or glyph in MORE):
                continue
            if len(word) < 3 and word.isascii():
                continue
            votes[word][glyph] += 1
            if len(of) > 1 and language not in BY_HAND:
                sure.add(word)
            languages[word].add(language)
    return votes, sure, languages


# --- The names written by hand --------------------------------------------------------------


def by_hand():
    """Groups, and lists of glyph, mark, key, language and whether it may end a compound."""
    groups, entries, section, ends = {}, [], "", False
    for line in (ROOT / ".make/glyph-names.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            section, ends = line[1:-1].split()[0], line.endswith("+]")
        elif section in ("seasonings", "flavours", "foods"):
            groups[section] = line.replace("\ufe0f", "")
        else:
            glyph, names = line.split(" ", 1)
            for name in names.split(","):
                name = name.strip()
                mark = name[0] if name[0] in MARKS_OF_NAMES else ""
                word = key(name.removeprefix(mark))
                if word:
                    entries.append((glyph.replace("\ufe0f", ""), mark, word, section, ends))
    return groups, entries


def table():
    rows = {}
    groups, entries = by_hand()
    # Names come before what says nothing, in whatever language that is.
    entries.sort(key=lambda one: (one[0] == "✗", one[1] == "@"))
    languages, enders = collections.defaultdict(set), set()
    for glyph, mark, word, language, ends in entries:
        if word not in rows or rows[word][0] == glyph:
            rows.setdefault(word, (glyph, mark))
            languages[word].add(language)
            if ends:
                enders.add(word)
    hand = set(rows)
    votes, sure, users = votes_of_unicode(chosen_emoji())
    for word, glyphs in votes.items():
        languages[word] |= users[word] if word not in hand else set()
        if word in rows:
            continue
        most = max(glyphs.values())
        best = [glyph for glyph, count in glyphs.items() if count == most]
        # A short word of one language is another word elsewhere.
        if len(best) > 1 or word not in sure and word.isascii() and len(word) < 6:
            continue
        # The shortest are also the little words of other languages: "im" is butter, "ou" an egg.
        little = word.isascii() and len(word) < 3
        rows[word] = (best[0], "=" if little else "" if word in sure else "~")
        # Shorter ones end words that mean something else: "mate" is in "climate".
        if users[word] & COMPOUNDING and word in sure and len(word) > 4:
            enders.add(word)
    lines = []
    for word, (glyph, mark) in rows.items():
        marks = mark
        if languages[word] and languages[word] <= HEAD_FIRST and glyph != "✗" and word.isascii():
            marks += "<"
        # Short endings are found in words that mean something else.
        if word in enders and " " not in word and mark in ("", "!") and (
                len(word.encode()) > 3 or word in hand and word in ("tee", "eis", "kaas", "ost")):
            marks += "+"
        lines.append((word.encode(), f"{word}\t{'-' if glyph == '✗' else glyph}{marks}\n"))
    return groups, [line for _, line in sorted(lines)]


HEADER = """\
# What things are called, and the emoji that shows them. Made by .make/glyphs.py: change the names in
# .make/glyph-names.txt, not this file.
#
# Most names are derived from the annotations of Unicode's CLDR 41, which are
# Copyright © 1991-2022 Unicode, Inc. All rights reserved. Distributed under the Terms of Use in
# https://www.unicode.org/copyright.html; the licence, Unicode-DFS-2016, is in docs/THIRD-PARTY.md.
#
# seasonings {seasonings}
# flavours {flavours}
# foods {foods}

"""


def main():
    groups, lines = table()
    text = HEADER.format(**groups) + "".join(lines)
    (ROOT / "seeds/glyph-names.txt").write_text(text)
    print(f"{len(lines)} names, {len(text.encode())} bytes")


main()
