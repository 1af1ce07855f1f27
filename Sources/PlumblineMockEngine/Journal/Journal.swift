import PlumblineHTTPMessages
import PlumblineTime
import Synchronization

/// The most recent exchanges of a session, limited in number and in bytes.
///
/// Recording an exchange with a body takes a short lock, during which its bytes are copied over those of the oldest
/// exchange. If memory were freed a thousand exchanges later instead, it would no longer be in the processor's cache,
/// which would cost more than the copy. An exchange that can't be packed is kept as is, and freed outside the lock when
/// it is dropped. Entries are created only when a reader of the journal, an observer, or a listener needs them.
package final class Journal: Sendable {
  /// The limits of a journal.
  package struct Limits: Sendable, Hashable {
    /// The maximum number of exchanges.
    package var count: Int
    /// The maximum number of bytes that all exchanges together use.
    package var bytes: Int
    /// The maximum size in bytes of a body that is kept.
    package var largestBody: Int
    /// The maximum number of concurrent listeners. If there are more, the oldest is dropped.
    package var listeners: Int

    package init(count: Int = 1000, bytes: Int = 32 << 20, largestBody: Int = 256 << 10, listeners: Int = 16) {
      self.count = count
      self.bytes = bytes
      self.largestBody = largestBody
      self.listeners = listeners
    }
  }

  package let limits: Limits
  private let clock: @Sendable () -> Int
  private let ring: Mutex<JournalRing>
  private let lastID = Atomic<Int>(0)
  private let listeners = Mutex<[JournalListener]>([])
  private let hasListeners = Atomic<Bool>(false)

  /// - Parameter clock: A closure that returns the time in milliseconds since 1970.
  package init(limits: Limits = Limits(), clock: @escaping @Sendable () -> Int = WallClock.system) {
    self.limits = limits
    self.clock = clock
    ring = Mutex(JournalRing(room: max(1, limits.count)))
  }

  /// Appends an exchange.
  ///
  /// - Parameter observe: A closure that is called with the exchange's entry, before this returns.
  /// - Returns: The exchange's number.
  @discardableResult
  package func append(_ request: Request, _ answer: OutgoingResponse, observe: ((JournalEntry) -> Void)? = nil) -> Int {
    let id = lastID.add(1, ordering: .relaxed).newValue
    let time = clock()
    func make() -> JournalEntry {
      JournalEntry(id: id, time: time, request: request, answer: answer, largestBody: limits.largestBody)
    }
    let isHeard = hasListeners.load(ordering: .acquiring)
    let seen = observe != nil || isHeard ? make() : nil
    var dropped: JournalEntry?
    var more: [JournalEntry] = []
    ring.withLock { ring in
      if ring.count == ring.room { dropped = ring.removeFirst(keepsMemory: true) }
      ring.append(id: id, time: time, request, answer, largestBody: limits.largestBody) { seen ?? make() }
      while ring.bytes > limits.bytes, ring.count > 1 {
        if let entry = ring.removeFirst(keepsMemory: false) { more.append(entry) }
      }
    }
    _ = dropped
    _ = more
    guard let seen else { return id }
    if isHeard { for listener in listeners.withLock({ $0 }) { listener.hear(seen) } }
    observe?(seen)
    return id
  }

  /// Sends an exchange to the listeners again after its streamed response has ended.
  func complete(_ id: Int) {
    guard isWatched, let entry = entry(id) else { return }
    for listener in listeners.withLock({ $0 }) { listener.hear(entry) }
  }

  /// The retained exchanges, oldest first.
  package var entries: [JournalEntry] {
    ring.withLock { $0.entries }.sorted { $0.id < $1.id }
  }

  /// The number of retained exchanges, and their approximate memory use in bytes.
  package var kept: (count: Int, bytes: Int) { ring.withLock { ($0.count, $0.bytes) } }

  /// Returns the exchange with a number, or `nil` if it isn't retained anymore.
  package func entry(_ id: Int) -> JournalEntry? { entries.first { $0.id == id } }

  /// The number of exchanges since the journal was created, including those that aren't retained anymore.
  package var total: Int { lastID.load(ordering: .relaxed) }

  /// Removes all exchanges. The numbering continues.
  package func removeAll() {
    let old = ring.withLock { ring in
      let old = ring
      ring = JournalRing(room: old.room)
      return old
    }
    _ = old
  }

  /// A Boolean value that indicates whether there are listeners.
  var isWatched: Bool { hasListeners.load(ordering: .acquiring) }

  /// Returns a body that sends a server-sent event for each subsequent exchange.
  package func listen(_ render: @escaping @Sendable (JournalEntry) -> [UInt8]) -> JournalListener {
    let listener = JournalListener(journal: self, render: render)
    let oldest = listeners.withLock { listeners -> JournalListener? in
      listeners.append(listener)
      hasListeners.store(true, ordering: .releasing)
      return listeners.count > max(1, limits.listeners) ? listeners.removeFirst() : nil
    }
    oldest?.finish()
    return listener
  }

  /// Ends the event streams of all listeners.
  package func finishListeners() {
    let all = listeners.withLock { listeners in
      hasListeners.store(false, ordering: .releasing)
      let all = listeners
      listeners = []
      return all
    }
    for listener in all { listener.finish() }
  }

  func forget(_ listener: JournalListener) {
    listeners.withLock { listeners in
      listeners.removeAll { $0 === listener }
      hasListeners.store(!listeners.isEmpty, ordering: .releasing)
    }
  }
}
