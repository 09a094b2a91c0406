"""lit finds test/**/*.mlir and *.test; ctest runs it as the test `lit`."""
import os

import lit.formats

config.name = "npu"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.npu_binary_dir
config.environment["PATH"] = os.pathsep.join(
    [config.npu_tools_dir, config.llvm_tools_dir, config.environment.get("PATH", "")])
# The exact Python that has onnx and numpy; no caches beside the sources.
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --allow-unused-prefixes=false"
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%src", config.npu_source_dir))
