// How much of a test runs.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FACEVALUE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FACEVALUE_SANITIZED 1
#endif
#endif

namespace facevalue {

#ifdef FACEVALUE_SANITIZED
inline constexpr bool IS_SANITIZED = true;
#else
inline constexpr bool IS_SANITIZED = false;
#endif

// So many rounds, or a tenth of them under a sanitizer: each takes ten to a hundred times as long there, and what a
// sanitizer finds shows in the first ones. The same tests count all rounds without it.
template <typename Count>
constexpr Count rounds(Count all) {
    return IS_SANITIZED ? (all + 9) / 10 : all;
}

}  // namespace facevalue
