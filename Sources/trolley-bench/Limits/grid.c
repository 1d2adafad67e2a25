/* The practical limit: a minimal ncurses program that shows n items as tiles.
 *
 *     grid [--pictures] ITEMS.jsonl
 *
 * With --pictures, tiles are as high as Trolley's, and each has a picture of as many coloured cells,
 * painted anew for every frame: what a name says is a shape and colours, computed from its first
 * word. That is the limit of the same work. Colours are those of a palette of 256.
 *
 * The file is mapped and scanned for line ends once; a line's fields are parsed only when its tile
 * is painted. Every key repaints the whole window and leaves the difference to ncurses. The filter
 * searches all names at each letter. Nothing is saved.
 *
 * Keys: arrows, PgUp PgDn g G, space, 1 2, / letters esc, q. */
#define _GNU_SOURCE
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <curses.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDE = 20, PLAIN = 4, HEAD = 2, FOOT = 2 };
enum { ART_WIDE = 10, ART_HIGH = 5, LEVELS = 6, SHADES = LEVELS * LEVELS * LEVELS };
enum { ACCENT = 1, GREEN, ART };

typedef struct {
  const char *line; /* up to the next item's */
  bool on;
} Item;

static Item *items;      /* count + 1 entries: the last is the end */
static size_t *found;    /* indices of the items that match */
static size_t count, visible, on_count, focus, top;
static int page = 1;
static bool pictures;
static int high = PLAIN;
static char query[40];

static bool load(const char *path) {
  struct stat facts;
  int file = open(path, O_RDONLY);
  if (file < 0 || fstat(file, &facts) || facts.st_size == 0) return false;
  size_t size = (size_t)facts.st_size, room = size / 100 + 64;
  const char *text = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0), *end = text + size;
  close(file);
  if (text == MAP_FAILED || !(items = malloc(room * sizeof *items))) return false;
  for (const char *at = text; at < end;) {
    if (count + 2 > room && !(items = realloc(items, (room *= 2) * sizeof *items))) return false;
    items[count] = (Item){at, at[6] == 't'};
    on_count += items[count++].on;
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    at = stop ? stop + 1 : end;
  }
  items[count].line = end;
  visible = count;
  return true;
}

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

/* The value of a field without quotes; valid until the next call for that slot. */
static const char *field(const Item *item, const char *key, int slot) {
  static char value[4][64];
  char *out = value[slot];
  const char *end = item[1].line;
  const char *at = memmem(item->line, (size_t)(end - item->line), key, strlen(key));
  size_t length = 0;
  if (at)
    for (at += strlen(key); at < end && length < 63 && !strchr("\",}", *at);) out[length++] = *at++;
  out[length] = 0;
  return out;
}

static Item *at_place(size_t place) { return &items[query[0] ? found[place] : place]; }
static size_t columns(void) { return page == 1 && COLS >= WIDE ? (size_t)(COLS / WIDE) : 1; }
static size_t rows(void) {
  int body = LINES - HEAD - FOOT, rows = page == 1 ? body / high : body;
  return rows > 0 ? (size_t)rows : 1;
}

/* A pair of colours, which ncurses learns when it is first used. `shade` is a colour of the palette's
 * cube; behind it is the one that is darker by so many levels of each primary colour. */
static int pair(int shade, int darker) {
  static bool known[SHADES * LEVELS];
  int slot = shade * LEVELS + darker, behind = 0;
  for (int weight = LEVELS * LEVELS; weight; weight /= LEVELS) {
    int level = shade / weight % LEVELS - darker;
    behind += weight * (level > 0 ? level : 0);
  }
  if (!known[slot]) init_pair((short)(ART + slot), (short)(16 + shade), (short)(16 + behind));
  known[slot] = true;
  return ART + slot;
}

/* A round thing: the first and the last row are shorter. */
static void picture(const char *name, int y, int x) {
  static const char *const blocks[] = {"▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗",
                                       "▚", "▐", "▜", "▄", "▙", "▟", "█", "▀"};
  unsigned mixed = 2166136261u;
  for (const char *at = name; *at && *at != ' '; at++)
    mixed = (mixed ^ (unsigned char)*at) * 16777619u;
  for (int row = 0; row < ART_HIGH; row++) {
    int margin = row == 0 || row == ART_HIGH - 1 ? 2 : 0;
    for (int column = margin; column < ART_WIDE - margin; column++) {
      unsigned bits = mixed * (unsigned)(row * ART_WIDE + column + 1);
      int shade = (int)(mixed % SHADES + bits / 65536 % LEVELS) % SHADES;
      color_set((short)pair(shade, 1 + (int)(bits >> 28) % (LEVELS - 1)), NULL);
      mvaddstr(y + row, x + column, blocks[bits >> 24 & 15]);
    }
  }
  attrset(A_NORMAL);
}

