// A libcurl that is loaded by the first call of it, for the binary that `.ci/release` links.
//
// FoundationNetworking calls 23 functions of libcurl, and only for HTTPS: Plumbline speaks plain HTTP itself. Linked as usual,
// the loader maps libcurl and the thirty libraries that Debian's needs (OpenSSL, Kerberos, LDAP, ...) before `main`, which is a
// good part of what `serve` takes to its first answer. So the linker is given this file as its libcurl.a: each function looks
// up the real one the first time that it is called, and hands its arguments on.
//
//     curl_easy_init()  ->  slot empty: dlopen("libcurl.so.4"), dlsym("curl_easy_init")  ->  slot  ->  the real function
//
// All of libcurl's arguments and results are integers or pointers, at most six of them. On x86-64 and AArch64 Linux those of a
// function with `...` (curl_easy_setopt) lie in the same registers as all others, so one form fits every function. It doesn't on
// Apple's systems, where nothing of this is used.
//
// `.ci/release` writes curl-functions.h, a line FORWARD(name) for each function that the toolchain's library leaves open.
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#if !defined(__linux__) || !(defined(__x86_64__) || defined(__aarch64__))
#error "Unsupported platform"
#endif

typedef intptr_t Word;
typedef Word (*Function)(Word, ...);

// OpenSSL's libcurl has the name that every distribution gives it; Debian has GnuTLS's beside it.
static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};

static void *find(const char *function) {
  void *library = 0;
  for (unsigned i = 0; !library && i < sizeof names / sizeof *names; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  void *found = library ? dlsym(library, function) : 0;
  if (found) return found;
  fprintf(stderr, "plumbline: HTTPS and the Swift clients need libcurl (Debian's libcurl4), which can't be loaded: %s\n", dlerror());
  // Nothing that calls libcurl expects that it isn't there.
  _exit(2);
}

// Threads that come at once find the same.
#define FORWARD(name)                                                                                    \
  __attribute__((visibility("hidden"))) Word name(Word a, Word b, Word c, Word d, Word e, Word f) {      \
    static _Atomic(void *) slot;                                                                         \
    void *found = atomic_load_explicit(&slot, memory_order_acquire);                                     \
    if (!found) {                                                                                        \
      found = find(#name);                                                                               \
      atomic_store_explicit(&slot, found, memory_order_release);                                         \
    }                                                                                                    \
    return ((Function)found)(a, b, c, d, e, f);                                                          \
  }

#include "curl-functions.h"
