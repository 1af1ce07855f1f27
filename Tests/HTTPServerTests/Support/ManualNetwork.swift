import PlumblineHTTPMessages
import TestSupport

@testable import PlumblineHTTPServer

/// A network that is only memory, with a clock that moves only when a test turns it: a loop runs on it without a socket, a
/// thread or a wait.
///
/// Descriptors are negative, so that a call that went past it could hit no real file.
final class ManualNetwork: LoopSystem, Poller {
  /// The server's end of a connection.
  struct Socket {
    /// The bytes that came from the client and weren't read.
    var input: [UInt8] = []
    var isInputEnded = false
    /// The bytes that went to the client.
    var output: [UInt8] = []
    /// The number of bytes that the client still takes for now.
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
  /// Connections that weren't accepted yet.
  private(set) var waiting: [Int32] = []
  /// A Boolean value that indicates whether the process may have one more descriptor, and the poller one more to wait for.
  var hasDescriptors = true
  var hasRoomToPoll = true
  /// The number of attempts to accept.
  private(set) var acceptCount = 0
  /// For how many milliseconds the loop would have slept at its last wait; `nil` if there was something to do.
  private(set) var sleep: Int32?
  private var lastWait: UInt64 = 0
  private var watches: [Int32: Watch] = [:]

  /// A Boolean value that indicates whether the loop waits for connections to accept.
  var isListening: Bool { watches[Self.listener] != nil }

  // MARK: - The test's side

  func pass(_ duration: Duration) { time += duration.nanoseconds }

  /// A client that connects.
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
    // Advancing the time ends a sleep, regardless of its purpose.
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

/// A loop with one listener on a network of its own, run by the test.
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

  /// Lets the loop go round until it would sleep; a loop that never does is caught by a bound.
  func settle() throws {
    for _ in 0..<1000 {
      loop.turn()
      if network.sleep != nil { return }
    }
    throw RestlessLoop()
  }

  /// A loop that goes round and round.
  struct RestlessLoop: Error {}

  /// A client that is accepted, if anybody is.
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

  /// The client takes so many bytes.
  func take(_ count: Int, by client: Int32) throws {
    network.change(client) { $0.room = count }
    try settle()
  }

  /// Lets time pass, and the loop do what is due.
  func pass(_ duration: Duration) throws {
    network.pass(duration)
    try settle()
  }

  func socket(_ client: Int32) -> ManualNetwork.Socket { network.sockets[client] ?? ManualNetwork.Socket() }

  /// Returns everything that the client has received since the last call: complete responses, and other bytes.
  func received(by client: Int32) -> (responses: [RawResponse], rest: [UInt8]) {
    var bytes = socket(client).output
    network.change(client) { $0.output = [] }
    var responses: [RawResponse] = []
    while let response = RawResponse.take(from: &bytes) { responses.append(response) }
    return (responses, bytes)
  }

  /// The bodies of the responses that the client has got.
  func texts(of client: Int32) -> [String] { received(by: client).responses.map(\.text) }
}
