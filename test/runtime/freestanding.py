"""The core's libraries, taken together, need nothing but what a freestanding compiler
may call itself. Usage: freestanding.py NM LIBRARY..."""
import subprocess
import sys

COMPILER_CALLS = {"memcpy", "memmove", "memset", "memcmp"}
# What instrumentation adds is not the core's own.
SANITIZER = ("__asan_", "__ubsan_", "__sanitizer_", "__stack_chk_")


def symbols(nm, libraries):
    """The defined and the undefined names of all libraries."""
    defined, wanted = set(), set()
    out = subprocess.run([nm, "-g", "--format=posix", *libraries], check=True, capture_output=True, text=True).stdout
    for line in out.splitlines():
        fields = line.split()
        if len(fields) >= 2 and len(fields[1]) == 1:
            (wanted if fields[1] in "Uw" else defined).add(fields[0])
    return defined, wanted


def main():
    nm, *libraries = sys.argv[1:]
    defined, wanted = symbols(nm, libraries)
    assert "npu_infer" in defined, "the libraries do not hold the runtime"
    foreign = sorted(n for n in wanted - defined - COMPILER_CALLS if not n.startswith(SANITIZER))
    if foreign:
        print("the runtime core needs from outside: " + ", ".join(foreign))
    return 1 if foreign else 0


if __name__ == "__main__":
    sys.exit(main())
