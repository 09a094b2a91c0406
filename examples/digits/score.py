"""Prints what the demo shows: accuracy on the held-out digits, of the float network and on the NPU side by
side, the NPU/CPU assignment and the memory plan.
score.py --int8 DIR [--float DIR] --labels FILE [--report DIR]
"""
import argparse
import csv
import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np


def answers(outputs, count):
    """The arg-max of the first output of each sample."""
    files = sorted(outputs.glob("0*.npy"))
    if len(files) != 1:
        sys.exit(f"score: '{outputs}' holds {len(files)} files 0*.npy, want 1")
    logits = np.load(files[0])
    if logits.size != 10 * count:
        sys.exit(f"score: '{files[0]}' has shape {logits.shape}, want {count}x10")
    return logits.reshape(-1, 10).argmax(axis=1)


def print_report(report):
    print("\nassignment")
    counts = Counter((row["op"], row["device"]) for row in report["assignment"])
    for (op, device), count in sorted(counts.items()):
        print(f"  {op:<18} {device:<4} {count}")
    print("\nmemory")
    rows = Counter()
    for row in report["memory"]:
        rows[row["space"]] = max(rows[row["space"]], int(row["offset"]) + int(row["bytes"]))
    for space, top in sorted(rows.items()):
        print(f"  {space:<18} {top:>8} bytes")
    for key in ("sram_bytes", "sram_peak_bytes", "constant_bytes", "arena_bytes",
                "arena_lower_bound_bytes", "blob_bytes"):
        if report["totals"].get(key) is not None:
            print(f"  {key:<24} {report['totals'][key]:>8}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--int8", required=True, type=Path)
    parser.add_argument("--float", type=Path)
    parser.add_argument("--labels", required=True, type=Path)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--least", type=float, default=0.965, help="exit 1 below this accuracy")
    options = parser.parse_args()

    labels = np.array([int(row[0]) for row in csv.reader(options.labels.read_text().splitlines())])
    total, found = len(labels), {}
    for name, folder in [("float", options.float), ("int8 on the NPU", options.int8)]:
        if folder:
            found[name] = answers(folder, total)
            right = int((found[name] == labels).sum())
            print(f"{name:<16} accuracy {100 * right / total:.2f} % ({right} of {total})")
    if options.float:
        print(f"answers that differ: {int((found['float'] != found['int8 on the NPU']).sum())}")
    if options.report:
        print_report(json.loads((options.report / "report.json").read_text()))
    sys.exit(0 if right >= options.least * total else 1)


if __name__ == "__main__":
    main()
