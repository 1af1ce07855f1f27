// Functions that Glibc's module map hides from Swift, and a workaround for Foundation (SocketInterest.c). Empty on
// other systems.
#pragma once

#if defined(__linux__)

#include <spawn.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

/// Calls accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC, without asking for the peer's address.
int plumbline_accept(int listener);

/// Returns the number of cores that the scheduler lets this process use.
int plumbline_usable_cores(void);

/// Names the calling thread. The name has at most 15 bytes.
void plumbline_name_thread(const char *name);

/// Returns freed memory that the allocator retains to the system.
void plumbline_give_back_memory(void);

/// Calls epoll_ctl with the event's fields as separate arguments. EPOLLEXCLUSIVE and its siblings aren't visible from
/// Swift.
int plumbline_epoll_control(int poller, int operation, int descriptor, uint32_t events, uint64_t token);

/// Calls posix_spawn_file_actions_addchdir_np and posix_spawn_file_actions_addclosefrom_np: the child works in a folder
/// and keeps only its standard input, output and error.
int plumbline_prepare_child(posix_spawn_file_actions_t *actions, const char *folder);

/// Makes URLSession stop watching connected sockets for writing, in this process and for sessions created from now on.
/// Does nothing where Foundation is linked statically.
void plumbline_calm_sockets(void);

/// Returns the number of sockets that URLSession has stopped watching for writing.
long plumbline_calmed_sockets(void);

extern const uint32_t plumbline_epoll_readable;
extern const uint32_t plumbline_epoll_writable;
extern const uint32_t plumbline_epoll_failed;
extern const uint32_t plumbline_epoll_exclusive;

#endif
