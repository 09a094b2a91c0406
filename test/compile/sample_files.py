"""Files that calibration tests write: pictures by the standard library alone, and small float networks."""
import base64
import struct
import zlib

import numpy as np
from onnx import TensorProto, helper, numpy_helper

# 8x8, grey 128 everywhere; and 8x8 in inks.
GREY_JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxl"
    "Z2P/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z")
CMYK_JPEG = base64.b64decode(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdfYmdoZz5NcXlwZHhcZWdj"
    "/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABQAAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oADgRDAE0AWQBLAAA/AEAgEAgP"
    "/9k=")


def png(pixels):
    """A PNG file of u8 pixels, H x W (grey) or H x W x 3."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    height, width = pixels.shape[:2]
    rows = b"".join(b"\0" + np.ascontiguousarray(row, np.uint8).tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 0 if pixels.ndim == 2 else 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def write_pngs(folder, pictures):
    """Numbered files, spread over two folders."""
    for i, picture in enumerate(pictures):
        path = folder / str(i % 2) / f"{i:04}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png(picture))


def network(path, shapes):
    """Saves a float model: each input flattened, times a matrix, and all of them added."""
    rng = np.random.default_rng(1)
    nodes, constants, sums = [], [], []
    for i, (name, shape) in enumerate(shapes.items()):
        weights = rng.normal(0, 0.1, (int(np.prod(shape[1:])), 4)).astype(np.float32)
        constants.append(numpy_helper.from_array(weights, f"w{i}"))
        nodes.append(helper.make_node("Flatten", [name], [f"flat{i}"], name=f"/flatten{i}"))
        nodes.append(helper.make_node("Gemm", [f"flat{i}", f"w{i}"], [f"sum{i}"], name=f"/gemm{i}"))
        sums.append(f"sum{i}")
    last = sums[0]
    for i, other in enumerate(sums[1:]):
        nodes.append(helper.make_node("Add", [last, other], [f"add{i}"], name=f"/add{i}"))
        last = f"add{i}"
    batch = next(iter(shapes.values()))[0]
    graph = helper.make_graph(
        nodes, "network", [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in shapes.items()],
        [helper.make_tensor_value_info(last, TensorProto.FLOAT, [batch, 4])], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    path.write_bytes(model.SerializeToString())
