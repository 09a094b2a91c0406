// Small quantised networks from a seed: convolutions of every form, pools, elementwise operators, concatenations.
#ifndef TEST_PROPERTY_RANDOMNETWORK_H
#define TEST_PROPERTY_RANDOMNETWORK_H

#include <cstdint>
#include <map>
#include <string>

namespace property {

/// A network of integer operators, and the machine to compile it for. On a machine of symmetric activations every zero point
/// is 0, and half of the networks have scales that are powers of two, so that their rescaling meets ties.
struct RandomNetwork {
  std::string text;                 ///< MLIR of the nn dialect
  std::string preset;               ///< a target of the registry
  std::string level;                ///< "quantized", or "nn" where the passes have to make what the target takes
  std::string sram;                 ///< its SRAM in bytes, as --sram takes it
  std::map<std::string, int> forms; ///< how often each kind of operator occurs: "conv.depthwise", "pool.max", ...
};

/// The same network for the same seed, on every machine. Maps are 1..40 x 1..40 x 1..33, SRAM is 1K to 256K.
RandomNetwork randomNetwork(uint32_t seed);

} // namespace property

#endif
