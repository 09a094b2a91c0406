"""report.json fits its schema and agrees with the network and with its own tables."""
import csv
import json

import jsonschema

from compiled import DIGITS, ROOT, CompileTest, main


class ReportTest(CompileTest):
    def setUp(self):
        super().setUp()
        self.compile(DIGITS, "-o", "a.npub", "--report", "report")
        self.report = json.loads((self.dir / "report" / "report.json").read_text())

    def test_schema(self):
        schema = json.loads((ROOT / "docs" / "report.schema.json").read_text())
        jsonschema.validate(self.report, schema)

    # Every node of the file has exactly one row; nothing falls back.
    def test_every_node_is_assigned(self):
        import onnx
        model = onnx.load(str(DIGITS))
        wanted = sorted(n.name for n in model.graph.node if n.op_type != "Constant")
        rows = self.report["assignment"]
        self.assertEqual(sorted(r["node"] for r in rows if r["op"] != "Constant"), wanted)
        self.assertEqual([r for r in rows if r["device"] == "cpu"], [])
        self.assertTrue(all(r["reason"] for r in rows))

    # The rewrites are listed, with the nodes they joined.
    def test_fusions(self):
        fired = [row for row in self.report["fusions"] if row["fired"]]
        self.assertIn(["conv1", "conv1_relu"], [row["nodes"] for row in fired])
        self.assertTrue(all(row["why"] for row in self.report["fusions"]))

    # The work counted in commands is the work of the network.
    def test_macs(self):
        import onnx
        model = onnx.shape_inference.infer_shapes(onnx.load(str(DIGITS)))
        shapes = {v.name: [d.dim_value for d in v.type.tensor_type.shape.dim]
                  for v in [*model.graph.value_info, *model.graph.output]}
        weights = {i.name: list(i.dims) for i in model.graph.initializer}
        through = {n.output[0]: n.input[0] for n in model.graph.node if n.op_type == "DequantizeLinear"}
        wanted = 0
        for node in model.graph.node:
            if node.op_type not in ("Conv", "Gemm"):
                continue
            weight = weights[through[node.input[1]]]
            pixels = 1
            for extent in shapes[node.output[0]][2:]:
                pixels *= extent
            count = pixels
            for extent in weight:
                count *= extent
            wanted += count
        self.assertEqual(self.report["totals"]["macs"], wanted)

    # On-chip buffers lie inside the memory, and buffers alive at once lie apart.
    def test_memory_plan(self):
        rows = [r for r in self.report["memory"] if r["space"] == "sram"]
        self.assertTrue(rows)
        self.assertLessEqual(max(r["offset"] + r["bytes"] for r in rows), self.report["totals"]["sram_bytes"])
        for i, a in enumerate(rows):
            for b in rows[:i]:
                alive = a["first"] <= b["last"] and b["first"] <= a["last"]
                overlap = a["offset"] < b["offset"] + b["bytes"] and b["offset"] < a["offset"] + a["bytes"]
                self.assertFalse(alive and overlap, (a, b))

    # The tables repeat the JSON.
    def test_tables(self):
        for name in ("assignment", "layers", "memory"):
            with open(self.dir / "report" / f"{name}.csv", newline="") as file:
                table = list(csv.DictReader(file))
            self.assertEqual(len(table), len(self.report[name]))
            for row, wanted in zip(table, self.report[name]):
                for column, text in row.items():
                    value = wanted.get(column)
                    if isinstance(value, str):
                        self.assertEqual(text, value)
                    elif isinstance(value, int):
                        self.assertEqual(int(text), value)


if __name__ == "__main__":
    main()
