// URLSession on Linux keeps a processor busy while it waits for a response. libcurl asks for a new connection's socket to be
// watched for writing until it is connected, and from then on for reading only; Foundation (swift-corelibs-foundation,
// MultiHandle.swift, `createSources`) adds the source for reading and keeps the one for writing, which fires again and again,
// as an idle socket can always be written to. The verifier gives each call a listener of its own, so each call has a new
// connection: for 60 exchanges with a server that takes 150 ms to respond, a process of clients switched contexts 490,000
// times. It is 1,700 times with what is done here.
//
// Foundation handles it well when libcurl stops watching a socket and starts again. So its callback gets that instead: in
// Foundation's table of functions of other libraries, `curl_multi_setopt` is replaced by one that puts `watch` before the
// callback, and passes everything else on unchanged. Where Foundation is linked statically, on other processors and once it
// forgets the source by itself, nothing changes.
#define _GNU_SOURCE
#include "CPlumblineSystem.h"

#if defined(__linux__)

static long calmed_sockets = 0;

long plumbline_calmed_sockets(void) { return __atomic_load_n(&calmed_sockets, __ATOMIC_RELAXED); }

#if defined(__x86_64__) || defined(__aarch64__)

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// libcurl's binary interface, <curl/multi.h>: these numbers don't change.
enum { option_socket_function = 20001 };
enum { watch_reading = 1, watch_writing = 2, watch_both = 3, watch_nothing = 4 };

typedef int (*socket_function)(void *easy, int socket, int watched, void *user, void *socket_data);
typedef int (*option_function)(void *multi, int option, ...);

enum { most_sockets = 65536 };

static option_function set_option = NULL;
// Foundation's callback, one for all sessions, and whether its socket of that number is watched for writing.
static socket_function foundation = NULL;
static unsigned char watched_for_writing[most_sockets];

static int watch(void *easy, int socket, int watched, void *user, void *socket_data) {
  socket_function callback = __atomic_load_n(&foundation, __ATOMIC_ACQUIRE);
  if (socket >= 0 && socket < most_sockets) {
    unsigned char writes = watched == watch_writing || watched == watch_both;
    unsigned char wrote = __atomic_exchange_n(&watched_for_writing[socket], writes, __ATOMIC_RELAXED);
    if (watched == watch_reading && wrote && socket_data != NULL) {
      callback(easy, socket, watch_nothing, user, socket_data);
      // What it kept for the socket is released, so libcurl's pointer to it is no longer valid.
      socket_data = NULL;
      __atomic_add_fetch(&calmed_sockets, 1, __ATOMIC_RELAXED);
    }
  }
  return callback(easy, socket, watched, user, socket_data);
}

// Stands in for curl_multi_setopt in Foundation's calls. The value is a pointer or a long, which are passed alike.
static int set_option_for_foundation(void *multi, int option, ...) {
  va_list arguments;
  va_start(arguments, option);
  void *value = va_arg(arguments, void *);
  va_end(arguments);
  if (option == option_socket_function && value != NULL) {
    socket_function known = NULL;
    if (__atomic_compare_exchange_n(&foundation, &known, (socket_function)value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) ||
        known == (socket_function)value) {
      value = (void *)watch;
    }
  }
  return set_option(multi, option, value);
}

// What the dynamic section says, of which C libraries leave some addresses relative to where the library was loaded.
static const void *address(ElfW(Addr) base, ElfW(Addr) value) {
  return (const void *)(value < base ? base + value : value);
}

// Lets a slot of a library's table point to our function; the page may be read-only from the start of the program on.
static void replace(void **slot) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  void *start = (void *)((size_t)slot & ~(page - 1));
  if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return;
  // It stays writable, as other slots of the page may be still to be filled in.
  __atomic_store_n(slot, (void *)set_option_for_foundation, __ATOMIC_RELEASE);
}

static int look_through(struct dl_phdr_info *library, size_t size, void *unused) {
  (void)size;
  (void)unused;
  if (library->dlpi_name == NULL || strstr(library->dlpi_name, "libFoundationNetworking.so") == NULL) return 0;
  const ElfW(Dyn) *dynamic = NULL;
  for (int i = 0; i < library->dlpi_phnum; i++) {
    if (library->dlpi_phdr[i].p_type == PT_DYNAMIC) {
      dynamic = (const ElfW(Dyn) *)(library->dlpi_addr + library->dlpi_phdr[i].p_vaddr);
    }
  }
  if (dynamic == NULL) return 1;
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  // The functions that are called, and the addresses that are taken.
  const ElfW(Rela) *tables[2] = {NULL, NULL};
  size_t sizes[2] = {0, 0};
  for (; dynamic->d_tag != DT_NULL; dynamic++) {
    switch (dynamic->d_tag) {
      case DT_SYMTAB: symbols = address(library->dlpi_addr, dynamic->d_un.d_ptr); break;
      case DT_STRTAB: names = address(library->dlpi_addr, dynamic->d_un.d_ptr); break;
      case DT_JMPREL: tables[0] = address(library->dlpi_addr, dynamic->d_un.d_ptr); break;
      case DT_PLTRELSZ: sizes[0] = dynamic->d_un.d_val; break;
      case DT_RELA: tables[1] = address(library->dlpi_addr, dynamic->d_un.d_ptr); break;
      case DT_RELASZ: sizes[1] = dynamic->d_un.d_val; break;
      default: break;
    }
  }
  if (symbols == NULL || names == NULL) return 1;
  for (int table = 0; table < 2; table++) {
    if (tables[table] == NULL) continue;
    for (size_t i = 0; i < sizes[table] / sizeof(ElfW(Rela)); i++) {
      const ElfW(Rela) *entry = &tables[table][i];
      size_t symbol = ELF64_R_SYM(entry->r_info);
      if (symbol == 0 || strcmp(names + symbols[symbol].st_name, "curl_multi_setopt") != 0) continue;
      replace((void **)(library->dlpi_addr + entry->r_offset));
    }
  }
  return 1;
}

static void look(void) {
  set_option = (option_function)dlsym(RTLD_DEFAULT, "curl_multi_setopt");
  if (set_option != NULL) dl_iterate_phdr(look_through, NULL);
}

void plumbline_calm_sockets(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, look);
}

#else

void plumbline_calm_sockets(void) {}

#endif
#endif
