/* Makes the n-th call of one kind fail: loaded with LD_PRELOAD by tools/faults/driver.py.
 *
 * Nothing fails until `faults_arm` is called, or FAULT_CALL and FAULT_AT are set when the program starts. Calls on
 * files count only if the file is under a folder. Memory ("malloc") counts only if that many bytes are requested at
 * once: Python cannot do without its small objects. "new" counts every use of `new` in facevalue's core, of any size.
 * With `lasts`, all calls from the n-th on fail, as on a full disk.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NOTHING, WRITE, RENAME, FSYNC, OPEN, MALLOC, NEW, THREAD };

static const char* const NAMES[] = {"", "write", "rename", "fsync", "open", "malloc", "new", "pthread_create"};

static atomic_int armed = NOTHING, lasting = 0;
static atomic_long counted = 0, failed = 0, fails_at = 0;
static atomic_size_t min_bytes = 65536;
static char folder[PATH_MAX];

/* Where the code of facevalue's core lies in memory. */
static uintptr_t core_begin, core_end;

static int note_core(struct dl_phdr_info* library, size_t size, void* unused) {
    (void)size, (void)unused;
    if (!strstr(library->dlpi_name, "facevalue/_core.")) return 0;
    for (int i = 0; i < library->dlpi_phnum; ++i) {
        const ElfW(Phdr)* part = &library->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
        core_begin = library->dlpi_addr + part->p_vaddr;
        core_end = core_begin + part->p_memsz;
    }
    return 1;
}

void faults_disarm(void) { atomic_store(&armed, NOTHING); }

/* Returns 0 if there is no such kind of call. */
int faults_arm(const char* call, long at, size_t bytes, const char* under, int lasts) {
    faults_disarm();
    dl_iterate_phdr(note_core, NULL);
    snprintf(folder, sizeof folder, "%s", under ? under : "");
    atomic_store(&min_bytes, bytes);
    atomic_store(&counted, 0);
    atomic_store(&failed, 0);
    atomic_store(&fails_at, at);
    atomic_store(&lasting, lasts);
    for (int kind = WRITE; kind <= THREAD; ++kind)
        if (strcmp(call, NAMES[kind]) == 0) {
            atomic_store(&armed, kind);
            return 1;
        }
    return 0;
}

long faults_counted(void) { return atomic_load(&counted); }
long faults_failed(void) { return atomic_load(&failed); }

__attribute__((constructor)) static void arm_from_environment(void) {
    const char *call = getenv("FAULT_CALL"), *at = getenv("FAULT_AT"), *bytes = getenv("FAULT_SIZE");
    if (call && at) faults_arm(call, atol(at), bytes ? (size_t)atol(bytes) : 65536, getenv("FAULT_UNDER"), 0);
}

/* Counts the call; whether it must fail. */
static int must_fail(void) {
    const long number = atomic_fetch_add(&counted, 1) + 1, at = atomic_load(&fails_at);
    if (number != at && !(atomic_load(&lasting) && number > at)) return 0;
    atomic_fetch_add(&failed, 1);
    return 1;
}

static int is_under(const char* path) {
    const size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static int path_fails(int kind, const char* path) {
    if (atomic_load(&armed) != kind) return 0;
    const int kept = errno;
    char full[2 * PATH_MAX];
    if (path[0] != '/') {
        char here[PATH_MAX];
        if (!getcwd(here, sizeof here)) return 0;
        snprintf(full, sizeof full, "%s/%s", here, path);
    } else {
        snprintf(full, sizeof full, "%s", path);
    }
    errno = kept;
    return is_under(full) && must_fail();
}

static int file_fails(int kind, int file) {
    if (atomic_load(&armed) != kind) return 0;
    const int kept = errno;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    errno = kept;
    if (length < 0) return 0;
    path[length] = '\0';
    return is_under(path) && must_fail();
}

#define REAL(name, type) ((type)dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void* data, size_t size) {
    if (file_fails(WRITE, file)) {
        errno = ENOSPC;
        return -1;
    }
    return REAL(write, ssize_t(*)(int, const void*, size_t))(file, data, size);
}

