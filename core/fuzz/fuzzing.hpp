// Shared by the fuzz targets: facts that must be true, and choices made by the bytes of an input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace facevalue::fuzz {

// Ends the run, so that libFuzzer keeps the input.
inline void require(bool fact, const char* what) {
    if (fact) return;
    std::fprintf(stderr, "not true: %s\n", what);
    std::abort();
}

// Reads an input byte by byte; after its end, every byte is 0.
class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

    bool is_empty() const { return left_ == 0; }
    unsigned byte() {
        if (left_ == 0) return 0;
        --left_;
        return *data_++;
    }
    unsigned below(unsigned limit) { return byte() % limit; }
    bool one_in(unsigned times) { return below(times) == times - 1; }
    std::uint64_t word() {
        std::uint64_t made = 0;
        for (int i = 0; i < 8; ++i) made = made << 8 | byte();
        return made;
    }

  private:
    const std::uint8_t* data_;
    std::size_t left_;
};

}  // namespace facevalue::fuzz
