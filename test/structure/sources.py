"""Which files the structure tests look at."""
import os
from pathlib import Path

SKIPPED = ("build", ".git", ".venv", "__pycache__")


def project_files(root, suffixes):
    """Sorted paths, relative to `root`, of files with one of `suffixes` ("" = none)."""
    found = []
    for folder, folders, names in os.walk(root):
        at_root = Path(folder) == Path(root)
        folders[:] = [f for f in folders
                      if f not in SKIPPED and not (at_root and f.startswith("build"))]
        for name in names:
            path = Path(folder) / name
            if name not in SKIPPED and path.suffix in suffixes:
                found.append(path.relative_to(root).as_posix())
    return sorted(found)
