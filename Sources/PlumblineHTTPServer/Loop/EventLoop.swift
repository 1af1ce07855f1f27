import Synchronization

/// A handle of a thread that runs a loop.
package final class EventLoop: Sendable {
  private struct State {
    var thread: ThreadHandle?
    var isEnded = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// An object that is notified when the thread is about to end. It is separate from the event loop, so that the thread
  /// doesn't keep the event loop alive.
  private final class Ending: Sendable {
    let state = Mutex(State())

    func end() {
      let waiters = state.withLock { state in
        state.isEnded = true
        defer { state.waiters = [] }
        return state.waiters
      }
      for waiter in waiters { waiter.resume() }
    }
  }

  package let mailbox: Mailbox
  private let ending = Ending()

  /// Starts a thread with a name of at most 15 bytes.
  package init(name: String, poller: PollerKind = .standard) throws(SystemFailure) {
    let mailbox = try Mailbox()
    self.mailbox = mailbox
    let opened = try poller.open()
    let ending = ending
    do throws(SystemFailure) {
      let thread = try Sockets.startThread(name: name) {
        LoopCore(mailbox: mailbox, poller: opened.make()).run()
        ending.end()
      }
      ending.state.withLock { $0.thread = thread }
    } catch {
      opened.abandon()
      throw error
    }
  }

  deinit {
    mailbox.post(.work { $0.stop(grace: 0) })
    if let thread = takeThread() { Sockets.detach(thread) }
  }

  /// Runs work on the loop's thread. Returns `false` if the thread has ended.
  @discardableResult
  package func post(_ work: @escaping @Sendable (LoopCore) -> Void) -> Bool {
    mailbox.post(.work(work))
  }

  /// Lets the channels finish within the grace period, then closes them and ends the thread. Returns once the thread
  /// has ended.
  package func stop(grace: Duration) async {
    let nanoseconds = grace.nanoseconds
    mailbox.post(.work { $0.stop(grace: nanoseconds) })
    await withCheckedContinuation { continuation in
      let isEnded = ending.state.withLock { state in
        if !state.isEnded { state.waiters.append(continuation) }
        return state.isEnded
      }
      if isEnded { continuation.resume() }
    }
    // The thread has nothing left to do, so this takes only microseconds.
    if let thread = takeThread() { Sockets.join(thread) }
  }

  private func takeThread() -> ThreadHandle? {
    ending.state.withLock { state in
      defer { state.thread = nil }
      return state.thread
    }
  }
}
