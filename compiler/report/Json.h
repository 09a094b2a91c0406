// The one JSON type of the reports: keys stay in the order they were written.
#ifndef COMPILER_REPORT_JSON_H
#define COMPILER_REPORT_JSON_H

#include <nlohmann/json.hpp>

namespace npu {
using Json = nlohmann::ordered_json;
}

#endif