static void tile(size_t place, int y, int x) {
  const Item *item = at_place(place);
  bool focused = place == focus;
  const char *bar = focused ? "═════════════════" : "─────────────────";
  const char *side = focused ? "║" : "│";
  int price = atoi(field(item, "\"price\":", 0));
  attr_t look = focused ? A_BOLD | COLOR_PAIR(ACCENT) : A_DIM;
  attron(look);
  mvprintw(y, x, "%s%s%s", focused ? "╔" : "╭", bar, focused ? "╗" : "╮");
  for (int i = 1; i < high - 1; i++) mvaddstr(y + i, x, side), mvaddstr(y + i, x + WIDE - 2, side);
  mvprintw(y + high - 1, x, "%s%s%s", focused ? "╚" : "╰", bar, focused ? "╝" : "╯");
  attroff(look);
  if (pictures) {
    picture(field(item, "\"name\":\"", 1), y + 1, x + 4);
    y += ART_HIGH; /* the price is then in the frame */
  }
  if (item->on) {
    attron(COLOR_PAIR(GREEN));
    mvaddstr(y + 1, x + 2, "✓");
    attroff(COLOR_PAIR(GREEN));
  }
  mvprintw(y + 1, x + 4, "%-.13s", field(item, "\"name\":\"", 1));
  mvprintw(y + 2, x + 4, "%s × $%d.%02d", field(item, "\"qty\":", 2), price / 100, price % 100);
}

static void paint(void) {
  size_t across = columns(), down = rows(), row = focus / across;
  if (row < top) top = row;
  if (row >= top + down) top = row - down + 1;
  erase();
  attron(A_BOLD);
  mvprintw(0, 1, "%s", page == 1 ? "[1 Items]   2 Cart" : " 1 Items   [2 Cart]");
  attroff(A_BOLD);
  mvprintw(0, 24, "%zu", on_count);
  for (size_t r = 0; r < down; r++)
    for (size_t c = 0; c < across; c++) {
      size_t place = (top + r) * across + c;
      if (place >= visible) break;
      if (page == 1) {
        tile(place, HEAD + (int)r * high, 1 + (int)c * WIDE);
      } else {
        const Item *item = at_place(place);
        mvprintw(HEAD + (int)r, 1, "%s %s %-30.30s %s", place == focus ? "▸" : " ",
                 item->on ? "✓" : "☐", field(item, "\"name\":\"", 1), field(item, "\"qty\":", 2));
      }
    }
  mvprintw(LINES - 2, 1, "%zu of %zu in the cart", on_count, count);
  if (query[0]) mvprintw(LINES - 2, 40, "/%s: %zu", query, visible);
  mvaddstr(LINES - 1, 1, "space put in cart   / search   q quit   ? all keys");
  refresh();
}

static void narrow(void) {
  size_t length = strlen(query);
  focus = top = 0;
  visible = length ? 0 : count;
  for (size_t i = 0; length && i < count; i++)
    /* The name is at a fixed offset, after {"on":true, or {"on":false, */
    for (const char *at = items[i].line + (items[i].line[6] == 't' ? 19 : 20); *at != '"'; at++) {
      if ((*at | 32) != (query[0] | 32)) continue; /* usually no match */
      size_t same = 0;
      while (same < length && lower(at[same]) == query[same]) same++;
      if (same < length) continue;
      found[visible++] = i;
      break;
    }
}

static void type(int key) {
  size_t length = strlen(query);
  if (key >= ' ' && key < 127 && length + 1 < sizeof query) query[length++] = (char)lower(key);
  query[length] = 0;
  if (key == KEY_BACKSPACE && length) query[length - 1] = 0;
  narrow();
}

static bool act(int key) {
  size_t across = columns(), step = across * rows(), last = visible ? visible - 1 : 0;
  switch (key) {
  case KEY_LEFT: focus -= focus > 0; break;
  case KEY_RIGHT: focus += focus < last; break;
  case KEY_UP: focus -= focus >= across ? across : 0; break;
  case KEY_DOWN: focus += focus + across <= last ? across : 0; break;
  case KEY_PPAGE: focus -= focus < step ? focus : step; break;
  case KEY_NPAGE: focus = focus + step <= last ? focus + step : last; break;
  case 'g': focus = 0; break;
  case 'G': focus = last; break;
  case '1': case '2': page = key - '0', top = 0; break;
  case 27: query[0] = 0, narrow(); break;
  case ' ':
    if (visible) {
      Item *item = at_place(focus);
      item->on = !item->on;
      on_count += item->on ? 1 : (size_t)-1;
    }
    break;
  case 'q': return false;
  }
  return true;
}

int main(int argc, char **argv) {
  setlocale(LC_ALL, "");
  if (argc > 2 && !strcmp(argv[1], "--pictures")) {
    pictures = true;
    high += ART_HIGH - 1;
    argv++, argc--;
  }
  if (argc != 2 || !load(argv[1])) return 66;
  if (!(found = malloc((count + 1) * sizeof *found))) return 71;
  set_escdelay(25);
  initscr();
  raw();
  noecho();
  keypad(stdscr, TRUE);
  curs_set(0);
  start_color();
  use_default_colors();
  init_pair(ACCENT, COLOR_CYAN, -1);
  init_pair(GREEN, COLOR_GREEN, -1);
  for (bool typing = false, going = true; going;) {
    paint();
    int key = getch();
    if (key == KEY_RESIZE) continue;
    if (typing && key != 27) {
      type(key);
    } else {
      typing = key == '/';
      going = act(key);
    }
  }
  endwin();
  return 0;
}
