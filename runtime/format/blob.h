/* The blob, format v1: the one contract between the compiler and the runtime.
 *
 * Little-endian. A blob is usable in place from flash or a memory map: every
 * offset is a u64 from the first byte of the header, every section starts at a
 * multiple of NPU_BLOB_ALIGN, and nothing is position dependent. Structs have no
 * implicit padding: every gap is a named `reserved` field that must be zero.
 *
 * Section payloads are arrays of the struct named beside the section kind.
 * Strings are u32 byte offsets into NPU_SECTION_STRINGS (NUL terminated UTF-8;
 * offset 0 is the empty string). docs/blob-format.md walks a real blob byte by byte.
 */
#ifndef NPU_RUNTIME_FORMAT_BLOB_H
#define NPU_RUNTIME_FORMAT_BLOB_H

#include <stdint.h>

#define NPU_BLOB_MAGIC 0x4255504Eu /* the bytes "NPUB" */
#define NPU_BLOB_FORMAT_MAJOR 1u   /* a reader refuses another major version */
#define NPU_BLOB_FORMAT_MINOR 0u   /* a reader accepts any minor version */
#define NPU_BLOB_ALIGN 64u
#define NPU_BLOB_MAX_RANK 8u
#define NPU_BLOB_TOOL_BYTES 32u
#define NPU_BLOB_TARGET_BYTES 32u

/* Bits of npu_blob_header.required_features: a reader that does not know a set
 * bit refuses the blob. Target features (i4 weights, ...) live in the target section. */
#define NPU_FEATURE_CPU_STEPS (UINT64_C(1) << 0)       /* has CPU steps */
#define NPU_FEATURE_PERSISTENT (UINT64_C(1) << 1)      /* has persistent state */
#define NPU_FEATURE_DYNAMIC_EXTENT (UINT64_C(1) << 2)  /* actual extent may be below the maximum */
#define NPU_FEATURE_UNCALIBRATED (UINT64_C(1) << 3)    /* ranges were invented: speed only */
#define NPU_FEATURES_KNOWN UINT64_C(0xF)

typedef struct {
  uint32_t magic;
  uint16_t format_major, format_minor;
  uint32_t header_bytes;  /* sizeof(npu_blob_header) of the writer */
  uint32_t section_count; /* npu_blob_section entries at section_table */
  uint64_t file_bytes;
  uint64_t section_table;
  uint64_t required_features;
  uint32_t isa;           /* NPU_ISA_*: which command words */
  uint16_t isa_major, isa_minor;
  uint32_t checksum;      /* CRC-32 (IEEE 802.3, as zlib's) of the file with this field zero */
  uint32_t reserved;
  uint64_t reserved2;
  char tool_version[NPU_BLOB_TOOL_BYTES];   /* NUL padded */
  char target_name[NPU_BLOB_TARGET_BYTES];  /* preset name, NUL padded; at least one NUL */
} npu_blob_header; /* 128 bytes */

#define NPU_ISA_RNPU 0x55504E52u /* "RNPU" */

enum npu_section_kind {
  NPU_SECTION_STRINGS = 1,   /* char[] */
  NPU_SECTION_PROGRAMS = 2,  /* npu_blob_program[] */
  NPU_SECTION_TENSORS = 3,   /* npu_blob_tensor[] */
  NPU_SECTION_STEPS = 4,     /* npu_blob_step[] */
  NPU_SECTION_COMMANDS = 5,  /* command words of the ISA, multiple of 8 bytes */
  NPU_SECTION_CONSTANTS = 6, /* bytes of region NPU_REGION_CONSTANTS */
  NPU_SECTION_TARGET = 7,    /* the ISA's configuration struct */
  NPU_SECTION_KERNELS = 8,   /* npu_blob_kernel[]: CPU kernels the blob calls */
  NPU_SECTION_OPERANDS = 9,  /* npu_blob_operand[]: operands of CPU steps */
  NPU_SECTION_ATTRIBUTES = 10, /* bytes: attributes of CPU steps, layout fixed by the kernel */
  NPU_SECTION_DEBUG = 11,    /* npu_blob_debug[]: strippable */
  NPU_SECTION_METADATA = 12  /* UTF-8 JSON for tools, strippable; the runtime never parses it */
};

enum npu_encoding { NPU_ENCODING_RAW = 0 };

