import PlumblineHTTPMessages
import Testing

/// Streams that bring more than their length says, which a client would read as the next response.
@Suite struct SurplusTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let bytes = Array("0123456789HTTP/1.1 200 OK\r\n\r\n".utf8)

  @Test func `what comes beyond the length is cut off wherever the pieces end, and the connection stays`() throws {
    for cut in 0...Self.bytes.count {
      for second in cut...Self.bytes.count {
        let pieces = [Self.bytes[..<cut], Self.bytes[cut..<second], Self.bytes[second...]].map { Array($0) }
        let responder = ScriptedResponder { _ in
          let chunks = pieces.map { BodyChunk.bytes($0) } + [.end(trailers: HeaderFields())]
          return OutgoingResponse(Response(status: 200, body: .stream(ListStream(chunks, length: 10))))
        }
        let server = try ManualServer(responder)
        let client = try server.connect()
        try server.send(Self.get + Self.get, from: client)
        let (responses, rest) = server.received(by: client)
        #expect(responses.map(\.text) == ["0123456789", "0123456789"], "pieces \(pieces.map(\.count))")
        #expect(rest.isEmpty, "pieces \(pieces.map(\.count))")
        #expect(!server.socket(client).isSendingShutDown)
        #expect(!server.socket(client).isClosed)
      }
    }
  }

  @Test(arguments: [0, 10]) func `a stream that goes on for ever is stopped at its length`(_ length: Int) throws {
    let stream = EndlessStream(length: length)
    let server = try ManualServer(
      ScriptedResponder { _ in OutgoingResponse(Response(status: 200, body: .stream(stream))) })
    let client = try server.connect()
    try server.send(Self.get, from: client)
    let (responses, rest) = server.received(by: client)
    #expect(responses.map(\.body.count) == [length])
    #expect(rest.isEmpty)
    #expect(stream.isCancelled)
    #expect(!server.socket(client).isSendingShutDown)
    #expect(!server.socket(client).isClosed)
  }

  @Test func `a stream of the right length isn't cancelled`() throws {
    let stream = ListStream([.bytes(Array("01234".utf8)), .bytes(Array("56789".utf8))], length: 10)
    let server = try ManualServer(
      ScriptedResponder { _ in OutgoingResponse(Response(status: 200, body: .stream(stream))) })
    let client = try server.connect()
    try server.send(Self.get, from: client)
    #expect(server.texts(of: client) == ["0123456789"])
    let isCancelled = stream.isCancelled.load(ordering: .relaxed)
    #expect(!isCancelled)
  }
}

/// A stream that produces a piece each time it's asked.
private final class EndlessStream: BodyStream {
  let length: Int?
  nonisolated(unsafe) private(set) var isCancelled = false

  init(length: Int) { self.length = length }

  func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) { deliver(.bytes(Array("abc".utf8))) }

  func cancel() { isCancelled = true }
}
