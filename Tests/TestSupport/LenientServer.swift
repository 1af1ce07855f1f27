import Foundation
import Synchronization

/// A server that acts on everything that it receives, like a carelessly written one. No test may lose data on it.
///
/// It accepts an empty, a malformed or an incomplete body as a complete one, even if the connection ends regularly
/// before the body does. Every POST to any path stores an item, and so does a PUT or PATCH of a missing one. A DELETE
/// without an identifier removes everything below its path, and OPTIONS gets a 204 for any path. A request has no
/// effect only if its connection is reset, and even then it has one if the server is hasty. Each change is recorded.
///
/// ```swift
/// let server = try LenientServer(items: ["/api/notes/7", "/api/notes/8"])
/// // … DELETE /api/notes …
/// await server.stop()
/// server.changes  // [.removed("/api/notes/7"), .removed("/api/notes/8")]
/// ```
package final class LenientServer: Sendable {
  /// The effect of a request.
  package enum Change: Sendable, Hashable {
    /// An item was added.
    case stored(String)
    /// An existing item was changed, or may have been changed.
    case changed(String)
    case removed(String)
  }

  private struct State {
    var items: Set<String>
    var requests: [String] = []
    var changes: [Change] = []
    /// The number of threads that are still working, and the tasks that wait for the last of them.
    var busy = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// The tasks that wait for the first request.
    var expecting: [CheckedContinuation<Void, Never>] = []
  }

  private let collections: Set<String>
  private let isHasty: Bool
  private let listener: Int32
  private let state: Mutex<State>
  private let isStopping = Atomic<Bool>(false)
  package let port: Int

  package var url: String { "http://127.0.0.1:\(port)" }
  /// The requests in the order of their arrival, such as `POST /api/notes`.
  package var requests: [String] { state.withLock { $0.requests } }
  package var changes: [Change] { state.withLock { $0.changes } }

  /// - Parameters:
  ///   - items: The paths of the existing items. A path that is a prefix of others is their collection.
  ///   - isHasty: A Boolean value that indicates whether the server acts and responds before it reads a body.
  package init(items: [String], isHasty: Bool = false) throws {
    collections = Set(items.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) })
    self.isHasty = isHasty
    state = Mutex(State(items: Set(items)))
    let bound = try LoopbackPort.bound()
    try bound.listen()
    (listener, port) = (bound.descriptor, Int(bound.number))
    onThread { $0.acceptConnections() }
  }

  /// Stops accepting connections, and returns once the current ones have ended, so that all of their changes are
  /// recorded.
  package func stop() async {
    isStopping.store(true, ordering: .sequentiallyConsistent)
    // On Darwin, only a new connection wakes a waiting listener.
    shutdown(listener, Int32(SHUT_RDWR))
    _ = try? await RawConnection.connect(port: port)
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.busy > 0 { state.waiting.append(continuation) }
        return state.busy == 0
      }
      if isDone { continuation.resume() }
    }
    close(listener)
  }

  /// Waits until a request has arrived, with or without its body.
  package func request() async {
    await withCheckedContinuation { continuation in
      let hasCome = state.withLock { state in
        if state.requests.isEmpty { state.expecting.append(continuation) }
        return !state.requests.isEmpty
      }
      if hasCome { continuation.resume() }
    }
  }

  private func onThread(_ body: @escaping @Sendable (LenientServer) -> Void) {
    state.withLock { $0.busy += 1 }
    Thread.detachNewThread { [self] in
      body(self)
      let waiting = state.withLock { state in
        state.busy -= 1
        return state.busy == 0 ? state.waiting : []
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  private func acceptConnections() {
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return
      }
      if isStopping.load(ordering: .sequentiallyConsistent) {
        close(descriptor)
        return
      }
      #if canImport(Darwin)
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
      #endif
      onThread { server in
        server.serve(descriptor)
        close(descriptor)
      }
    }
  }

  // MARK: - One request on one connection

  private func serve(_ descriptor: Int32) {
    var bytes: [UInt8] = []
    var head: Range<Int>?
    while head == nil {
      guard let more = read(descriptor), !more.isEmpty else { return }
      bytes += more
      head = Self.end(of: bytes)
    }
    guard let end = head?.upperBound, let text = String(bytes: bytes[..<end], encoding: .utf8) else { return }
    let lines = text.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ").map(String.init) ?? []
    guard words.count == 3 else { return }
    let path = String(words[1].prefix { $0 != "?" })
    let expecting = state.withLock { state in
      state.requests.append("\(words[0]) \(path)")
      defer { state.expecting = [] }
      return state.expecting
    }
    for continuation in expecting { continuation.resume() }
    if isHasty {
      act(words[0], path)
      send(answer(words[0], path), to: descriptor)
      while let more = read(descriptor), !more.isEmpty {}
      return
    }
    let promised =
      lines.first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.drop { $0 != ":" }.dropFirst().filter { $0 != " " }) } ?? 0
    var missing = promised - (bytes.count - end)
    while missing > 0 {
      // A reset is the only signal that this server respects.
      guard let more = read(descriptor) else { return }
      if more.isEmpty { break }
      missing -= more.count
    }
    act(words[0], path)
    send(answer(words[0], path), to: descriptor)
  }

  private func act(_ method: String, _ path: String) {
    guard !["GET", "HEAD", "OPTIONS"].contains(method) else { return }
    state.withLock { state in
      let named = state.items.filter { path == $0 || path.hasPrefix($0 + "/") }
      let below = state.items.filter { $0.hasPrefix(path + "/") }
      switch method {
      case "DELETE" where named.contains(path): remove([path], from: &state)
      case "DELETE" where named.isEmpty: remove(below, from: &state)
      case _ where !named.isEmpty: state.changes += named.sorted().map { .changed($0) }
      default: state.changes.append(.stored(path))
      }
    }
  }

  private func remove(_ items: Set<String>, from state: inout State) {
    state.items.subtract(items)
    state.changes += items.sorted().map { .removed($0) }
  }

  private func answer(_ method: String, _ path: String) -> String {
    let items = state.withLock { $0.items }
    let nothing = #"{"ok":false,"error":"NOT_FOUND","message":"There is no such item."}"#
    let noRoute = #"{"ok":false,"error":"NO_ROUTE","message":"There is no such path."}"#
    switch method {
    case "OPTIONS": return Self.response("204 No Content", "")
    case _ where method != "GET" && method != "HEAD": return Self.response("200 OK", #"{"ok":true,"data":{}}"#)
    case _ where items.contains(path): return Self.response("200 OK", #"{"ok":true,"data":{"id":7}}"#)
    case _ where collections.contains(path):
      let ids = items.filter { $0.hasPrefix(path + "/") && !$0.dropFirst(path.count + 1).contains("/") }
        .map { #"{"id":\#($0.dropFirst(path.count + 1))}"# }.sorted()
      return Self.response("200 OK", #"{"ok":true,"data":[\#(ids.joined(separator: ","))]}"#)
    default:
      let above = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      return Self.response("404 Not Found", collections.contains(above) ? nothing : noRoute)
    }
  }

  private static func response(_ status: String, _ body: String) -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
      + (status.hasPrefix("204") ? "" : "Content-Length: \(body.utf8.count)\r\n") + "Connection: close\r\n\r\n\(body)"
  }

  // MARK: - Bytes

  private static func end(of bytes: [UInt8]) -> Range<Int>? {
    Data(bytes).range(of: Data("\r\n\r\n".utf8))
  }

  /// Returns some bytes. The result is empty at the end of the connection, and `nil` if the connection was reset.
  private func read(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count < 0 ? nil : Array(buffer[..<count])
  }

  private func send(_ text: String, to descriptor: Int32) {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    let bytes = Array(text.utf8)
    #if canImport(Glibc)
      _ = Glibc.send(descriptor, bytes, bytes.count, flags)
    #else
      _ = Darwin.send(descriptor, bytes, bytes.count, flags)
    #endif
  }
}
