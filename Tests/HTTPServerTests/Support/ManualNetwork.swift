import PlumblineHTTPMessages
import TestSupport

@testable import PlumblineHTTPServer

/// A network in memory with a clock that only a test advances. A loop runs on it without sockets, threads or waits.
///
/// Descriptors are negative, so that a call that bypasses the network by mistake can't affect a real file.
final class ManualNetwork: LoopSystem, Poller {
  /// The server's end of a connection.
  struct Socket {
    /// The bytes that the client sent and that haven't been read.
    var input: [UInt8] = []
    var isInputEnded = false
    /// The bytes that were sent to the client.
    var output: [UInt8] = []
    /// The number of bytes that the client currently accepts.
    var room = Int.max
    var isSendingShutDown = false
    var resetsOnClose = false
    var isClosed = false
  }

  private struct Watch {
    var token: UInt64
    var interest: Readiness
  }

  static let listener: Int32 = -2

  private(set) var time: UInt64 = 1_000_000_000
  private(set) var sockets: [Int32: Socket] = [:]
  /// Connections that haven't been accepted yet.
  private(set) var waiting: [Int32] = []
  /// A Boolean value that indicates whether the process can open one more descriptor, and the poller can watch one
  /// more.
  var hasDescriptors = true
  var hasRoomToPoll = true
  /// The number of attempts to accept.
  private(set) var acceptCount = 0
  /// The number of milliseconds for which the loop would have slept at its last wait, or `nil` if it had something to
  /// do.
  private(set) var sleep: Int32?
  private var lastWait: UInt64 = 0
  private var watches: [Int32: Watch] = [:]

  /// A Boolean value that indicates whether the loop waits for connections to accept.
  var isListening: Bool { watches[Self.listener] != nil }

  // MARK: - The test's side

  func pass(_ duration: Duration) { time += duration.nanoseconds }

  /// Adds a client that connects.
  func offer() -> Int32 {
    let descriptor = Self.listener - 1 - Int32(sockets.count)
    sockets[descriptor] = Socket()
    waiting.append(descriptor)
    return descriptor
  }

  func change(_ descriptor: Int32, _ body: (inout Socket) -> Void) {
    guard var socket = sockets[descriptor] else { return }
    body(&socket)
    sockets[descriptor] = socket
  }

  // MARK: - The loop's side

  func now() -> UInt64 { time }

  func accept(_ listener: Int32) -> AcceptResult {
    acceptCount += 1
    guard hasDescriptors else { return .exhausted }
    return waiting.isEmpty ? .none : .connection(waiting.removeFirst())
  }

  func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    guard let socket = sockets[descriptor], !socket.isClosed else { return .failed(0) }
    if socket.input.isEmpty { return socket.isInputEnded ? .bytes(0) : .wouldBlock }
    let count = min(socket.input.count, buffer.count)
    buffer.copyBytes(from: socket.input[..<count])
    change(descriptor) { $0.input.removeFirst(count) }
    return .bytes(count)
  }

  func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
    guard let socket = sockets[descriptor], !socket.isClosed, !socket.isSendingShutDown else { return .failed(0) }
    let count = min(socket.room, bytes.count)
    guard count > 0 else { return .wouldBlock }
    change(descriptor) {
      $0.output += bytes[..<count]
      $0.room -= count
    }
    return .bytes(count)
  }

  func setNoDelay(_ descriptor: Int32) {}

  func setResetOnClose(_ descriptor: Int32) { change(descriptor) { $0.resetsOnClose = true } }

  func shutdownSending(_ descriptor: Int32) { change(descriptor) { $0.isSendingShutDown = true } }

  func close(_ descriptor: Int32) { change(descriptor) { $0.isClosed = true } }

  func add(_ descriptor: Int32, token: UInt64, interest: Readiness, isShared: Bool) -> Bool {
    guard hasRoomToPoll else { return false }
    watches[descriptor] = Watch(token: token, interest: interest)
    return true
  }

  func change(_ descriptor: Int32, token: UInt64, interest: Readiness) {
    watches[descriptor] = Watch(token: token, interest: interest)
  }

  func remove(_ descriptor: Int32) { watches[descriptor] = nil }

  func wait(milliseconds: Int32, events: inout [PollEvent]) {
    events = watches.sorted { $0.key > $1.key }.compactMap { descriptor, watch in
      let readiness = readiness(of: descriptor).intersection(watch.interest)
      return readiness.isEmpty ? nil : PollEvent(token: watch.token, readiness: readiness)
    }
    // Advancing the time ends a sleep, whatever the sleep was for.
    sleep = events.isEmpty && milliseconds != 0 && time == lastWait ? milliseconds : nil
    lastWait = time
  }

  func close() {}

  private func readiness(of descriptor: Int32) -> Readiness {
    if descriptor == Self.listener { return waiting.isEmpty ? [] : .readable }
    guard let socket = sockets[descriptor] else { return [] }
    var readiness: Readiness = []
    if !socket.input.isEmpty || socket.isInputEnded { readiness.insert(.readable) }
    if socket.room > 0 { readiness.insert(.writable) }
    return readiness
  }
}

/// A loop with one listener on a network of its own, which the test runs.
final class ManualServer {
  let network = ManualNetwork()
  let loop: LoopCore
  let listener: ListenerChannel

  init(_ responder: any Responder, limits: HTTPLimits = HTTPLimits()) throws {
    loop = LoopCore(mailbox: try Mailbox(), poller: network, system: network)
    listener = ListenerChannel(
      ticket: ListenerTicket(number: 1), socket: ListeningSocket(descriptor: ManualNetwork.listener, holders: 1),
      responder: responder, limits: limits, isShared: false, connectionLimit: limits.connections)
    listener.start(on: loop)
  }

  deinit { loop.stop(grace: 0) }

  /// Runs the loop until it would sleep. A loop that never sleeps throws an error after a maximum number of iterations.
  func settle() throws {
    for _ in 0..<1000 {
      loop.turn()
      if network.sleep != nil { return }
    }
    throw RestlessLoop()
  }

  /// An error that reports a loop that never sleeps.
  struct RestlessLoop: Error {}

  /// Connects a client, which is accepted if the server has capacity.
  func connect() throws -> Int32 {
    let client = network.offer()
    try settle()
    return client
  }

  func send(_ text: String, from client: Int32) throws {
    network.change(client) { $0.input += Array(text.utf8) }
    try settle()
  }

  /// Ends the client's side of the connection.
  func finish(_ client: Int32) throws {
    network.change(client) { $0.isInputEnded = true }
    try settle()
  }

  /// Lets the client accept this number of bytes.
  func take(_ count: Int, by client: Int32) throws {
    network.change(client) { $0.room = count }
    try settle()
  }

  /// Advances the time, and lets the loop do what is due.
  func pass(_ duration: Duration) throws {
    network.pass(duration)
    try settle()
  }

  func socket(_ client: Int32) -> ManualNetwork.Socket { network.sockets[client] ?? ManualNetwork.Socket() }

  /// Returns everything that the client has received since the last call, as complete responses and remaining bytes.
  func received(by client: Int32) -> (responses: [RawResponse], rest: [UInt8]) {
    var bytes = socket(client).output
    network.change(client) { $0.output = [] }
    var responses: [RawResponse] = []
    while let response = RawResponse.take(from: &bytes) { responses.append(response) }
    return (responses, bytes)
  }

  /// Returns the bodies of the responses that the client has received.
  func texts(of client: Int32) -> [String] { received(by: client).responses.map(\.text) }
}
