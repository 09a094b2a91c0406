"""Every level is a place to stop and to start again."""
from compiled import DIGITS, CompileTest, main

LEVELS = ("onnx", "nn", "quantized", "npu", "placed")


class LevelsTest(CompileTest):
    # Stopping at a level and going on from its printed IR gives the command words of the direct way: the
    # restarted IR carries no file name, so only metadata may differ.
    def test_stop_and_restart(self):
        self.compile(DIGITS, "-o", "direct.npub", "--report", "direct")
        wanted = self.call(self.npu_run, "direct.npub", "--random", "7", "--output-dir", "direct-out").returncode
        self.assertEqual(wanted, 0)
        for level in LEVELS:
            with self.subTest(level=level):
                self.compile(DIGITS, "--stop-after", level, "-o", f"{level}.mlir")
                self.compile(f"{level}.mlir", "-o", f"{level}.npub")
                self.call(self.npu_run, f"{level}.npub", "--random", "7", "--output-dir", f"{level}-out")
                for file in sorted((self.dir / "direct-out").glob("*.npy")):
                    self.assertEqual(self.bytes(f"{level}-out/{file.name}"), file.read_bytes())

    # Each level's IR holds its own dialect only.
    def test_each_level_has_its_dialect(self):
        for level, has, lacks in (("onnx", "onnx.", "nn.conv"), ("nn", "nn.conv", "onnx.Conv"),
                                  ("quantized", "!quant.uniform", "channels_first"),
                                  ("npu", "npu.conv", "nn.conv"), ("placed", "npu.conv", "nn.conv")):
            with self.subTest(level=level):
                text = self.compile(DIGITS, "--stop-after", level).stdout
                self.assertIn(has, text)
                self.assertNotIn(f" {lacks}", text)

    # --dump-ir writes one file a level.
    def test_dump_ir(self):
        self.compile(DIGITS, "-o", "a.npub", "--dump-ir", "ir")
        self.assertEqual(sorted(p.name for p in (self.dir / "ir").iterdir()),
                         [f"{i + 1}-{level}.mlir" for i, level in enumerate(LEVELS)])


if __name__ == "__main__":
    main()
