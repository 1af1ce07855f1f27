// On Linux, URLSession keeps a core busy while it waits for a response. libcurl asks for a new connection's socket to
// be watched for writing until it is connected, and only for reading from then on. Foundation
// (swift-corelibs-foundation, MultiHandle.swift, `createSources`) adds the source for reading but keeps the one for
// writing, which fires over and over, because an idle socket is always writable. The verifier gives each call a
// listener of its own, so each call opens a new connection: for 60 exchanges with a server that takes 150 ms to
// respond, a client process made 490,000 context switches. With this workaround it makes 1,700.
//
// Foundation behaves correctly when libcurl stops watching a socket and then starts again, so the workaround presents
// the change to Foundation's callback that way. In Foundation's table of imported functions, it replaces
// `curl_multi_setopt` with a function that puts `watch` in front of the callback and passes everything else on
// unchanged. Nothing changes where Foundation is linked statically, on other processors, or once Foundation drops the
// source itself.
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
// The callback that Foundation registers for all its sessions.
static socket_function foundation = NULL;
static unsigned char watched_for_writing[most_sockets];

static int watch(void *easy, int socket, int watched, void *user, void *socket_data) {
  socket_function callback = __atomic_load_n(&foundation, __ATOMIC_ACQUIRE);
  if (socket >= 0 && socket < most_sockets) {
    unsigned char writes = watched == watch_writing || watched == watch_both;
    unsigned char wrote = __atomic_exchange_n(&watched_for_writing[socket], writes, __ATOMIC_RELAXED);
    if (watched == watch_reading && wrote && socket_data != NULL) {
      callback(easy, socket, watch_nothing, user, socket_data);
      // Foundation has released its data for the socket, so libcurl's pointer to that data is no longer valid.
      socket_data = NULL;
      __atomic_add_fetch(&calmed_sockets, 1, __ATOMIC_RELAXED);
    }
  }
  return callback(easy, socket, watched, user, socket_data);
}

// Replaces curl_multi_setopt in Foundation's calls. The value is a pointer or a long; both are passed the same way.
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

// Returns an address from the dynamic section as an absolute one. Some C libraries leave some of these addresses
// relative to the library's load address.
static const void *address(ElfW(Addr) base, ElfW(Addr) value) {
  return (const void *)(value < base ? base + value : value);
}

static int contains(const struct dl_phdr_info *library, unsigned type, const void *place) {
  for (int i = 0; i < library->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &library->dlpi_phdr[i];
    size_t start = library->dlpi_addr + part->p_vaddr;
    if (part->p_type == type && (size_t)place >= start && (size_t)place - start < part->p_memsz) return 1;
  }
  return 0;
}

// Returns the function that a slot leads to, or NULL if it can't be determined for certain. A slot that hasn't been
// used yet may lead back into its own library, which then looks the function up. If the process has loaded a second
// libcurl, a search of all libraries may find that one's function, which doesn't know Foundation's handles.
static option_function target(const struct dl_phdr_info *library, void **slot) {
  void *known = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
  if (known != NULL && !contains(library, PT_LOAD, known)) return (option_function)known;
  void *handle = dlopen(library->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == NULL) return NULL;
  void *own = dlsym(handle, "curl_multi_setopt");
  dlclose(handle);
  return own == dlsym(RTLD_DEFAULT, "curl_multi_setopt") ? (option_function)own : NULL;
}

// Points a slot of a library's table to a function of ours. The page may have been read-only since the program started.
static void replace(const struct dl_phdr_info *library, void **slot) {
  option_function found = target(library, slot);
  if (found == NULL || (set_option != NULL && set_option != found)) return;
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  void *start = (void *)((size_t)slot & ~(page - 1));
  if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return;
  set_option = found;
  __atomic_store_n(slot, (void *)set_option_for_foundation, __ATOMIC_RELEASE);
  // Other pages stay writable, because the loader may still have to fill in other slots on them.
  int was_read_only = contains(library, PT_GNU_RELRO, start) && contains(library, PT_GNU_RELRO, (char *)start + page - 1);
  if (was_read_only) mprotect(start, page, PROT_READ);
}

// Only records the library's place: while this callback runs, the loader is locked and nothing may be looked up.
static int find(struct dl_phdr_info *library, size_t size, void *found) {
  (void)size;
  if (library->dlpi_name == NULL || strstr(library->dlpi_name, "libFoundationNetworking.so") == NULL) return 0;
  *(struct dl_phdr_info *)found = *library;
  return 1;
}

static void look_through(const struct dl_phdr_info *library) {
  const ElfW(Dyn) *dynamic = NULL;
  for (int i = 0; i < library->dlpi_phnum; i++) {
    if (library->dlpi_phdr[i].p_type == PT_DYNAMIC) {
      dynamic = (const ElfW(Dyn) *)(library->dlpi_addr + library->dlpi_phdr[i].p_vaddr);
    }
  }
  if (dynamic == NULL) return;
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  // The tables of the functions that the library calls and of the addresses that it takes.
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
  if (symbols == NULL || names == NULL) return;
  for (int table = 0; table < 2; table++) {
    if (tables[table] == NULL) continue;
    for (size_t i = 0; i < sizes[table] / sizeof(ElfW(Rela)); i++) {
      const ElfW(Rela) *entry = &tables[table][i];
      size_t symbol = ELF64_R_SYM(entry->r_info);
      if (symbol == 0 || strcmp(names + symbols[symbol].st_name, "curl_multi_setopt") != 0) continue;
      void **slot = (void **)(library->dlpi_addr + entry->r_offset);
      // Some linkers list the first table's entries in the second one as well.
      if (*slot != (void *)set_option_for_foundation) replace(library, slot);
    }
  }
}

static void look(void) {
  struct dl_phdr_info library;
  if (dl_iterate_phdr(find, &library) == 1) look_through(&library);
}

void plumbline_calm_sockets(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, look);
}

#else

void plumbline_calm_sockets(void) {}

#endif
#endif
