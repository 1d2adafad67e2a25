#include "CSeeds.h"

// #embed is C23, but every compiler that builds this package has it in older dialects too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char items[] = {
#embed "../../seeds/items.json"
};

static const unsigned char categories[] = {
#embed "../../seeds/categories.json"
};

static const unsigned char glyph_names[] = {
#embed "../../seeds/glyph-names.txt"
};

static const unsigned char apple[] = {
#embed "../../seeds/pictures/apple.txt"
};

static const unsigned char grapes[] = {
#embed "../../seeds/pictures/grapes.txt"
};

static const unsigned char milk[] = {
#embed "../../seeds/pictures/milk.txt"
};

static const unsigned char muffin[] = {
#embed "../../seeds/pictures/muffin.txt"
};

static const unsigned char popcorn[] = {
#embed "../../seeds/pictures/popcorn.txt"
};

static const unsigned char soda[] = {
#embed "../../seeds/pictures/soda.txt"
};

static const unsigned char strawberries[] = {
#embed "../../seeds/pictures/strawberries.txt"
};

typedef struct {
  const char *name;
  const unsigned char *bytes;
  size_t size;
} picture;

static const picture pictures[] = {
    {"apple", apple, sizeof apple},
    {"grapes", grapes, sizeof grapes},
    {"milk", milk, sizeof milk},
    {"muffin", muffin, sizeof muffin},
    {"popcorn", popcorn, sizeof popcorn},
    {"soda", soda, sizeof soda},
    {"strawberries", strawberries, sizeof strawberries},
};

static const size_t count = sizeof pictures / sizeof pictures[0];

const unsigned char *trolley_items(size_t *size) {
  *size = sizeof items;
  return items;
}

const unsigned char *trolley_categories(size_t *size) {
  *size = sizeof categories;
  return categories;
}

const unsigned char *trolley_glyph_names(size_t *size) {
  *size = sizeof glyph_names;
  return glyph_names;
}

size_t trolley_picture_count(void) { return count; }

const char *trolley_picture_name(size_t index) {
  return index < count ? pictures[index].name : NULL;
}

const unsigned char *trolley_picture(size_t index, size_t *size) {
  *size = index < count ? pictures[index].size : 0;
  return index < count ? pictures[index].bytes : NULL;
}
