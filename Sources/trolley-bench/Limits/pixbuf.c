/* gdk-pixbuf alone, as a baseline; built without its headers.
 *
 *     pixbuf make FOLDER COUNT W H      photographs of W by H pixels, as JPEG
 *     pixbuf time FILE SIDE ROUNDS      microseconds of each decoding to SIDE, a line each
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void *(*new_loader_fn)(const char *, void **);
typedef void (*set_size_fn)(void *, int, int);
typedef int (*write_fn)(void *, const unsigned char *, size_t, void **);
typedef int (*close_fn)(void *, void **);
typedef void *(*pixbuf_fn)(void *);
typedef void (*unref_fn)(void *);
typedef unsigned long (*connect_fn)(void *, const char *, void (*)(void), void *, void *, int);
typedef void *(*from_data_fn)(const unsigned char *, int, int, int, int, int, int, void *, void *);
typedef int (*save_fn)(void *, const char *, const char *, char **, char **, void **);

static void *library;
static set_size_fn set_size;
static int side;

static void *find(const char *name) {
  void *found = dlsym(library, name);
  if (!found) { fprintf(stderr, "pixbuf: no %s\n", name); exit(1); }
  return found;
}

static void sized(void *loader, int width, int height) {
  int longest = width > height ? width : height;
  if (longest > side) set_size(loader, width * side / longest, height * side / longest);
}

static double microseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int make(const char *folder, int count, int width, int height) {
  from_data_fn from_data = (from_data_fn)find("gdk_pixbuf_new_from_data");
  save_fn save = (save_fn)find("gdk_pixbuf_savev");
  unref_fn unref = (unref_fn)find("g_object_unref");
  unsigned char *pixels = malloc((size_t)width * height * 3);
  uint32_t chance = 1;
  for (int n = 0; n < count; n++) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        unsigned char *p = pixels + 3 * ((size_t)y * width + x);
        /* Gradients with noise, for about the file size of a photograph. */
        chance = chance * 1664525 + 1013904223;
        p[0] = (unsigned char)(x * 200 / width + (chance >> 27));
        p[1] = (unsigned char)(y * 200 / height + n % 20 + (chance >> 22 & 31));
        p[2] = (unsigned char)((x * x / width + y * y / width) / 6 + n % 20 + (chance >> 17 & 31));
      }
    char path[4096];
    snprintf(path, sizeof path, "%s/photo-%03d.jpg", folder, n);
    void *pixbuf = from_data(pixels, 0, 0, 8, width, height, width * 3, NULL, NULL);
    char *none[] = {NULL};
    if (!pixbuf || !save(pixbuf, path, "jpeg", none, none, NULL)) return 1;
    unref(pixbuf);
  }
  return 0;
}

static int measure(const char *path, int rounds) {
  new_loader_fn new_loader = (new_loader_fn)find("gdk_pixbuf_loader_new_with_type");
  write_fn put = (write_fn)find("gdk_pixbuf_loader_write");
  close_fn end = (close_fn)find("gdk_pixbuf_loader_close");
  pixbuf_fn pixbuf = (pixbuf_fn)find("gdk_pixbuf_loader_get_pixbuf");
  connect_fn connect = (connect_fn)find("g_signal_connect_data");
  unref_fn unref = (unref_fn)find("g_object_unref");
  set_size = (set_size_fn)find("gdk_pixbuf_loader_set_size");
  FILE *file = fopen(path, "rb");
  if (!file) return 1;
  unsigned char *bytes = malloc(4 << 20);
  size_t count = fread(bytes, 1, 4 << 20, file);
  fclose(file);
  for (int n = 0; n < rounds; n++) {
    double start = microseconds();
    void *loader = new_loader("jpeg", NULL);
    if (!loader) return 1;
    connect(loader, "size-prepared", (void (*)(void))sized, NULL, NULL, 0);
    if (!put(loader, bytes, count, NULL) || !end(loader, NULL) || !pixbuf(loader)) return 1;
    unref(loader);
    /* The first round loads libraries. */
    if (n > 0) printf("%.1f\n", microseconds() - start);
  }
  return 0;
}

int main(int argc, char **argv) {
  library = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW);
  if (!library) library = dlopen("libgdk_pixbuf-2.0.0.dylib", RTLD_NOW);
  if (!library) { fprintf(stderr, "pixbuf: not installed\n"); return 1; }
  if (argc == 6 && !strcmp(argv[1], "make") && atoi(argv[4]) > 0 && atoi(argv[5]) > 0)
    return make(argv[2], atoi(argv[3]), atoi(argv[4]), atoi(argv[5]));
  if (argc == 5 && !strcmp(argv[1], "time")) {
    side = atoi(argv[3]);
    return measure(argv[2], atoi(argv[4]));
  }
  return 64;
}
