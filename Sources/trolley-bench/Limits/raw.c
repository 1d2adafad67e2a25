/* The physical limit: a frame of tiles in one write(), and for each key the fewest bytes that show
 * its effect. No terminfo, no curses, no data, no allocation. What is left is the kernel: exec,
 * the terminal device and the scheduler. Keys: as in grid.c. */
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { WIDE = 20, HIGH = 4, HEAD = 2, FOOT = 2 };

static char out[1 << 17];
static size_t length;
static int across = 4, down = 5, lines = 24, columns = 80, focus, page = 1;
static unsigned char on[1000];

#define SAY(...) (length += (size_t)snprintf(out + length, sizeof out - length, __VA_ARGS__))

static void send(void) {
  for (size_t sent = 0; sent < length;) {
    ssize_t n = write(1, out + sent, length - sent);
    if (n <= 0) break;
    sent += (size_t)n;
  }
  length = 0;
}

static int row(int tile) { return HEAD + 1 + tile / across * HIGH; }
static int column(int tile) { return 2 + tile % across * WIDE; }

static void measure(void) {
  struct winsize size;
  if (ioctl(1, TIOCGWINSZ, &size) || !size.ws_col || !size.ws_row) return;
  lines = size.ws_row, columns = size.ws_col;
  across = columns / WIDE, down = (lines - HEAD - FOOT) / HIGH;
  if (across < 1) across = 1;
  if (across > 20) across = 20;
  if (down < 1) down = 1;
  if (down > 50) down = 50;
}

static void frame(void) {
  SAY("\033[H\033[2J\033[1m 1 Items   2 Cart\033[m");
  for (int i = 0; page == 1 && i < across * down; i++) {
    int y = row(i), x = column(i);
    SAY("\033[%d;%dH%s\033[2m╭─────────────────╮", y, x, i == focus ? "\033[1m" : "");
    SAY("\033[%d;%dH│ %s Apple fresh %-2d│", y + 1, x, on[i] ? "✓" : " ", i % 100);
    SAY("\033[%d;%dH│   2 × $1.60     │", y + 2, x);
    SAY("\033[%d;%dH╰─────────────────╯\033[m", y + 3, x);
  }
  for (int y = HEAD + 1; page == 2 && y <= lines - FOOT; y++)
    SAY("\033[%d;2H☐ Milk organic %-20d 2", y, y);
  SAY("\033[%d;2H3 of 100 in the cart", lines - 1);
  SAY("\033[%d;2Hspace put in cart   q quit   ? all keys", lines);
}

static void move(int to) {
  if (to < 0 || to >= across * down || to == focus) return;
  SAY("\033[%d;%dH ", row(focus) + 1, column(focus) + 1);
  SAY("\033[%d;%dH▸", row(to) + 1, column(to) + 1);
  focus = to;
}

int main(void) {
  struct termios before, raw;
  char key[32];
  if (tcgetattr(0, &before)) return 1;
  raw = before;
  cfmakeraw(&raw);
  tcsetattr(0, TCSANOW, &raw);
  measure();
  SAY("\033[?1049h\033[?25l");
  frame();
  send();
  for (ssize_t n; (n = read(0, key, sizeof key)) > 0; send()) {
    if (n >= 3 && key[0] == 27) {
      switch (key[2]) {
      case 'A': move(focus - across); break;
      case 'B': move(focus + across); break;
      case 'C': move(focus + 1); break;
      case 'D': move(focus - 1); break;
      default: frame();
      }
    } else if (key[0] == ' ') {
      on[focus] ^= 1;
      SAY("\033[%d;%dH%s", row(focus) + 1, column(focus) + 2, on[focus] ? "✓" : " ");
    } else if (key[0] == 'q') {
      break;
    } else {
      if (key[0] == '1' || key[0] == '2') page = key[0] - '0';
      frame();
    }
  }
  SAY("\033[?25h\033[?1049l");
  send();
  tcsetattr(0, TCSANOW, &before);
  return 0;
}
