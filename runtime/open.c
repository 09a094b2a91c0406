#include "runtime/crc32.h"
#include "runtime/npu.h"
#include "runtime/verify_tables.h"

#include <stddef.h>

typedef unsigned long long u64;

/* The sizes that blob.h promises: a compiler that pads differently must not build. */
_Static_assert(sizeof(npu_blob_header) == 128, "npu_blob_header");
_Static_assert(sizeof(npu_blob_section) == 32, "npu_blob_section");
_Static_assert(sizeof(npu_blob_program) == 48, "npu_blob_program");
_Static_assert(sizeof(npu_blob_tensor) == 160, "npu_blob_tensor");
_Static_assert(sizeof(npu_blob_step) == 56, "npu_blob_step");
_Static_assert(sizeof(npu_blob_operand) == 88, "npu_blob_operand");

#define LAST_KNOWN_SECTION NPU_SECTION_METADATA
typedef const npu_blob_section *section_set[LAST_KNOWN_SECTION + 1];

/* The writer's name may fill its field without a NUL. */
typedef struct {
  char text[NPU_BLOB_TOOL_BYTES + 1];
} tool_name;

static tool_name tool_of(const npu_blob_header *header) {
  tool_name name = {{0}};
  for (uint32_t i = 0; i < NPU_BLOB_TOOL_BYTES && header->tool_version[i]; ++i)
    name.text[i] = header->tool_version[i];
  return name;
}

static npu_status check_version(const npu_blob_header *header, npu_error *error) {
  tool_name tool = tool_of(header);
  if (header->format_major != NPU_BLOB_FORMAT_MAJOR)
    return npu_fail(error, NPU_ERROR_VERSION,
                    "blob format %u.%u (written by '%s'), but this runtime reads format %u.x; compile the model again",
                    (unsigned)header->format_major, (unsigned)header->format_minor, tool.text, NPU_BLOB_FORMAT_MAJOR);
  uint64_t unknown = header->required_features & ~NPU_FEATURES_KNOWN;
  if (unknown)
    return npu_fail(error, NPU_ERROR_VERSION,
                    "the blob (written by '%s') requires features 0x%llx, which this runtime %u.%u.%u does not know",
                    tool.text, (u64)unknown, NPU_VERSION_MAJOR, NPU_VERSION_MINOR, NPU_VERSION_PATCH);
  return NPU_OK;
}

static uint32_t checksum_of(const uint8_t *bytes, uint64_t size) {
  static const uint8_t zero[4];
  const uint64_t at = offsetof(npu_blob_header, checksum);
  uint32_t crc = npu_crc32(0, bytes, at);
  crc = npu_crc32(crc, zero, 4);
  return npu_crc32(crc, bytes + at + 4, size - at - 4);
}

static npu_status check_header(const uint8_t *bytes, uint64_t size, npu_error *error) {
  const npu_blob_header *header = (const npu_blob_header *)bytes;
  if (size >= 4 && header->magic != NPU_BLOB_MAGIC)
    return npu_fail(error, NPU_ERROR_FORMAT, "not an NPU blob: it starts with 0x%x, not with 0x%x (\"NPUB\")",
                    header->magic, NPU_BLOB_MAGIC);
  if (size < sizeof *header)
    return npu_fail(error, NPU_ERROR_FORMAT, "truncated: %llu bytes, the header alone has %u", (u64)size,
                    (unsigned)sizeof *header);
  npu_status status = check_version(header, error);
  if (status)
    return status;
  if (header->file_bytes != size)
    return npu_fail(error, NPU_ERROR_FORMAT, "%s: %llu bytes, the header says %llu",
                    size < header->file_bytes ? "truncated" : "trailing bytes", (u64)size, (u64)header->file_bytes);
  uint32_t checksum = checksum_of(bytes, size);
  if (checksum != header->checksum)
    return npu_fail(error, NPU_ERROR_FORMAT, "corrupt: checksum 0x%x, the header says 0x%x", checksum, header->checksum);
  if (header->header_bytes < sizeof *header || header->reserved || header->reserved2)
    return npu_fail(error, NPU_ERROR_FORMAT, "header of %u bytes, at least %u wanted, or a reserved field is set",
                    header->header_bytes, (unsigned)sizeof *header);
  if (header->target_name[NPU_BLOB_TARGET_BYTES - 1])
    return npu_fail(error, NPU_ERROR_FORMAT, "the target name in the header has no end");
  if (header->section_table % 8 || header->section_table < header->header_bytes ||
      !npu_range_fits(header->section_table, (uint64_t)header->section_count * sizeof(npu_blob_section), size))
    return npu_fail(error, NPU_ERROR_FORMAT, "section table: %u entries at byte %llu do not fit the file of %llu bytes",
                    header->section_count, (u64)header->section_table, (u64)size);
  return NPU_OK;
}

static int overlap(uint64_t a, uint64_t a_bytes, uint64_t b, uint64_t b_bytes) {
  return a_bytes && b_bytes && a < b + b_bytes && b < a + a_bytes;
}

