"""The include table of docs/architecture.md, checked on every #include line.

Usage: include_rules.py ROOT. Lists every violation; exit status 1 if any.
"""
import re
import sys
from pathlib import Path

from sources import project_files

# C11 4p6: what a freestanding implementation provides.
FREESTANDING = {
    "stdint.h", "stddef.h", "stdbool.h", "stdarg.h", "limits.h", "float.h",
    "stdalign.h", "stdnoreturn.h", "iso646.h"}
VECTOR_INTRINSICS = {
    "arm_mve.h", "arm_neon.h", "immintrin.h", "emmintrin.h", "riscv_vector.h"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
MLIR = ("mlir/", "llvm/", "mlir-c/", "llvm-c/")
FOLDERS = ("runtime/", "targets/", "dialects/", "passes/", "compiler/", "test/", "bench/")
SUFFIXES = {".h", ".c", ".cpp", ".td", ".inc", ".hpp", ".cc"}

PAYLOAD = r"{own}/[a-z0-9_]+\.h$"
# A target made of another's command words: what it may include of its own folder, it may of that one's.
RELATIVES = {"targets/mini": "targets/rnpu"}


class Layer:
    """Who may be included from a set of files; `projects` match from a path's start."""

    def __init__(self, pattern, projects=(), system=frozenset(), hosted=False, mlir=False):
        self.pattern = re.compile(pattern)
        self.projects = projects
        self.system = system
        self.hosted = hosted
        self.mlir = mlir

    def projects_for(self, path):
        """Fills {own} with the file's folder of the first two levels, and its relative's."""
        parts = path.split("/")
        own = "/".join(parts[:2])
        folders = [own] + [RELATIVES[own]] if own in RELATIVES else [own]
        return [p.replace("{own}", folder) for folder in folders for p in self.projects]


# The first layer whose pattern matches a file's path decides.
LAYERS = [
    Layer(r"runtime/format/", system={"stdint.h"}),
    Layer(r"runtime/kernels/calls/", ["runtime/kernels/", "runtime/format/"], FREESTANDING | {"math.h"}),
    Layer(r"runtime/kernels/", ["runtime/kernels/"],
          FREESTANDING | VECTOR_INTRINSICS | {"math.h"}),
    # Ports adapt the core to an operating system, so they see its headers.
    Layer(r"runtime/port/", ["runtime/"], hosted=True),
    Layer(r"runtime/", ["runtime/"], FREESTANDING),
    Layer(r"targets/[^/]+/isa\.h$", ["runtime/"], {"stdint.h"}),
    # The payload half of the contract: verify.c and the C files it shares with the
    # simulator. C is snake_case and C++ CamelCase, so the name tells them apart.
    Layer(r"targets/[^/]+/[a-z0-9_]+\.[ch]$", ["runtime/", PAYLOAD], FREESTANDING),
    Layer(r"targets/[^/]+/sim/", ["runtime/", PAYLOAD, "{own}/sim/"], hosted=True),
    Layer(r"targets/[^/]+/", ["dialects/nn/", "dialects/npu/", "runtime/format/", "{own}/",
                              "targets/Target.h", "targets/Payload.h", "targets/BlobWriter.h"],
          hosted=True, mlir=True),
    # The seam: its list of targets is made by CMake, so no file of it names one.
    Layer(r"targets/Payload", ["targets/Payload.h", "targets/Targets.inc", "runtime/"], hosted=True),
    Layer(r"targets/", ["targets/Target.h", "targets/Registry.h", "targets/BlobWriter.h", "targets/Targets.inc",
                        "dialects/nn/", "dialects/npu/", "runtime/format/"],
          hosted=True, mlir=True),
    Layer(r"dialects/nn/", ["dialects/nn/", "runtime/kernels/"], hosted=True, mlir=True),
    Layer(r"dialects/", ["{own}/"], hosted=True, mlir=True),
    Layer(r"passes/", ["passes/", "dialects/", "targets/Target.h", "runtime/kernels/"],
          hosted=True, mlir=True),
    Layer(r"compiler/image/", ["compiler/image/", "runtime/"], hosted=True),
    Layer(r"compiler/", ["compiler/", "runtime/", "targets/Target.h", "targets/Registry.h", "targets/Payload.h", "dialects/",
                         "passes/"],
          hosted=True, mlir=True),
    Layer(r"test/", FOLDERS, hosted=True, mlir=True),
    Layer(r"bench/", ["runtime/"], hosted=True),
]


def includes(text):
    """Yields (line number, header, quoted) for every #include line."""
    for number, line in enumerate(text.splitlines(), 1):
        found = INCLUDE.match(line)
        if found:
            yield number, found.group(2), found.group(1) == '"'


def refusal(path, header, quoted):
    """Why `path` may not include `header`, or None if it may."""
    layer = next((l for l in LAYERS if l.pattern.match(path)), None)
    if layer is None:
        return "no row of the include table covers this file"
    if header.startswith(FOLDERS):
        allowed = layer.projects_for(path)
        if any(re.match(prefix, header) for prefix in allowed):
            return None
        return "may include of the project only: " + (", ".join(allowed) or "nothing")
    if header.startswith(MLIR):
        return None if layer.mlir else "may not include MLIR or LLVM"
    if quoted:
        return "project includes are written from the repository root"
    if layer.hosted or header in layer.system:
        return None
    return "may include of the system only: " + ", ".join(sorted(layer.system))


def violations(root):
    """All violations under `root`, as 'file:line: text' lines."""
    found = []
    for path in project_files(root, SUFFIXES):
        if not path.startswith(FOLDERS):
            continue
        text = (Path(root) / path).read_text(encoding="utf-8", errors="replace")
        for number, header, quoted in includes(text):
            why = refusal(path, header, quoted)
            if why:
                found.append(f"{path}:{number}: includes '{header}': {why}")
    return found


def main():
    found = violations(sys.argv[1])
    print("\n".join(found) if found else "include rules hold")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
