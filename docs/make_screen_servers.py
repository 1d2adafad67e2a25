"""The servers behind the pictures of make-screen.py, on this machine alone: a catalogue of wines in the
format of wine.com, and a town with its shops, its geocoder and the tiles of its map.

Wines, shops, streets and labels are made up here and drawn here; nothing is anyone's data.
"""
import json
import math
import re
import struct
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote_plus, urlsplit


class Server:
    """Answers on a free port until the block ends: `answer(path, query, address)` gives the type and the
    bytes of an answer, or nothing."""

    def __init__(self, answer):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self, form=""):
                parts = urlsplit(self.path)
                query = {name: texts[0] for name, texts in parse_qs(form or parts.query).items()}
                kind, body = answer(parts.path, query, address) or ("text/plain", b"")
                self.send_response(200 if body else 404)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self):
                self.do_GET(self.rfile.read(int(self.headers["Content-Length"])).decode())

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = address = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def in_json(value):
    return "application/json", json.dumps(value).encode()


def png(width, height, colour):
    """A picture as a PNG file; `colour(x, y)` gives the red, green, blue and opacity of a pixel."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + bytes(part for x in range(width) for part in colour(x, y))
                    for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))


def mixed(colour, other, share):
    return tuple(round(a + (b - a) * share) for a, b in zip(colour, other))


def rgb(text):
    return tuple(bytes.fromhex(text))


# The wines -----------------------------------------------------------------------------------------

RIM = rgb("9aa6b0")
# The number of a kind, the colour of what is in the glass, and of the bottle.
KINDS = {"Red": (124, "8e1837", "2b5340"), "White": (125, "f0de94", "86a65c"),
         "Rosé": (126, "f4a391", "eda593"), "Sparkling": (123, "f3e09c", "3a6a4a"),
         "Dessert": (128, "d08a2e", "6a4024")}
# Name, vineyard, kind, grape, price in cents; capsule, label, what is on the label, and how it looks.
WINES = [
    ("Lanternfield Merlot 2021", "Lanternfield", "Red", "Merlot", 1890,
     "c8a24a", "f3e9d2", "8c1c2e", "disc"),
    ("Heron’s Ladder Riesling 2023", "Heron’s Ladder", "White", "Riesling", 1450,
     "2f6f8f", "eef4f2", "2f6f8f", "hill"),
    ("Three Snails Rosé 2024", "Three Snails", "Rosé", "Grenache", 1290,
     "d9506e", "fff6ee", "d9506e", "stripes"),
    ("Quillfeather Brut", "Quillfeather", "Sparkling", "Sparkling", 2650,
     "e2bd55", "34549c", "f2dc92", "band"),
    ("Tallow Hill Syrah 2020", "Tallow Hill", "Red", "Syrah", 2240,
     "d8572a", "f0803c", "4a1d2c", "hill"),
    ("Saltmarsh Albariño 2023", "Saltmarsh", "White", "Albariño", 1675,
     "e9eef0", "3f8fb5", "f6f1dc", "checks"),
    ("Sable Point Pinot 2022", "Sable Point", "Red", "Pinot Noir", 3120,
     "a02a4e", "3a2f3c", "d8b45a", "frame"),
    ("Cloudberry Row Chenin 2022", "Cloudberry Row", "White", "Chenin Blanc", 1535,
     "e8963a", "fdf3d8", "e8963a", "disc"),
    ("Old Ferry Malbec 2021", "Old Ferry", "Red", "Malbec", 1380,
     "4f7fb8", "d9e3ea", "2f5f96", "checks"),
    ("Night Orchard Late Harvest", "Night Orchard", "Dessert", "Late harvest", 2890,
     "5a4bb0", "4a3d8f", "f2d36b", "disc"),
    ("Dovecote Rosé 2024", "Dovecote", "Rosé", "Cinsault", 1420,
     "f6e7e0", "ffffff", "e58a7b", "frame"),
    ("Miller’s Wedge Zinfandel", "Miller’s Wedge", "Red", "Zinfandel", 1960,
     "d1a13b", "2f5d3a", "f0e3b8", "band"),
    ("Fox and Ember Garnacha", "Fox and Ember", "Red", "Garnacha", 1160,
     "c7451f", "f7ead7", "c7451f", "hill"),
    ("Winterlight Blanc de Blancs", "Winterlight", "Sparkling", "Chardonnay", 3490,
     "dfe6ea", "eef3f7", "8aa7bd", "frame"),
    ("Pebble Court Sauvignon 2023", "Pebble Court", "White", "Sauvignon Blanc", 1585,
     "6aa84f", "f4f8ea", "6aa84f", "stripes"),
]
WORDS = {
    "Red": "Dark cherries and plum, a little cedar, and a long soft end. With stews and hard cheese.",
    "White": "Green apple, lemon peel and a breath of salt. Cold, with fish, salads or nothing at all.",
    "Rosé": "Wild strawberries and a dry, light finish. For long lunches out of doors.",
    "Sparkling": "Fine bubbles, brioche and pear. Dry enough for the starter, festive enough for the cake.",
    "Dessert": "Apricot, honey and orange peel, held up by fresh acidity. A small glass goes a long way.",
}


def wines(path, query, address):
    """The catalogue: a page of it, its categories, or the picture of a bottle."""
    label = re.search(r"/labels/(\d+)\.png$", path)
    if label:
        return "image/png", bottle(WINES[int(label[1])])
    done = {"Status": {"Messages": [], "ReturnCode": 0}}
    if path.endswith("/categorymap"):
        kinds = [{"Id": number, "Name": name} for name, (number, _, _) in KINDS.items()]
        return in_json({**done, "Categories": [{"Id": 4, "Name": "Wine Type", "Refinements": kinds}]})
    asked = query.get("filter", "")
    one = re.search(r"product\((\d+)\)", asked)
    kind = re.search(r"categories\(490 (\d+)\)", asked)
    found = [(number, wine) for number, wine in enumerate(WINES)
             if (not one or int(one[1]) == 700 + number) and (not kind or int(kind[1]) == KINDS[wine[2]][0])
             and all(word.lower() in wine[0].lower() for word in query.get("search", "").split())]
    if query.get("sort", "").startswith("name"):
        found.sort(key=lambda entry: entry[1][0])
    start, most = int(query.get("offset", 0)), int(query.get("size", 5))
    rows = [row(number, wine, address) for number, wine in found[start:start + most]]
    return in_json({**done, "Products": {"List": rows, "Offset": start, "Total": len(found), "Url": ""}})


def row(number, wine, address):
    name, vineyard, kind, grape, cents = wine[:5]
    return {"Id": 700 + number, "Name": name, "Url": "", "Type": "Wine", "Description": WORDS[kind],
            "Labels": [{"Id": str(number), "Name": "thumbnail", "Url": f"{address}/labels/{number}.png"}],
            "Varietal": {"Id": 138, "Name": grape, "WineType": {"Id": KINDS[kind][0], "Name": kind}},
            "Vineyard": {"Id": 9, "Name": vineyard}, "PriceRetail": cents / 100}


def bottle(wine, scale=6):
    """A bottle with its label and a glass of what is in it, 28 by 24 steps large: so many quarters of a cell
    are in a tile of the grid, where a cell is twice as high as wide."""
    kind, (capsule, label, ink), motif = wine[2], map(rgb, wine[5:8]), wine[8]
    drink, glass = map(rgb, KINDS[kind][1:])
    slim = wine[3] in ("Riesling", "Sauvignon Blanc", "Albariño")

    def colour(px, py):
        x, y = (px + 0.5) / scale, (py + 0.5) / scale
        return in_bottle(x - 9, y) or in_glass(x - 20, y) or (0, 0, 0, 0)

    def in_bottle(x, y):
        width = 2 if y < 6 else 2 + 3 * min(1, (y - 6) / (6 if slim else 3)) ** (1.4 if slim else 0.7)
        if abs(x) > width:
            return None
        if y < 4:
            return (*mixed(capsule, (0, 0, 0), 0.2 if x > 1 else 0), 255)
        if 12 <= y < 20:
            return (*on_label(x, y - 12), 255)
        # Light falls from the left.
        light = 0.3 if -3 < x < -2 or y < 8 and -1 < x < 0 else 0
        return (*mixed(mixed(glass, (255, 255, 255), light), (0, 0, 0), 0.25 if x > 3 else 0), 255)

    def on_label(x, y):
        """Ten steps wide, eight high."""
        drawn = {
            "disc": x * x + (y - 4) ** 2 < 6,
            "hill": abs(x) < (0, 1, 3, 5)[int(y) // 2],
            "stripes": int(y) % 4 >= 2,
            "band": 2 <= y < 4 or abs(x) < 1 and y >= 4,
            "checks": (int(y) // 2 + int(x + 5) // 2) % 2 == 0,
            "frame": abs(x) > 3 or y < 2 or y >= 6 or abs(x) < 1,
        }[motif]
        return ink if drawn else label

    def in_glass(x, y):
        flute = kind == "Sparkling"
        width = 4 if y < 12 else 4 - 2.5 * ((y - 12) / 4) ** 2
        width = width / 2 if flute else width
        if 4 <= y < 16 and abs(x) < width:
            if y >= 8:
                return (*mixed(drink, (255, 255, 255), 0.3 if x < -width / 2 else 0), 255)
            return (*RIM, 255) if abs(x) > width - 1 else None
        is_foot = 16 <= y < 22 and abs(x) < 1 or 22 <= y and abs(x) < 3
        return (*RIM, 255) if is_foot else None

    return png(28 * scale, 24 * scale, colour)


# The town ------------------------------------------------------------------------------------------

TOWN = "Alderbridge"
LATITUDE, LONGITUDE = 51.48, -30.12
# Name, kind, metres to the north and to the east, address, hours, telephone.
SHOPS = [
    ("Green Basket", "supermarket", 20, 95, "12 Mill Lane", "Mo-Fr 07:00-21:00; Sa-Su 08:00-21:00", "147"),
    ("Corner Larder", "convenience", -60, -90, "3 Ferry Street", "Mo-Su 06:00-23:00", "112"),
    ("Pip & Peel", "greengrocer", 250, 90, "41 Orchard Road", "Mo-Sa 08:00-18:30", "168"),
    ("Rye and Shine", "bakery", -40, 260, "8 Weir Street", "Mo-Sa 06:30-17:00", ""),
    ("The Whole Bean", "health_food", 290, 250, "27 Park Terrace", "Mo-Su 09:00-19:00", "190"),
    ("Harbour Pantry", "deli", -125, 45, "5 Wharf Road", "Tu-Su 09:00-18:00", ""),
    ("Alder Market", "supermarket", 420, -330, "1 Station Road", "Mo-Su 07:00-22:00", "101"),
    ("Northgate Foods", "supermarket", 960, 180, "88 Northgate Street", "Mo-Su 07:00-22:00", "133"),
    ("Six Hens Farm Shop", "farm", 1700, -900, "2 Fold Lane", "We-Su 09:00-17:00", ""),
    ("Quick Stop", "convenience", -640, 520, "19 Quay Street", "24/7", "120"),
    ("Bulk & Barrel", "wholesale", -1150, 1300, "4 Depot Road", "Mo-Fr 06:00-18:00", "175"),
    ("Frostline", "frozen_food", -900, -760, "60 South Street", "Mo-Sa 09:00-20:00", ""),
    ("Hilltop Grocer", "grocery", 1320, 860, "7 Beacon Hill Road", "Mo-Sa 08:00-19:00", "159"),
    ("Canal Street Foods", "supermarket", -1480, 240, "33 Canal Street", "Mo-Su 08:00-21:00", "184"),
    ("Marrow & Leek", "greengrocer", 520, 1480, "16 East Street", "Mo-Sa 08:00-18:00", ""),
    ("Penny Provisions", "discount", -300, -1620, "71 West Street", "Mo-Su 08:00-20:00", "106"),
    ("Old Dairy Stores", "convenience", 2100, 300, "9 Dairy Lane", "Mo-Su 07:00-21:00", ""),
    ("Field & Furrow", "farm", -2300, -1100, "1 Long Lane", "Th-Su 10:00-16:00", "198"),
    ("Bridgefoot Market", "supermarket", 340, 640, "22 Bridge Street", "Mo-Su 07:00-22:00", "115"),
    ("Lockside Larder", "convenience", -380, 900, "14 Lock Lane", "Mo-Su 07:00-22:00", ""),
]


# Name, kind, and the middle of each piece: metres to the north and to the east.
STREETS = [
    ("Alder Road", "primary", (-40, 150), (-15, -160), (-60, 330)),
    ("Ring Street", "secondary", (330, 30), (-300, 60), (120, -330), (90, 380)),
    ("Mill Lane", "residential", (60, 95), (150, 120)),
    ("Ferry Street", "residential", (-130, -120), (-190, -60)),
    ("Orchard Road", "residential", (240, 110), (215, 220)),
    ("Wharf Road", "residential", (-220, 160), (-190, 280)),
    ("Park Terrace", "residential", (110, -260), (200, -240)),
    ("Weir Street", "residential", (30, 250), (-90, 240)),
]


def street(name, kind, *places):
    return {"type": "way", "tags": {"highway": kind, "name": name},
            "geometry": [{"lat": LATITUDE + north / 111_195,
                          "lon": LONGITUDE + east / (111_195 * math.cos(math.radians(LATITUDE)))}
                         for north, east in places]}


def town(path, query, _):
    """Nominatim, Overpass and the tiles of the map."""
    if path == "/search":
        return in_json([{"lat": str(LATITUDE), "lon": str(LONGITUDE), "display_name": TOWN}])
    if path == "/interpreter" and "highway" in query.get("data", ""):
        return in_json({"version": 0.6, "elements": [street(*entry) for entry in STREETS]})
    if path == "/interpreter":
        return in_json({"version": 0.6, "elements": [shop(at, *entry) for at, entry in enumerate(SHOPS)]})
    numbers = re.fullmatch(r"/(\d+)/(\d+)/(\d+)\.png", path)
    return ("image/png", tile(*map(int, numbers.groups()))) if numbers else None


def shop(at, name, kind, north, east, address, hours, telephone):
    number, street = address.split(" ", 1)
    tags = {"shop": kind, "name": name, "opening_hours": hours, "addr:housenumber": number,
            "addr:street": street, "addr:city": TOWN}
    if telephone:
        # Of the numbers reserved for films and books.
        tags["phone"] = "+44 1632 960" + telephone
        tags["website"] = "https://" + re.sub("[^a-z]+", "-", name.lower()) + ".example/"
    return {"type": "node", "id": at + 1, "tags": tags, "lat": LATITUDE + north / 111_195,
            "lon": LONGITUDE + east / (111_195 * math.cos(math.radians(LATITUDE)))}


def tile(zoom, column, line):
    """A square of the map, 128 pixels wide: the same ground at every zoom, so that the squares join."""
    middle = math.radians(LATITUDE)
    side = 1 << 24  # Of the whole world in pixels of 256 to a square, at zoom 16.
    x0 = side * (LONGITUDE + 180) / 360
    y0 = side * (1 - math.log(math.tan(middle) + 1 / math.cos(middle)) / math.pi) / 2
    step = 2.0 ** (17 - zoom)
    return png(128, 128, lambda x, y: (*ground((column * 128 + x + 0.5) * step - x0,
                                               (line * 128 + y + 0.5) * step - y0), 255))


# The colours of OpenStreetMap's usual style, by which Trolley tells what is where.
WATER, PARK, WOOD, PATH = rgb("aad3df"), rgb("c8facc"), rgb("add19e"), rgb("faf8f0")
MAIN, EDGE, STREET, BUILT = rgb("fcd6a4"), rgb("e2a95c"), rgb("ffffff"), rgb("d9d0c9")
BLOCKS = [rgb(text) for text in ("f2efe9", "eeeae2", "f0ece5", "ece8e0", "f2efe9", "eef0d5")]


def ground(x, y):
    """The colour of a place on the map: pixels of zoom 16 from the middle of the town, east and south."""
    river = y - 140 + 0.32 * x - 48 * math.sin(x / 230) - 14 * math.sin(x / 71)
    # Old streets bend.
    u = 0.96 * x + 0.28 * y + 10 * math.sin(y / 130)
    v = -0.28 * x + 0.96 * y + 12 * math.sin(x / 160 + 1)
    ring = abs(math.hypot(x - 30, 1.15 * (y + 10)) - 330)
    main = min(abs(v - 24), abs(u - 18), ring, abs(u + 0.6 * v - 900))
    if main < 7:
        return MAIN
    if abs(river) < 32:
        return WATER
    if main < 10:
        return EDGE
    park = math.hypot((x + 95) / 135, (y + 150) / 88)
    if park < 1:
        if math.hypot((x + 120) / 34, (y + 140) / 20) < 1:
            return WATER
        if abs(y + 150 - 22 * math.sin(x / 38)) < 5 or abs(x + 70 - 0.4 * y) < 4:
            return PATH
        return WOOD if math.sin(x / 17) * math.sin(y / 13 + x / 40) > 0.25 else PARK
    if abs(river) < 48:
        return STREET if abs(abs(river) - 42) < 5 else PARK
    (column, u), (line, v) = divmod(u - 18, 104), divmod(v - 24, 84)
    u, v = min(u, 104 - u), min(v, 84 - v)
    if min(u, v) < 6:
        return STREET
    chance = int(column * 7 + line * 13 + column * line * 5) % 23
    if chance == 3:
        return PARK
    if min(u, v) > 26:
        return rgb("cdebb0")
    return BUILT if 12 < min(u, v) < 22 else BLOCKS[chance % len(BLOCKS)]
