#define _GNU_SOURCE
#include "CPlumblineSystem.h"

#if defined(__linux__)

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

const uint32_t plumbline_epoll_readable = EPOLLIN;
const uint32_t plumbline_epoll_writable = EPOLLOUT;
const uint32_t plumbline_epoll_failed = EPOLLERR | EPOLLHUP;
const uint32_t plumbline_epoll_exclusive = EPOLLEXCLUSIVE;

int plumbline_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int plumbline_usable_cores(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) {
    int count = CPU_COUNT(&set);
    if (count > 0) return count;
  }
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

void plumbline_name_thread(const char *name) {
  pthread_setname_np(pthread_self(), name);
}

void plumbline_give_back_memory(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

int plumbline_prepare_child(posix_spawn_file_actions_t *actions, const char *folder) {
  int code = posix_spawn_file_actions_addchdir_np(actions, folder);
  return code == 0 ? posix_spawn_file_actions_addclosefrom_np(actions, 3) : code;
}

int plumbline_epoll_control(int poller, int operation, int descriptor, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
  return epoll_ctl(poller, operation, descriptor, &event);
}

#else

// ISO C requires at least one declaration per translation unit.
typedef int plumbline_nothing;

#endif