typedef struct {
  uint32_t kind;     /* npu_section_kind; an unknown kind is skipped */
  uint32_t encoding; /* npu_encoding; an unknown encoding refuses the blob */
  uint64_t offset;   /* multiple of NPU_BLOB_ALIGN */
  uint64_t bytes;    /* stored bytes */
  uint64_t decoded_bytes; /* equals bytes when raw */
} npu_blob_section; /* 32 bytes */

/* DRAM regions. Inputs and outputs are one region per tensor:
 * NPU_REGION_INPUT_0 + i and NPU_REGION_OUTPUT_0 + i within their program. */
enum npu_region_id {
  NPU_REGION_CONSTANTS = 0,  /* in the blob, read only */
  NPU_REGION_ARENA = 1,      /* scratch, given by the caller, undefined at entry */
  NPU_REGION_PERSISTENT = 2, /* kept between runs, zero at first */
  NPU_REGION_INPUT_0 = 16,
  NPU_REGION_OUTPUT_0 = 144,
  NPU_REGION_COUNT = 272
};
#define NPU_MAX_INPUTS 128u
#define NPU_MAX_OUTPUTS 128u

typedef struct {
  uint32_t name;
  uint32_t input_count, output_count;
  uint32_t first_tensor; /* inputs then outputs, in ONNX order */
  uint32_t first_step, step_count; /* ranges of successive programs ascend, without overlap */
  uint64_t arena_bytes;      /* NPU_REGION_ARENA */
  uint64_t persistent_bytes; /* NPU_REGION_PERSISTENT */
  uint64_t reserved;
} npu_blob_program; /* 48 bytes */

enum npu_type {
  NPU_TYPE_F32 = 1, NPU_TYPE_F16 = 2, NPU_TYPE_I8 = 3, NPU_TYPE_U8 = 4, NPU_TYPE_I16 = 5,
  NPU_TYPE_I32 = 6, NPU_TYPE_I64 = 7, NPU_TYPE_BOOL = 8, NPU_TYPE_F64 = 9, NPU_TYPE_U16 = 10,
  NPU_TYPE_U32 = 11, NPU_TYPE_U64 = 12
};

enum npu_layout { NPU_LAYOUT_PLAIN = 0, NPU_LAYOUT_NCHW = 1, NPU_LAYOUT_NHWC = 2 };

/* One input, output or state tensor at the caller's border. */
typedef struct {
  uint32_t name;
  uint8_t type;   /* npu_type */
  uint8_t layout; /* npu_layout: how to read dims */
  uint8_t rank;   /* 0..NPU_BLOB_MAX_RANK */
  uint8_t dynamic; /* bitset: which dims may be smaller at run time (dims holds the maximum) */
  uint64_t dims[NPU_BLOB_MAX_RANK];    /* maximum extent in elements; unused are 0 */
  uint64_t strides[NPU_BLOB_MAX_RANK]; /* bytes; unused are 0 */
  uint64_t bytes;     /* of the tensor at maximum extent */
  uint32_t region;    /* npu_region_id */
  uint32_t alignment; /* bytes, required of the caller's pointer */
  float scale;        /* 0 when the tensor is not quantised */
  int32_t zero_point;
} npu_blob_tensor; /* 160 bytes */

enum npu_step_kind { NPU_STEP_SEGMENT = 1, NPU_STEP_CPU = 2 };

/* Steps run in order. A segment owns the NPU until it ends. */
typedef struct {
  uint32_t kind; /* npu_step_kind */
  uint32_t name;
  /* segment: byte range within NPU_SECTION_COMMANDS, multiples of 8; successive ones ascend, without overlap */
  uint64_t commands, command_bytes;
  uint32_t command_count;
  /* CPU step: kernel index, operands [first, first + inputs + outputs), attribute bytes */
  uint32_t kernel;
  uint32_t first_operand;
  uint16_t operand_inputs, operand_outputs;
  uint64_t attributes, attribute_bytes;
} npu_blob_step; /* 56 bytes */

typedef struct {
  uint32_t name; /* key of the kernel table */
  uint32_t version;
} npu_blob_kernel;

typedef struct {
  uint32_t region; /* npu_region_id */
  uint8_t type, rank;
  uint16_t reserved;
  uint64_t offset; /* bytes within the region */
  uint64_t bytes;
  uint64_t dims[NPU_BLOB_MAX_RANK];
} npu_blob_operand; /* 88 bytes */

/* A command's `node` field indexes this table. */
typedef struct {
  uint32_t nodes; /* string: ONNX node names, separated by ';' */
  uint32_t op;    /* string: what they became, e.g. "nn.conv" */
} npu_blob_debug;

#endif
