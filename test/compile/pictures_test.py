"""Calibration on pictures, u8 arrays and .npz archives gives what the same numbers in .npy files give."""
import numpy as np

from compiled import DIGITS, CompileTest, main
from sample_files import CMYK_JPEG, GREY_JPEG, network, png, write_pngs

FLOAT = DIGITS.parent / "digits-fp32.onnx"
SAMPLES = DIGITS.parent / "samples.npy"


class PicturesTest(CompileTest):
    def blob(self, path, *arguments, model=FLOAT):
        self.compile(model, "--calibration", path, "-o", "a.npub", *arguments)
        return self.bytes("a.npub")

    def refused(self, path, *arguments, model=FLOAT):
        done = self.compile(model, "--calibration", path, "-o", "refused.npub", *arguments, wants=1)
        self.assertFalse((self.dir / "refused.npub").exists())
        return done.stderr

    def pixels(self):
        """The digits' own 17 levels of grey, N x 8 x 8."""
        samples = np.load(SAMPLES)
        pixels = np.rint(samples * 16).astype(np.uint8)
        self.assertTrue((pixels / np.float32(16) == samples).all())
        return pixels[:, 0]

    # A folder of PNG files, the same pixels as u8 array, and as floats: one blob, byte for byte.
    def test_pictures_are_their_pixels(self):
        pixels = self.pixels()
        write_pngs(self.dir / "png", pixels)
        np.save(self.dir / "u8.npy", pixels[:, None])
        for method in ("minmax", "percentile:99.9"):
            wanted = self.blob(SAMPLES, "--method", method)
            self.assertEqual(self.blob("png", "--preprocess", "std=16", "--method", method), wanted)
            self.assertEqual(self.blob("u8.npy", "--preprocess", "input:color=gray,std=16", "--method", method), wanted)

    # However the samples are spread over kinds of files, in any order and with any number of threads.
    def test_kinds_mix(self):
        pixels, wanted = self.pixels(), self.blob(SAMPLES)
        order = np.random.default_rng(1).permutation(len(pixels))
        pixels = pixels[order]
        folder = self.dir / "mixed"
        write_pngs(folder, pixels[:50])
        np.save(folder / "a.npy", pixels[50:80, None])
        np.savez(folder / "0" / "b.npz", pixels[80:120, None])
        np.savez_compressed(folder / "1" / "c.npz", anything=pixels[120:300, None] / np.float32(16))
        np.save(folder / "0" / "d.npy", pixels[300:, None] / np.float32(16))
        for threads in ("1", "2"):
            self.assertEqual(self.blob("mixed", "--preprocess", "std=16", "-j", threads), wanted)

    # Colour files into a grey input, resized, by a list.
    def test_list_of_pictures(self):
        pixels = self.pixels()[:20]
        np.save(self.dir / "a.npy", pixels[:, None])
        for i, picture in enumerate(pixels):
            larger = picture.repeat(3, axis=0).repeat(3, axis=1)[..., None].repeat(3, axis=2)
            (self.dir / f"{i}.PNG").write_bytes(png(larger))
        (self.dir / "list.txt").write_text("".join(f"{i}.PNG\n" for i in range(20)))
        wanted = self.blob("a.npy", "--preprocess", "std=16")
        for interp in ("nearest", "area", "bilinear"):
            self.assertEqual(self.blob("list.txt", "--preprocess", f"std=16,resize=stretch,interp={interp}"), wanted)

    # Without --preprocess, pixels are 0..255.
    def test_defaults(self):
        pixels = self.pixels()
        write_pngs(self.dir / "png", pixels)
        np.save(self.dir / "f32.npy", pixels[:, None].astype(np.float32))
        self.assertEqual(self.blob("png"), self.blob("f32.npy"))

    # A JPEG beside PNG files, the format told by the bytes; a folder may be named like a picture.
    def test_jpeg(self):
        pixels = self.pixels()
        write_pngs(self.dir / "mixed.png", pixels)
        (self.dir / "mixed.png" / "grey.jpg").write_bytes(GREY_JPEG)
        (self.dir / "mixed.png" / "0" / "grey.png").write_bytes(GREY_JPEG)
        np.save(self.dir / "u8.npy", np.concatenate([pixels, np.full((2, 8, 8), 128, np.uint8)])[:, None])
        self.assertEqual(self.blob("mixed.png", "--preprocess", "std=16"), self.blob("u8.npy", "--preprocess", "std=16"))

    # Colour order, layout and crop, against numpy.
    def test_colour_network(self):
        pictures = np.random.default_rng(2).integers(0, 256, (30, 6, 8, 3), np.uint8)
        write_pngs(self.dir / "png", pictures)
        cut = pictures[:, :, 1:7, ::-1].astype(np.float32)
        floats = (cut - np.float32([1, 2, 3])) / np.float32([4, 8, 16])
        arguments = ("--preprocess", "color=bgr,resize=crop:1,mean=1/2/3,std=4/8/16")
        for name, shape, values in (("nchw", (1, 3, 6, 6), floats.transpose(0, 3, 1, 2)), ("nhwc", (1, 6, 6, 3), floats)):
            model = self.dir / f"{name}.onnx"
            network(model, {"x": shape})
            np.save(self.dir / f"{name}.npy", np.ascontiguousarray(values))
            self.assertEqual(self.blob("png", *arguments, model=model), self.blob(f"{name}.npy", model=model))

    # An archive holds one array for each input, by name; others are left out.
    def test_archives_of_two_inputs(self):
        model, rng = self.dir / "two.onnx", np.random.default_rng(3)
        network(model, {"image": (1, 3, 4, 4), "b/c": (1, 5)})
        image, other = rng.integers(0, 256, (7, 3, 4, 4), np.uint8), rng.normal(0, 1, (7, 5)).astype(np.float32)
        (self.dir / "npz").mkdir()
        np.savez(self.dir / "npz" / "0.npz", **{"image": image[:3], "b/c": other[:3], "label": np.arange(3)})
        np.savez_compressed(self.dir / "npz" / "1.npz", **{"b/c": other[3:], "image": image[3:]})
        lines = []
        for i in range(7):
            (self.dir / f"{i}.png").write_bytes(png(image[i].transpose(1, 2, 0)))
            np.save(self.dir / f"{i}.npy", other[i:i + 1])
            lines.append(f"{i}.png {i}.npy\n")
        (self.dir / "list.txt").write_text("".join(lines))
        (self.dir / "archives.txt").write_text("npz/1.npz\nnpz/0.npz\n")
        blobs = {self.blob(path, "--preprocess", "std=100", model=model) for path in ("npz", "list.txt", "archives.txt")}
        self.assertEqual(len(blobs), 1)
        np.savez(self.dir / "npz" / "2.npz", image=image)
        np.savez(self.dir / "npz" / "3.npz", **{"image": image, "b/c": other[:3]})
        stderr = self.refused("npz", "--preprocess", "std=100", model=model)
        for words in ("2.npz' holds no array 'b/c'", "3.npz' and the arrays beside it hold different numbers"):
            self.assertIn(words, stderr)

    # Pictures make batches in the order of their names; a short last one is left out, and said so.
    def test_batches(self):
        model = self.dir / "batch.onnx"
        network(model, {"x": (2, 3, 4, 4)})
        pictures = np.random.default_rng(4).integers(0, 256, (5, 4, 4, 3), np.uint8)
        for i, picture in enumerate(pictures):
            (self.dir / f"{i}.png").write_bytes(png(picture))
        np.save(self.dir / "x.npy", pictures[:4].transpose(0, 3, 1, 2).astype(np.float32))
        wanted = self.blob("x.npy", model=model)
        (self.dir / "list.txt").write_text("".join(f"{i}.png\n" for i in range(5)))
        done = self.compile(model, "--calibration", "list.txt", "-o", "a.npub", "--verbose")
        self.assertIn("the last 1 of the pictures are no whole batch of 2", done.stderr)
        self.assertEqual(self.bytes("a.npub"), wanted)

    # Every bad file is listed with the reason in one run; --skip-bad goes on with the others.
    def test_bad_files(self):
        good = png(np.zeros((8, 8), np.uint8))
        folder = self.dir / "bad"
        write_pngs(folder, self.pixels())
        (folder / "short.png").write_bytes(good[:40])
        (folder / "changed.png").write_bytes(good[:45] + b"\xaa" + good[46:])
        (folder / "size.png").write_bytes(png(np.zeros((8, 9), np.uint8)))
        (folder / "text.jpg").write_text("no picture")
        (folder / "inks.jpg").write_bytes(CMYK_JPEG)
        (folder / "short.jpeg").write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF")
        np.savez_compressed(folder / "good.npz", np.zeros((9, 1, 8, 8), np.float32))
        archive = (folder / "good.npz").read_bytes()
        (folder / "short.npz").write_bytes(archive[:-30])
        (folder / "changed.npz").write_bytes(archive[:70] + bytes([archive[70] ^ 255]) + archive[71:])
        np.savez(folder / "shape.npz", np.zeros((1, 8), np.float32))
        np.save(folder / "u8.npy", np.zeros((2, 1, 8, 9), np.uint8))
        stderr = self.refused("bad", "--preprocess", "std=16")
        for words in ("10 bad samples", "inks.jpg' is a JPEG in inks (CMYK", "short.png' is no sound PNG",
                      "changed.png' is no sound PNG", "size.png' is 9x8 pixels, the input 8x8", "text.jpg' is neither",
                      "short.jpeg' is no sound JPEG",
                      "short.npz' is no .npz file", "changed.npz' array 'arr_0'", "shape.npz' array 'arr_0' holds f32 [1x8]",
                      "u8.npy' is 9x8 pixels"):
            self.assertIn(words, stderr)
        self.assertNotIn("good", stderr)
        done = self.compile(FLOAT, "--calibration", "bad", "--preprocess", "std=16", "--skip-bad", "-o", "a.npub")
        self.assertIn("10 bad samples are left out", done.stderr)

    # Every byte of an archive changed, and every truncation: a diagnostic or a blob, never a crash.
    def test_damaged_archives(self):
        model = self.dir / "tiny.onnx"
        network(model, {"x": (1, 2)})
        np.savez_compressed(self.dir / "x.npz", np.ones((1, 2), np.float32))
        archive, folder = self.bytes("x.npz"), self.dir / "damaged"
        folder.mkdir()
        for i in range(len(archive)):
            (folder / f"cut{i}.npz").write_bytes(archive[:i])
            (folder / f"changed{i}.npz").write_bytes(archive[:i] + bytes([archive[i] ^ 0xff]) + archive[i + 1:])
        np.save(folder / "good.npy", np.ones((1, 2), np.float32))
        done = self.compile(model, "--calibration", "damaged", "--skip-bad", "-o", "a.npub")
        self.assertIn("bad samples are left out", done.stderr)

    # u8 arrays are pixels only where --preprocess says what becomes of them.
    def test_u8_wants_preprocess(self):
        np.save(self.dir / "u8.npy", np.zeros((2, 1, 8, 8), np.uint8))
        self.assertIn("--preprocess for u8 pixels", self.refused("u8.npy"))

    def test_refusals(self):
        np.save(self.dir / "x.npy", np.zeros((1, 5), np.float32))
        flat = self.dir / "flat.onnx"
        network(flat, {"x": (1, 5)})
        for preprocess, words in (("colour=rgb", "unknown key 'colour'"), ("color=rgb", "gives 3 channels, the input has 1"),
                                  ("nobody:std=1", "no input 'nobody', but 'input'")):
            self.assertIn(words, self.refused(SAMPLES, "--preprocess", preprocess))
        self.assertIn("given twice", self.refused(SAMPLES, "--preprocess", "std=1", "--preprocess", "std=2"))
        for preprocess in ("std=1", "x:std=1"):
            self.assertIn("images want NxCxHxW", self.refused("x.npy", "--preprocess", preprocess, model=flat))
        (self.dir / "a.png").write_bytes(png(np.zeros((8, 8), np.uint8)))
        self.assertIn("a.png' is a picture", self.refused("a.png", model=flat))
        self.assertIn("--calibration", self.compile(FLOAT, "--preprocess", "std=1", wants=1).stderr)


if __name__ == "__main__":
    main()
