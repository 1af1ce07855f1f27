// What Glibc's module map hides from Swift, and one correction of Foundation (SocketInterest.c). Empty on other systems.
#pragma once

#if defined(__linux__)

#include <spawn.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

/// accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC; the peer's address is not asked for.
int plumbline_accept(int listener);

/// How many cores the scheduler lets this process use.
int plumbline_usable_cores(void);

/// Names the calling thread, up to 15 bytes.
void plumbline_name_thread(const char *name);

/// Gives memory that was freed, and that the allocator keeps for later, back to the system.
void plumbline_give_back_memory(void);

/// epoll_ctl with the parts of the event given apart. EPOLLEXCLUSIVE and its siblings are not visible from Swift.
int plumbline_epoll_control(int poller, int operation, int descriptor, uint32_t events, uint64_t token);

/// posix_spawn_file_actions_addchdir_np and posix_spawn_file_actions_addclosefrom_np: the child works in a folder, and keeps
/// its standard input, output and errors only.
int plumbline_prepare_child(posix_spawn_file_actions_t *actions, const char *folder);

/// Lets URLSession stop watching a connected socket for writing, in this process and for sessions that are made from now on.
/// Does nothing where Foundation is linked statically.
void plumbline_calm_sockets(void);

/// How many sockets URLSession stopped watching for writing.
long plumbline_calmed_sockets(void);

extern const uint32_t plumbline_epoll_readable;
extern const uint32_t plumbline_epoll_writable;
extern const uint32_t plumbline_epoll_failed;
extern const uint32_t plumbline_epoll_exclusive;

#endif
