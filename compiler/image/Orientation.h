// How the camera was held: EXIF's orientation tag.
#ifndef COMPILER_IMAGE_ORIENTATION_H
#define COMPILER_IMAGE_ORIENTATION_H

#include "compiler/image/Image.h"

#include <cstddef>

namespace npu {

/// Tag 0x0112 of the first directory of a TIFF block (what follows "Exif\0\0" in a JPEG, the eXIf chunk of a PNG): 1 to 8.
/// 1, upright, where there is no tag or the block is damaged.
unsigned exifOrientation(const uint8_t *tiff, size_t size);

/// The picture as it is to be seen: turned and mirrored as the orientation says.
Image upright(Image image, unsigned orientation);

} // namespace npu

#endif
