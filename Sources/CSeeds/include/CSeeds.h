// The files of seeds/ embedded in the program: no loading time, nothing more to install.
#ifndef CSEEDS_H
#define CSEEDS_H

#include <stddef.h>

const unsigned char *_Nonnull trolley_items(size_t *_Nonnull size);
const unsigned char *_Nonnull trolley_categories(size_t *_Nonnull size);
const unsigned char *_Nonnull trolley_glyph_names(size_t *_Nonnull size);

size_t trolley_picture_count(void);
/// The name of a picture; NULL for an index out of range.
const char *_Nullable trolley_picture_name(size_t index);
/// The text of a picture; NULL and size 0 for an index out of range.
const unsigned char *_Nullable trolley_picture(size_t index, size_t *_Nonnull size);

#endif