ssize_t writev(int file, const struct iovec* parts, int count) {
    if (file_fails(WRITE, file)) {
        errno = ENOSPC;
        return -1;
    }
    return REAL(writev, ssize_t(*)(int, const struct iovec*, int))(file, parts, count);
}

int fsync(int file) {
    if (file_fails(FSYNC, file)) {
        errno = EIO;
        return -1;
    }
    return REAL(fsync, int (*)(int))(file);
}

int rename(const char* from, const char* to) {
    if (path_fails(RENAME, to)) {
        errno = EIO;
        return -1;
    }
    return REAL(rename, int (*)(const char*, const char*))(from, to);
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) {
    if (path_fails(RENAME, to)) {
        errno = EIO;
        return -1;
    }
    return REAL(renameat, int (*)(int, const char*, int, const char*))(from_folder, from, to_folder, to);
}

#define OPENS(name)                                                                     \
    int name(const char* path, int flags, ...) {                                        \
        va_list rest;                                                                   \
        va_start(rest, flags);                                                          \
        const mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                                   \
        if (path_fails(OPEN, path)) {                                                   \
            errno = EIO;                                                                \
            return -1;                                                                  \
        }                                                                               \
        return REAL(name, int (*)(const char*, int, ...))(path, flags, mode);           \
    }

OPENS(open)
OPENS(open64)

int openat(int at, const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (path_fails(OPEN, path)) {
        errno = EIO;
        return -1;
    }
    return REAL(openat, int (*)(int, const char*, int, ...))(at, path, flags, mode);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*), void* with) {
    if (atomic_load(&armed) == THREAD && must_fail()) return EAGAIN;
    typedef int (*create)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    return REAL(pthread_create, create)(thread, how, run, with);
}

/* glibc's own names: dlsym asks for memory itself. */
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void*, size_t),
    *__libc_memalign(size_t, size_t);

static int memory_fails(size_t size) {
    if (atomic_load(&armed) != MALLOC || size < atomic_load(&min_bytes) || !must_fail()) return 0;
    errno = ENOMEM;
    return 1;
}

void* malloc(size_t size) { return memory_fails(size) ? NULL : __libc_malloc(size); }

void* calloc(size_t count, size_t size) {
    size_t all;
    if (__builtin_mul_overflow(count, size, &all) || memory_fails(all)) return NULL;
    return __libc_calloc(count, size);
}

void* realloc(void* old, size_t size) { return memory_fails(size) ? NULL : __libc_realloc(old, size); }

void* memalign(size_t alignment, size_t size) {
    return memory_fails(size) ? NULL : __libc_memalign(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void** result, size_t alignment, size_t size) {
    void* found = memalign(alignment, size);
    if (!found) return ENOMEM;
    *result = found;
    return 0;
}

/* The new operators of C++ by their mangled names. The real ones throw if there is not enough memory. Python loads the
 * C++ library only for the core, so it is looked up by name. */
static void* real_new(const char* name) {
    void* library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
    return dlsym(library ? library : RTLD_NEXT, name);
}

static size_t size_or_too_much(size_t size, const void* caller) {
    const uintptr_t from = (uintptr_t)caller;
    const int counts = atomic_load(&armed) == NEW && from >= core_begin && from < core_end;
    return counts && must_fail() ? PTRDIFF_MAX : size;
}

#define OPERATOR(name, parameters, ...)                                                                       \
    void* name parameters {                                                                                   \
        static void* (*_Atomic real) parameters;                                                              \
        if (!real) real = (void* (*)parameters)real_new(#name);                                               \
        size = size_or_too_much(size, __builtin_return_address(0));                                           \
        return real(__VA_ARGS__);                                                                             \
    }

OPERATOR(_Znwm, (size_t size), size)
OPERATOR(_Znam, (size_t size), size)
OPERATOR(_ZnwmSt11align_val_t, (size_t size, size_t alignment), size, alignment)
OPERATOR(_ZnamSt11align_val_t, (size_t size, size_t alignment), size, alignment)
OPERATOR(_ZnwmRKSt9nothrow_t, (size_t size, const void* tag), size, tag)
OPERATOR(_ZnamRKSt9nothrow_t, (size_t size, const void* tag), size, tag)
