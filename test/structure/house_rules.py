"""House rules on the text of files: length, and words that do not belong here.

Usage: house_rules.py ROOT. Lists every violation; exit status 1 if any.
"""
import re
import sys
from pathlib import Path

from sources import project_files

MAX_LINES = 500
CODE = {".h", ".c", ".cpp", ".py", ".cmake", ".sh"}
TEXT = CODE | {"", ".md", ".td", ".txt", ".json", ".mlir", ".csv", ".inc"}

# Written in pieces, so that this file passes its own check. A source that names a
# folder of one machine or a package server only works where it was written.
FORBIDDEN = [re.compile(pattern) for pattern in (
    r"(?<![\w./-])/wor" r"k/", r"/tmp/bas" r"h_jobs", r"/roo" r"t/", r"/hom" r"e/\w",
    r"pyp" r"i\.org", r"pythonhoste" r"d\.org", r"deb\.debia" r"n\.org",
    r"registry\.npm" r"js", r"proxy\.golan" r"g\.org",
    r"\bTOD" r"O\b", r"\bFIXM" r"E\b")]
# Drawers that collect what nobody named.
WORDS = "util|help" "er|comm" "on|manag" "er"
NAMELESS = re.compile(rf"(?:^|[/_-])(?i:{WORDS})s?(?=[./_-]|$)|[a-z](?:{WORDS.title()})s?(?=[./]|$)")


def file_violations(path, text):
    """Violations of one file, as 'file:line: text' lines."""
    found = []
    lines = text.splitlines()
    if Path(path).suffix in CODE and len(lines) > MAX_LINES:
        found.append(f"{path}:{len(lines)}: {len(lines)} lines, at most {MAX_LINES}; split by concept")
    if NAMELESS.search(path):
        found.append(f"{path}:1: the name does not say what the file holds")
    for number, line in enumerate(lines, 1):
        for pattern in FORBIDDEN:
            word = pattern.search(line)
            if word:
                found.append(f"{path}:{number}: forbidden text '{word.group(0)}'")
    return found


def violations(root):
    """All violations under `root`."""
    found = []
    for path in project_files(root, TEXT):
        text = (Path(root) / path).read_text(encoding="utf-8", errors="replace")
        found += file_violations(path, text)
    return found


def main():
    found = violations(sys.argv[1])
    print("\n".join(found) if found else "house rules hold")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