static const char *section_defect(const npu_blob_header *header, const npu_blob_section *section) {
  if (section->encoding != NPU_ENCODING_RAW)
    return "unknown encoding";
  if (section->decoded_bytes != section->bytes)
    return "stored and decoded bytes differ though it is raw";
  if (section->offset % NPU_BLOB_ALIGN)
    return "offset is not a multiple of 64";
  if (!npu_range_fits(section->offset, section->bytes, header->file_bytes))
    return "outside the file";
  if (overlap(section->offset, section->bytes, 0, header->header_bytes) ||
      overlap(section->offset, section->bytes, header->section_table,
              (uint64_t)header->section_count * sizeof *section))
    return "overlaps the header or the section table";
  return 0;
}

/* Each section is checked against those found before it. */
static npu_status add_section(section_set found, uint32_t index, const npu_blob_section *section, npu_error *error) {
  if (section->kind == 0 || section->kind > LAST_KNOWN_SECTION)
    return NPU_OK; /* a later minor version's: skipped */
  if (found[section->kind])
    return npu_fail(error, NPU_ERROR_FORMAT, "section %u: a second section of kind %u", index, section->kind);
  for (uint32_t kind = 1; kind <= LAST_KNOWN_SECTION; ++kind)
    if (found[kind] && overlap(section->offset, section->bytes, found[kind]->offset, found[kind]->bytes))
      return npu_fail(error, NPU_ERROR_FORMAT, "section %u (kind %u): overlaps the section of kind %u", index,
                      section->kind, kind);
  found[section->kind] = section;
  return NPU_OK;
}

static npu_status find_sections(const npu_blob_header *header, section_set found, npu_error *error) {
  const npu_blob_section *table = (const npu_blob_section *)((const uint8_t *)header + header->section_table);
  for (uint32_t i = 0; i < header->section_count; ++i) {
    const char *defect = section_defect(header, &table[i]);
    if (defect)
      return npu_fail(error, NPU_ERROR_FORMAT, "section %u (kind %u): %s", i, table[i].kind, defect);
    npu_status status = add_section(found, i, &table[i], error);
    if (status)
      return status;
  }
  return NPU_OK;
}

static const void *section_bytes(const npu_blob *blob, section_set found, uint32_t kind, uint64_t *bytes) {
  *bytes = found[kind] ? found[kind]->bytes : 0;
  /* Never null, so that offsets into an empty section are valid pointers too. */
  return blob->bytes + (found[kind] ? found[kind]->offset : 0);
}

/* Sets *count to the entries of a table, or *bad to its kind when its size is no whole number of them. */
static const void *section_entries(const npu_blob *blob, section_set found, uint32_t kind, uint64_t entry_bytes,
                                   uint32_t *count, uint32_t *bad) {
  uint64_t bytes;
  const void *entries = section_bytes(blob, found, kind, &bytes);
  if (bytes % entry_bytes || bytes / entry_bytes > UINT32_MAX)
    *bad = kind;
  *count = (uint32_t)(bytes / entry_bytes);
  return entries;
}

static npu_status view_sections(npu_blob *blob, section_set found, npu_error *error) {
  uint32_t bad = 0;
#define TABLE(field, count, kind) \
  blob->field = section_entries(blob, found, kind, sizeof *blob->field, &blob->count, &bad)
#define BYTES(field, size, kind) blob->field = section_bytes(blob, found, kind, &blob->size)
  BYTES(strings, strings_bytes, NPU_SECTION_STRINGS);
  TABLE(programs, program_count, NPU_SECTION_PROGRAMS);
  TABLE(tensors, tensor_count, NPU_SECTION_TENSORS);
  TABLE(steps, step_count, NPU_SECTION_STEPS);
  BYTES(commands, command_bytes, NPU_SECTION_COMMANDS);
  BYTES(constants, constant_bytes, NPU_SECTION_CONSTANTS);
  BYTES(target, target_bytes, NPU_SECTION_TARGET);
  TABLE(kernels, kernel_count, NPU_SECTION_KERNELS);
  TABLE(operands, operand_count, NPU_SECTION_OPERANDS);
  BYTES(attributes, attribute_bytes, NPU_SECTION_ATTRIBUTES);
  TABLE(debug, debug_count, NPU_SECTION_DEBUG);
  BYTES(metadata, metadata_bytes, NPU_SECTION_METADATA);
#undef TABLE
#undef BYTES
  if (bad)
    return npu_fail(error, NPU_ERROR_FORMAT, "section of kind %u: its bytes are not a whole number of entries", bad);
  return NPU_OK;
}

npu_status npu_blob_open(npu_blob *blob, const void *bytes, uint64_t size, npu_error *error) {
  if (!blob || !bytes)
    return npu_fail(error, NPU_ERROR_ARGUMENT, "npu_blob_open: a null pointer");
  if ((uintptr_t)bytes % 8)
    return npu_fail(error, NPU_ERROR_ARGUMENT, "npu_blob_open: the blob's bytes must be 8-byte aligned");
  npu_status status = check_header(bytes, size, error);
  if (status)
    return status;
  npu_blob view = {0};
  view.bytes = bytes;
  view.size = size;
  view.header = bytes;
  section_set found = {0};
  if ((status = find_sections(view.header, found, error)) || (status = view_sections(&view, found, error)) ||
      (status = npu_verify_strings(&view, error)) || (status = npu_verify_tensors(&view, error)) ||
      (status = npu_verify_steps(&view, error)) || (status = npu_verify_operands(&view, error)) ||
      (status = npu_verify_programs(&view, error)))
    return status;
  *blob = view;
  return NPU_OK;
}

const char *npu_blob_string(const npu_blob *blob, uint32_t offset) { return blob->strings + offset; }
