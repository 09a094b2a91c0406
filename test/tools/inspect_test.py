"""npu-inspect on the blob of RnpuBlob.h: each view as text and as JSON."""
import json
import struct
import unittest
import zlib

from blob_tools import BlobToolTest

HEADER_BYTES, CHECKSUM_AT = 128, 48


class InspectTest(BlobToolTest):
    tool = "npu-inspect"

    def view(self, name, variant=""):
        return json.loads(self.run_tool(self.blob(variant), f"--{name}", "--json"))[name]

    def test_summary(self):
        text = self.run_tool(self.blob())
        for line in ("format: 1.0", "isa: rnpu", "target: small", "tool: npu-compile 0.1.0"):
            self.assertIn(line, text)
        data = json.loads(self.run_tool(self.blob("uncalibrated"), "--json"))
        self.assertEqual(data["blob"]["required_features"], ["uncalibrated"])

    def test_tensors(self):
        x, y = self.view("tensors", "strided")
        self.assertEqual((x["role"], x["name"], x["type"], x["shape"], x["strides"], x["bytes"]),
                         ("input", "x", "i8", [1, 4, 3], [16, 4, 1], 16))
        self.assertEqual((y["role"], y["name"], y["scale"], y["zero_point"]), ("output", "y/out:0", 0.5, 0))
        self.assertIn("1x4x3", self.run_tool(self.blob(), "--tensors"))

    # Every command with its waits and the node behind it.
    def test_schedule(self):
        rows = self.view("schedule")
        self.assertEqual([r["opcode"] for r in rows], ["DMA", "UNARY", "DMA", "STOP"])
        self.assertEqual([r["queue"] for r in rows], ["dma0", "vxu0", "dma0", ""])
        self.assertEqual(rows[1]["waits"], [{"queue": "dma0", "count": 1}])
        self.assertEqual(rows[1]["nodes"], "/double/Mul")
        self.assertTrue(rows[0]["operands"].startswith("input0+0 -> sram+0 1x1x1x12 of 1 B"))
        self.assertIn("requantize 1x4x3i8@0", rows[1]["operands"])
        self.assertIn("dma0>=1", self.run_tool(self.blob(), "--schedule"))

    def test_cpu_steps_are_listed(self):
        last = self.view("schedule", "cpu-step")[-1]
        self.assertEqual((last["step"], last["queue"], last["operands"]), ("/post/TopK", "host", "kernel TopK"))

    def test_memory(self):
        bytes_of = {r["region"]: r["bytes"] for r in self.view("memory", "strided")}
        self.assertEqual(bytes_of["input 0 'x'"], 16)
        self.assertEqual(bytes_of["output 0 'y/out:0'"], 12)
        self.assertEqual(bytes_of["workspace (all but constants, 64-byte parts)"], 128)

    # The listed sections lie in the file, in order and aligned.
    def test_sections(self):
        rows = self.view("sections")
        self.assertEqual([r["kind"] for r in rows],
                         ["strings", "programs", "tensors", "steps", "target", "commands", "debug"])
        end = HEADER_BYTES
        for row in rows:
            self.assertEqual(row["offset"] % 64, 0)
            self.assertGreaterEqual(row["offset"], end)
            end = row["offset"] + row["bytes"]
        self.assertEqual(end, (self.dir / "small.npub").stat().st_size)

    def test_several_views_at_once(self):
        data = json.loads(self.run_tool(self.blob(), "--memory", "--sections", "--json"))
        self.assertEqual(list(data), ["memory", "sections"])

    # The checksum may be right and a command word wrong: told, not trusted.
    def test_malformed_command(self):
        offset = {r["kind"]: r["offset"] for r in self.view("sections")}["commands"]
        data = bytearray((self.dir / "small.npub").read_bytes())
        data[offset] = 200
        data[CHECKSUM_AT:CHECKSUM_AT + 4] = bytes(4)
        data[CHECKSUM_AT:CHECKSUM_AT + 4] = struct.pack("<I", zlib.crc32(data))
        (self.dir / "bad.npub").write_bytes(data)
        self.refused("step 'segment_0': command 0 is malformed", "bad.npub", "--schedule")

    def test_refused(self):
        self.refused("cannot open 'absent.npub': No such file or directory", "absent.npub")
        (self.dir / "bad.npub").write_bytes((self.dir / self.blob()).read_bytes()[:-8])
        self.refused("truncated", "bad.npub")
        self.refused("BLOB is required")


if __name__ == "__main__":
    unittest.main()
