"""Passes ask the target: none names a chip.

Usage: chip_names.py ROOT. Lists every violation; exit status 1 if any.
"""
import re
import sys
from pathlib import Path

from sources import project_files

SUFFIXES = {".h", ".cpp", ".td", ".inc", ".txt"}


def chips(root):
    """The folders of targets/, and their presets."""
    folders = [p for p in (Path(root) / "targets").iterdir() if p.is_dir()]
    return sorted({f.name for f in folders} | {p.stem for f in folders for p in f.glob("presets/*.json")})


def violations(root):
    """All violations under `root`, as 'file:line: text' lines."""
    named = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, chips(root)))})(?![\w-])")
    found = []
    for path in project_files(root, SUFFIXES):
        if not path.startswith("passes/"):
            continue
        text = (Path(root) / path).read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            for name in named.findall(line):
                found.append(f"{path}:{number}: names the chip '{name}'; ask the target for the property")
    return found


def main():
    found = violations(sys.argv[1])
    print("\n".join(found) if found else "no pass names a chip")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
