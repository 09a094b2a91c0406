"""Damages a blob in seeded random ways, with and without repairing its checksum, and
runs each: the runtime must end by itself, with exit status 0 or 1.

bad_blobs.py --run NPU_RUN --blob FILE --work DIR --input NAME=FILE [--edits N] [--seed S]
With a stale checksum only 1 will do. With a repaired one 0 is right where the edit hit
a weight or an unused byte. A signal, a hang or another status is a failure.
"""
import argparse
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np

TIMEOUT_SECONDS = 60
HEADER_BYTES, CHECKSUM = 128, 48


def with_checksum(content):
    """`content` with the header's CRC-32 recomputed, as runtime/format/blob.h says."""
    content = bytearray(content)
    content[CHECKSUM:CHECKSUM + 4] = bytes(4)
    content[CHECKSUM:CHECKSUM + 4] = zlib.crc32(content).to_bytes(4, "little")
    return bytes(content)


def edited(content, rng):
    """One to four edits: a flipped bit, a random byte, an extreme word. Seven of ten
    edits are past the header, in tables and commands as much as in constants."""
    content = bytearray(content)
    for _ in range(rng.integers(1, 5)):
        past = rng.random() < 0.7
        at = int(rng.integers(HEADER_BYTES, len(content)) if past else rng.integers(HEADER_BYTES))
        kind = rng.integers(3)
        if kind == 0:
            content[at] ^= 1 << int(rng.integers(8))
        elif kind == 1:
            content[at] = int(rng.integers(256))
        else:
            at -= at % 4
            word = int(rng.choice([0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, len(content)]))
            content[at:at + 4] = word.to_bytes(4, "little")
    return bytes(content)


def damages(content, edits, rng):
    """Yields (what was done, bytes, exit statuses that are right)."""
    for length in sorted({0, 3, HEADER_BYTES - 1, HEADER_BYTES, len(content) // 2, len(content) - 1}):
        yield f"cut to {length} bytes", content[:length], {1}
        if length >= HEADER_BYTES:
            yield f"cut to {length} bytes, checksum repaired", with_checksum(content[:length]), {1}
    for i in range(edits):
        damaged = edited(content, rng)
        if damaged == content:
            continue
        if i % 4 == 0 and damaged != with_checksum(damaged):
            yield f"edit {i}, stale checksum", damaged, {1}
        yield f"edit {i}, checksum repaired", with_checksum(damaged), {0, 1}


def status(options, blob):
    inputs = [part for pair in options.input for part in ("--input", pair)]
    command = [options.run, blob, *inputs, "--output-dir", options.work / "outputs"]
    try:
        return subprocess.run(command, capture_output=True, timeout=TIMEOUT_SECONDS,
                              check=False).returncode
    except subprocess.TimeoutExpired:
        return "no end"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", required=True)
    parser.add_argument("--blob", required=True, type=Path)
    parser.add_argument("--work", required=True, type=Path)
    parser.add_argument("--input", action="append", required=True, metavar="NAME=FILE")
    parser.add_argument("--edits", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)

    content, rng = options.blob.read_bytes(), np.random.default_rng(options.seed)
    if with_checksum(content) != content or status(options, options.blob) != 0:
        sys.exit("bad_blobs: the blob does not run before it is damaged")
    count, refused, failed = 0, 0, 0
    victim = options.work / "damaged.npub"
    for what, damaged, right in damages(content, options.edits, rng):
        victim.write_bytes(damaged)
        got = status(options, victim)
        count, refused = count + 1, refused + (got == 1)
        if got not in right:
            failed += 1
            kept = options.work / f"failed_{count}.npub"
            kept.write_bytes(damaged)
            print(f"{what}: FAILED: exit status {got}, want {sorted(right)}; kept as '{kept.name}'")
    print(f"{count} damaged blobs, {refused} refused, {failed} handled badly")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
