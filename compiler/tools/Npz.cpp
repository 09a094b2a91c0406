#include "compiler/tools/Npz.h"

#include "runtime/port/file.h"

#include <zlib.h>

#include <algorithm>

namespace npu {
namespace {

// The zip format: PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16.
constexpr size_t kLocalBytes = 30, kEntryBytes = 46, kEndBytes = 22, kMaxComment = 65535;
constexpr uint32_t kLocal = 0x04034b50, kEntry = 0x02014b50, kEnd = 0x06054b50;
constexpr uint32_t kElsewhere = 0xffffffff; ///< the number stands in a zip64 record
constexpr uint16_t kEncrypted = 1, kStored = 0, kDeflated = 8;
// Deflate cannot do better; a header that says so asks for memory it does not fill.
constexpr uint64_t kBestRatio = 1032;

struct Member {
  std::string name; ///< with ".npy"
  uint16_t flags, method;
  uint32_t checksum, packedBytes, bytes, local;
};

bool endsInNpy(const std::string &name) {
  return name.size() > 4 && name.compare(name.size() - 4, 4, ".npy") == 0;
}

class Archive {
public:
  ~Archive() {
    if (file.bytes)
      npu_file_unmap(&file);
  }
  Archive() = default;
  Archive(const Archive &) = delete;
  Archive &operator=(const Archive &) = delete;

  bool open(const std::string &path, std::string &error) {
    npu_error failure;
    if (npu_file_map(&file, path.c_str(), &failure) != NPU_OK) {
      file.bytes = nullptr;
      error = failure.text;
      return false;
    }
    std::string fault = readDirectory();
    error = "'" + path + "' " + fault;
    return fault.empty();
  }

  std::vector<Member> members;

  /// The member's bytes; false with a fault when they are not all there or not the ones that were packed.
  bool unpack(const Member &member, std::vector<uint8_t> &to, std::string &fault) const {
    const uint8_t *packed = dataOf(member);
    bool known = member.method == kStored || member.method == kDeflated;
    if (member.flags & kEncrypted || !known)
      fault = member.flags & kEncrypted ? "is encrypted" : "is neither stored nor deflated";
    else if (!packed || !plausible(member))
      fault = "is cut short or lies outside of the archive";
    if (!fault.empty())
      return false;
    if (member.method == kStored)
      to.assign(packed, packed + member.bytes);
    else if (!inflateAll(packed, member, to))
      fault = "is not sound deflate data";
    if (fault.empty() && crc32_z(0, to.data(), to.size()) != member.checksum)
      fault = "has another checksum than the archive says";
    return fault.empty();
  }

private:
  const uint8_t *at(uint64_t offset) const { return static_cast<const uint8_t *>(file.bytes) + offset; }
  bool holds(uint64_t offset, uint64_t bytes) const { return offset <= file.size && bytes <= file.size - offset; }
  uint16_t two(uint64_t offset) const { return uint16_t(at(offset)[0] | at(offset)[1] << 8); }
  uint32_t four(uint64_t offset) const { return two(offset) | uint32_t(two(offset + 2)) << 16; }

  /// Where the record at the end lies: the last one whose comment ends with the file.
  std::optional<uint64_t> findEnd() const {
    for (uint64_t back = kEndBytes; back <= std::min<uint64_t>(file.size, kEndBytes + kMaxComment); ++back) {
      uint64_t end = file.size - back;
      if (four(end) == kEnd && two(end + 20) == back - kEndBytes)
        return end;
    }
    return std::nullopt;
  }

  std::string readDirectory() {
    std::optional<uint64_t> end = findEnd();
    if (!end)
      return "is no .npz file, or is cut short";
    uint64_t from = four(*end + 16);
    if (from == kElsewhere || two(*end + 10) == 0xffff)
      return "is a zip64 archive; beyond 4 GiB, save several archives";
    for (unsigned i = 0, count = two(*end + 10); i < count; ++i) {
      if (!holds(from, kEntryBytes) || four(from) != kEntry || !holds(from + kEntryBytes, two(from + 28)))
        return "has a damaged directory";
      Member member{std::string(reinterpret_cast<const char *>(at(from + kEntryBytes)), two(from + 28)),
                    two(from + 8), two(from + 10), four(from + 16), four(from + 20), four(from + 24), four(from + 42)};
      if (!endsInNpy(member.name))
        return "holds '" + member.name + "', which is no .npy file";
      if (member.packedBytes == kElsewhere || member.bytes == kElsewhere || member.local == kElsewhere)
        return "is a zip64 archive; beyond 4 GiB, save several archives";
      members.push_back(member);
      from += kEntryBytes + two(from + 28) + two(from + 30) + two(from + 32);
    }
    return "";
  }

  const uint8_t *dataOf(const Member &member) const {
    if (!holds(member.local, kLocalBytes) || four(member.local) != kLocal)
      return nullptr;
    uint64_t data = uint64_t(member.local) + kLocalBytes + two(member.local + 26) + two(member.local + 28);
    return holds(data, member.packedBytes) ? at(data) : nullptr;
  }

  static bool plausible(const Member &member) {
    return member.method == kStored ? member.bytes == member.packedBytes
                                    : member.bytes <= (uint64_t(member.packedBytes) + 1) * kBestRatio;
  }

  static bool inflateAll(const uint8_t *packed, const Member &member, std::vector<uint8_t> &to) {
    to.resize(member.bytes);
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
      return false;
    uint8_t nothing;
    stream.next_in = const_cast<uint8_t *>(packed);
    stream.avail_in = member.packedBytes;
    stream.next_out = to.empty() ? &nothing : to.data();
    stream.avail_out = member.bytes;
    bool whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return whole;
  }

  npu_file file{};
};

} // namespace

std::optional<std::vector<std::string>> readNpzNames(const std::string &path, std::string &error) {
  Archive archive;
  if (!archive.open(path, error))
    return std::nullopt;
  std::vector<std::string> names;
  for (const Member &member : archive.members)
    names.push_back(member.name.substr(0, member.name.size() - 4));
  return names;
}

std::optional<NpyArray> readNpzArray(const std::string &path, const std::string &name, std::string &error) {
  Archive archive;
  if (!archive.open(path, error))
    return std::nullopt;
  for (const Member &member : archive.members) {
    if (member.name != name + ".npy")
      continue;
    std::vector<uint8_t> bytes;
    std::string fault;
    std::optional<NpyArray> array;
    if (archive.unpack(member, bytes, fault))
      array = decodeNpy(bytes.data(), bytes.size(), fault);
    error = "'" + path + "' array '" + name + "': " + fault;
    return array;
  }
  error = "'" + path + "' holds no array '" + name + "'";
  return std::nullopt;
}

} // namespace npu
