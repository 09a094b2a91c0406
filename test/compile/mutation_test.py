"""Every wait, origin, address and buffer of a compiled network, damaged one at a time: none goes unnoticed.

mutation_test.py --compile NPU_COMPILE --mutate MUTATE_PLACED [--model FILE] [--every N] [-- COMPILE OPTIONS]
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from compiled import DIGITS

KINDS = ("waits removed", "origins moved by 1", "addresses moved by 16", "buffers moved onto live ones")


def parse():
    own, compile_options = sys.argv[1:], []
    if "--" in own:
        cut = own.index("--")
        own, compile_options = own[:cut], own[cut + 1:]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compile", required=True)
    parser.add_argument("--mutate", required=True)
    parser.add_argument("--model", type=Path, default=DIGITS)
    parser.add_argument("--every", default="1", help="try every N-th mutant")
    options = parser.parse_args(own)
    options.compile_options = compile_options
    return options


def main():
    options = parse()
    with tempfile.TemporaryDirectory() as folder:
        placed = Path(folder) / "placed.mlir"
        subprocess.run([options.compile, options.model, "--stop-after", "placed", "-o", placed, *options.compile_options],
                       check=True)
        done = subprocess.run([options.mutate, placed, "--every", options.every, "--list"], capture_output=True, text=True,
                              check=False)
    print(done.stdout + done.stderr)
    # A kind without a single mutant has tested nothing.
    empty = [kind for kind in KINDS if not re.search(rf"^{kind}: [1-9]", done.stdout, re.MULTILINE)]
    if empty:
        print("no mutant of: " + ", ".join(empty))
    return 1 if empty or done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
