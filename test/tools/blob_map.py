"""The walk of docs/blob-format.md: an annotated hexdump of a real blob.

Usage: blob_map.py WRITE_RNPU_BLOB DOC [--write]. Compares the part of DOC between its
two markers with the dump of the blob that WRITE_RNPU_BLOB makes; --write renews it.
"""
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

BEGIN, END = "<!-- walk: begin -->\n", "<!-- walk: end -->\n"

HEADER = [("magic", "I"), ("format_major", "H"), ("format_minor", "H"), ("header_bytes", "I"),
          ("section_count", "I"), ("file_bytes", "Q"), ("section_table", "Q"), ("required_features", "Q"),
          ("isa", "I"), ("isa_major", "H"), ("isa_minor", "H"), ("checksum", "I"), ("reserved", "I"),
          ("reserved2", "Q"), ("tool_version", "32s"), ("target_name", "32s")]
SECTION = [("kind", "I"), ("encoding", "I"), ("offset", "Q"), ("bytes", "Q"), ("decoded_bytes", "Q")]
PROGRAM = [("name", "I"), ("input_count", "I"), ("output_count", "I"), ("first_tensor", "I"),
           ("first_step", "I"), ("step_count", "I"), ("arena_bytes", "Q"), ("persistent_bytes", "Q"),
           ("reserved", "Q")]
TENSOR = [("name", "I"), ("type", "B"), ("layout", "B"), ("rank", "B"), ("dynamic", "B")]
TENSOR += [(f"dims[{i}]", "Q") for i in range(8)] + [(f"strides[{i}]", "Q") for i in range(8)]
TENSOR += [("bytes", "Q"), ("region", "I"), ("alignment", "I"), ("scale", "f"), ("zero_point", "i")]
STEP = [("kind", "I"), ("name", "I"), ("commands", "Q"), ("command_bytes", "Q"), ("command_count", "I"),
        ("kernel", "I"), ("first_operand", "I"), ("operand_inputs", "H"), ("operand_outputs", "H"),
        ("attributes", "Q"), ("attribute_bytes", "Q")]
DEBUG = [("nodes", "I"), ("op", "I")]
TABLES = {2: ("program", PROGRAM), 3: ("tensor", TENSOR), 4: ("step", STEP), 11: ("debug", DEBUG)}
NAMES = {1: "strings", 2: "programs", 3: "tensors", 4: "steps", 5: "commands", 6: "constants", 7: "target",
         8: "kernels", 9: "operands", 10: "attributes", 11: "debug", 12: "metadata"}


def fields(blob, at, layout, skip_zero=False):
    """One line a field: offset, bytes, name, value."""
    lines, values = [], {}
    for name, code in layout:
        raw = blob[at:at + struct.calcsize("<" + code)]
        value, = struct.unpack("<" + code, raw)
        values[name] = value
        if isinstance(value, bytes):
            shown, raw = repr(value.rstrip(b"\0").decode()), raw.rstrip(b"\0")[:8]
        else:
            shown = f"0x{value:x}" if name in ("magic", "isa", "checksum") else str(value)
        if not (skip_zero and value == 0):
            lines.append(f"{at:6x}  {raw.hex(' '):24}  {name} = {shown}")
        at += struct.calcsize("<" + code)
    return lines, values, at


def hexdump(blob, begin, end):
    return [f"{at:6x}  {blob[at:min(at + 16, end)].hex(' ')}" for at in range(begin, end, 16)]


def strings_lines(blob, begin, end):
    lines, at = [], begin
    for text in blob[begin:end].split(b"\0")[:-1]:
        lines.append(f"{at:6x}  +{at - begin:<3} {text.decode()!r}")
        at += len(text) + 1
    return lines


def section_lines(blob, section):
    begin, end = section["offset"], section["offset"] + section["bytes"]
    if section["kind"] == 1:
        return strings_lines(blob, begin, end)
    if section["kind"] not in TABLES:
        return hexdump(blob, begin, end)
    name, layout = TABLES[section["kind"]]
    lines, at, index = [], begin, 0
    while at < end:
        lines.append(f"        {name} {index}")
        part, _, at = fields(blob, at, layout, skip_zero=True)
        lines += part
        index += 1
    return lines


def walk(blob):
    """The whole dump as Markdown."""
    header, values, _ = fields(blob, 0, HEADER)
    out = ["### Header\n", "```", *header, "```\n", "### Section table\n", "```"]
    at, found = values["section_table"], []
    for _ in range(values["section_count"]):
        lines, section, at = fields(blob, at, SECTION)
        lines[0] += f" ({NAMES.get(section['kind'], 'unknown')})"
        out += lines
        found.append(section)
    out.append("```\n")
    for section in found:
        out += [f"### Section `{NAMES.get(section['kind'], 'unknown')}`\n", "```", *section_lines(blob, section), "```\n"]
    return "\n".join(out)


def main():
    tool, doc = sys.argv[1], Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.npub"
        subprocess.run([tool, path], check=True)
        wanted = walk(path.read_bytes())
    text = doc.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    found, after = rest.split(END)
    if "--write" in sys.argv:
        doc.write_text(before + BEGIN + wanted + END + after, encoding="utf-8")
    elif found != wanted:
        print(f"{doc.name} shows another blob than {Path(tool).name} writes; renew it with --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
