#pragma once

/* Curses for Swift: macros, globals and variadic calls as plain functions.
   Only `static inline` functions and constants: a static variable would exist once per importing
   file in a debug build. */

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1 /* declares the wide-character calls */
#endif
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <term.h>
#include <wchar.h>

static const attr_t TROLLEY_BOLD = A_BOLD;
static const attr_t TROLLEY_DIM = A_DIM;
static const attr_t TROLLEY_REVERSE = A_REVERSE;
static const attr_t TROLLEY_UNDERLINE = A_UNDERLINE;
static const attr_t TROLLEY_COVERED = A_PROTECT;
static const attr_t TROLLEY_STRIKE = A_ITALIC; /* after trolley_italic_becomes_strike() */

/* Swift 6 rejects these globals as shared mutable state. */
static inline SCREEN *trolley_newterm(const char *name) { return newterm(name, stdout, stdin); }
static inline WINDOW *trolley_stdscr(void) { return stdscr; }
static inline WINDOW *trolley_curscr(void) { return curscr; }
static inline int trolley_lines(void) { return getmaxy(stdscr); }
static inline int trolley_columns(void) { return getmaxx(stdscr); }
static inline int trolley_colors(void) { return COLORS; }
static inline int trolley_color_pairs(void) { return COLOR_PAIRS; }

/* ------------------------------------------------------------------------------- cells */

/* A blank with a look, the template for all cells with that look. The pair is passed in the
   extended parameter, so it may exceed a short. */
static inline int trolley_style(cchar_t *style, attr_t attrs, int pair) {
  const wchar_t blank[2] = {L' ', L'\0'};
  return setcchar(style, blank, attrs, 0, &pair);
}

/* The character of a cell (index 0) and its combining marks (from 1). */
static inline void trolley_glyph(cchar_t *cell, int index, uint32_t scalar) {
  if (index >= 0 && index < CCHARW_MAX) cell->chars[index] = (wchar_t)scalar;
}

/* For the last cell of the window. At each update curses checks whether it can clear the lower rows
   at once, unless the last cell is not a plain blank. With this attribute it is not, but looks the
   same. */
static inline void trolley_occupy(cchar_t *cell) {
  if (cell->chars[0] == L' ') cell->attr |= A_PROTECT;
}

/* Whether curses may shift the rest of a line. */
static inline void trolley_shift_characters(bool may) { idcok(stdscr, may); }

static inline int trolley_put(int y, int x, const cchar_t *cells, int count) {
  return mvwadd_wchnstr(stdscr, y, x, cells, count);
}

/* The number of cells that a character takes according to curses; -1 when unknown. */
static inline int trolley_width(uint32_t glyph) { return wcwidth((wchar_t)glyph); }

static inline bool trolley_codeset_is_utf8(void) {
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* ---------------------------------------------------------------------------- terminfo */

/* A string capability of the current terminal, standard or extended; NULL when it lacks it. */
static inline char *trolley_capability(const char *name) {
  char *value = tigetstr(name);
  return value == (char *)-1 ? NULL : value;
}

/* Loads a terminal description without a screen; trolley_capability() then reads from it. */
static inline bool trolley_load_terminal(const char *name) {
  int status = 0;
  return setupterm(name, 1, &status) == OK;
}

static inline void trolley_unload_terminal(void) {
  TERMINAL *loaded = set_curterm(NULL);
  if (loaded) del_curterm(loaded);
}

/* Curses has no attribute for strikethrough, and Trolley uses no italics: so in this process's copy
   of the description, the italic sequences are overwritten by those for strikethrough, which have
   the same length (ESC[3m, ESC[9m). False when the terminal has no strikethrough. */
static inline bool trolley_italic_becomes_strike(void) {
  char *on = trolley_capability("sitm"), *off = trolley_capability("ritm");
  const char *strike = trolley_capability("smxx"), *plain = trolley_capability("rmxx");
  if (!on || !off || !strike || !plain) return false;
  if (strlen(on) != strlen(strike) || strlen(off) != strlen(plain)) return false;
  memcpy(on, strike, strlen(strike));
  memcpy(off, plain, strlen(plain));
  return true;
}

/* With 256 colours, most descriptions choose between three forms of each colour sequence, and curses
   interprets that choice at every change of colour, a tenth of a frame. The last form is valid for
   all 256: in this process's copy of the description, it replaces the choice. Of the attributes that are
   set at once, those remain which Trolley uses. */
static inline void trolley_shorten(const char *name, const char *choice, const char *form) {
  char *known = trolley_capability(name);
  if (known && strcmp(known, choice) == 0) memcpy(known, form, strlen(form) + 1);
}

static inline void trolley_shorten_looks(void) {
  trolley_shorten(
      "sgr",
      "%?%p9%t\033(0%e\033(B%;\033[0%?%p6%t;1%;%?%p5%t;2%;%?%p2%t;4%;%?%p1%p3%|%t;7%;%?%p4%t;5%;"
      "%?%p7%t;8%;m",
      "\033[0%?%p6%t;1%;%?%p5%t;2%;%?%p2%t;4%;%?%p3%t;7%;m");
  trolley_shorten(
      "setaf", "\033[%?%p1%{8}%<%t3%p1%d%e%p1%{16}%<%t9%p1%{8}%-%d%e38;5;%p1%d%;m",
      "\033[38;5;%p1%dm");
  trolley_shorten(
      "setab", "\033[%?%p1%{8}%<%t4%p1%d%e%p1%{16}%<%t10%p1%{8}%-%d%e48;5;%p1%d%;m",
      "\033[48;5;%p1%dm");
}

static inline void trolley_drop_prefix(const char *name, const char *prefix) {
  char *known = trolley_capability(name);
  size_t length = strlen(prefix);
  if (known && strncmp(known, prefix, length) == 0)
    memmove(known, known + length, strlen(known + length) + 1);
}

/* Most descriptions leave the set of line-drawing characters at each change of attributes, which is
   one byte in twenty of a frame. Trolley never enters it. */
static inline void trolley_leave_line_drawing_alone(void) {
  trolley_drop_prefix("sgr0", "\033(B");
  trolley_drop_prefix("sgr", "%?%p9%t\033(0%e\033(B%;");
}

/* On resuming, curses resets the terminal's palette, which would undo the user's own colours.
   Trolley never changes the palette. */
static inline void trolley_leave_palette_alone(void) {
  char *restore = trolley_capability("oc");
  if (restore) *restore = 0;
}
