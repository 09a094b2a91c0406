"""The structure checks must be able to fail: one planted violation per rule."""
import tempfile
import unittest
from pathlib import Path

import chip_names
import house_rules
import include_rules


class PlantedInclude(unittest.TestCase):
    REFUSED = [
        ("runtime/format/blob.h", "<stddef.h>"),
        ("runtime/load.c", '"mlir/IR/Builders.h"'),
        ("runtime/load.c", '"targets/rnpu/isa.h"'),
        ("runtime/load.c", "<stdio.h>"),
        ("runtime/kernels/conv.c", '"runtime/npu.h"'),
        ("runtime/kernels/conv.c", "<stdlib.h>"),
        ("targets/rnpu/isa.h", "<stddef.h>"),
        ("targets/rnpu/verify.c", "<llvm/ADT/TypeSwitch.h>"),
        ("targets/rnpu/window.h", '"targets/rnpu/sim/tile.h"'),
        ("targets/rnpu/sim/Sim.cpp", '"targets/rnpu/RnpuTarget.h"'),
        ("targets/rnpu/sim/Sim.cpp", "<mlir/IR/Builders.h>"),
        ("targets/rnpu/sim/Sim.cpp", '"dialects/nn/NN.h"'),
        ("targets/rnpu/Emit.cpp", '"dialects/onnx/Onnx.h"'),
        ("targets/rnpu/Emit.cpp", '"passes/Passes.h"'),
        ("targets/rnpu/Emit.cpp", '"targets/other/isa.h"'),
        ("targets/rnpu/Emit.cpp", '"targets/mini/isa.h"'),
        ("targets/mini/verify.c", '"targets/rnpu/sim/sim.h"'),
        ("targets/BlobWriter.cpp", '"targets/rnpu/isa.h"'),
        ("targets/Registry.cpp", '"targets/rnpu/RnpuTarget.h"'),
        ("targets/Payload.cpp", '"mlir/IR/Builders.h"'),
        ("compiler/tools/run/Session.cpp", '"targets/rnpu/sim/sim.h"'),
        ("compiler/image/Resize.cpp", '"mlir/IR/Builders.h"'),
        ("compiler/image/Resize.cpp", '"compiler/tools/Npy.h"'),
        ("dialects/onnx/Onnx.cpp", '"dialects/nn/NN.h"'),
        ("dialects/npu/Npu.cpp", '"runtime/kernels/conv.h"'),
        ("passes/nn/Fuse.cpp", '"targets/rnpu/RnpuTarget.h"'),
        ("passes/nn/Fuse.cpp", '"compiler/Pipeline.h"'),
        ("passes/nn/Fuse.cpp", '"Fuse.h"'),
    ]
    ALLOWED = [
        ("runtime/format/blob.h", "<stdint.h>"),
        ("runtime/kernels/conv.c", "<math.h>"),
        ("runtime/port/posix.c", "<stdlib.h>"),
        ("targets/rnpu/verify.c", '"targets/rnpu/isa.h"'),
        ("targets/rnpu/verify_tile.c", '"targets/rnpu/window.h"'),
        ("targets/rnpu/sim/Sim.cpp", "<vector>"),
        ("targets/rnpu/sim/tile.c", '"targets/rnpu/window.h"'),
        ("targets/mini/verify.c", '"targets/rnpu/isa.h"'),
        ("targets/mini/MiniTarget.cpp", '"targets/rnpu/RnpuTarget.h"'),
        ("targets/Registry.cpp", '"targets/Targets.inc"'),
        ("targets/rnpu/RnpuPayload.cpp", '"targets/rnpu/sim/sim.h"'),
        ("dialects/nn/NN.cpp", '"runtime/kernels/conv.h"'),
        ("passes/nn/Fuse.cpp", '"targets/Target.h"'),
        ("compiler/import/Import.cpp", "<onnx/onnx_pb.h>"),
        ("compiler/image/Png.cpp", "<png.h>"),
        ("compiler/calibrate/Samples.cpp", '"compiler/image/Decode.h"'),
    ]

    def check(self, path, header):
        with tempfile.TemporaryDirectory() as root:
            file = Path(root) / path
            file.parent.mkdir(parents=True)
            file.write_text(f"// a file\n#include {header}\n")
            return include_rules.violations(root)

    def test_refused(self):
        for path, header in self.REFUSED:
            with self.subTest(path=path, header=header):
                found = self.check(path, header)
                self.assertEqual(len(found), 1)
                self.assertTrue(found[0].startswith(f"{path}:2:"))

    def test_allowed(self):
        for path, header in self.ALLOWED:
            with self.subTest(path=path, header=header):
                self.assertEqual(self.check(path, header), [])

    def test_every_offender_is_listed(self):
        with tempfile.TemporaryDirectory() as root:
            for name in ("a.c", "b.c"):
                (Path(root) / "runtime").mkdir(exist_ok=True)
                (Path(root) / "runtime" / name).write_text("#include <stdio.h>\n" * 2)
            self.assertEqual(len(include_rules.violations(root)), 4)


class PlantedChip(unittest.TestCase):
    # A pass that asks for a folder of targets/ or one of its presets by name; other folders may.
    def test_names(self):
        with tempfile.TemporaryDirectory() as root:
            for path, text in (("targets/tiny/presets/tiny-4.json", "{}"), ("passes/nn/A.cpp", 'isa == "tiny"\n"tiny-4"\ntinyness'),
                               ("targets/tiny/B.cpp", '"tiny"')):
                (Path(root) / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(root) / path).write_text(text)
            self.assertEqual([v.split(" names")[0] for v in chip_names.violations(root)],
                             ["passes/nn/A.cpp:1:", "passes/nn/A.cpp:2:"])


class PlantedText(unittest.TestCase):
    def test_length(self):
        self.assertEqual(house_rules.file_violations("a.c", "x\n" * 500), [])
        self.assertEqual(len(house_rules.file_violations("a.c", "x\n" * 501)), 1)

    def test_forbidden_text(self):
        for word in ("/wor" "k/x", "see /roo" "t/a", "pyp" "i.org", "// TOD" "O later"):
            with self.subTest(word=word):
                self.assertEqual(len(house_rules.file_violations("a.c", word)), 1)
        self.assertEqual(house_rules.file_violations("a.c", "framework/x and network/y"), [])

    def test_names(self):
        for path in ("passes/Uti" "ls.cpp", "passes/NnUti" "ls.h", "runtime/help" "er.c", "compiler/comm" "on/a.h"):
            with self.subTest(path=path):
                self.assertEqual(len(house_rules.file_violations(path, "")), 1)


if __name__ == "__main__":
    unittest.main()
