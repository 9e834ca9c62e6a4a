// Prepares a thread for exceptions. Each thread that throws needs a little storage, which glibc (for a library that a
// running program has loaded) and libc++abi allocate when the thread first throws. If there is no memory, which is
// the most common reason to throw, they end the process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdlib>

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#if defined(_LIBCPP_VERSION)
// LLVM's library has the function, but its header does not declare it.
namespace __cxxabiv1 {
struct __cxa_eh_globals;
extern "C" __cxa_eh_globals* __cxa_get_globals();
}  // namespace __cxxabiv1
#endif
#endif

namespace facevalue {

// Makes sure that the calling thread can throw. False if there is no memory for that: it must not throw then.
inline bool prepare_to_throw() noexcept {
#if __has_include(<cxxabi.h>)
    // The storage of libstdc++ takes 32 bytes. The allocator keeps small blocks that a thread frees for that thread, so
    // the storage is allocated from one of these even if other threads take all other memory meanwhile.
    std::array<void* volatile, 16> blocks{};
    bool is_enough = true;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        blocks[i] = std::malloc(16 * (i + 1));
        is_enough = is_enough && blocks[i] != nullptr;
    }
    for (void* block : blocks) std::free(block);
    if (!is_enough) return false;
    [[maybe_unused]] void* volatile storage = abi::__cxa_get_globals();
#endif
    return true;
}

}  // namespace facevalue
