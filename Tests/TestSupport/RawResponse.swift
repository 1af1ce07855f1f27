/// A response that a test has read from a socket.
package struct RawResponse: Sendable, Equatable {
  package var status: Int
  package var fields: [(name: String, value: String)]
  /// The body without its chunked transfer coding.
  package var body: [UInt8]
  /// The lines after a chunked body.
  package var trailers: [String] = []

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// Returns the first value of a header field.
  package subscript(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  package static func == (left: RawResponse, right: RawResponse) -> Bool {
    left.status == right.status && left.body == right.body
      && left.fields.map { "\($0)" } == right.fields.map { "\($0)" }
  }

  /// Removes the next complete response from the start of the bytes and returns it, or returns `nil` if the response
  /// isn't complete.
  package static func take(from bytes: inout [UInt8], isHead: Bool = false, isEnded: Bool = false) -> RawResponse? {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    guard let first = lines.first, let status = Int(first.dropFirst(9).prefix(3)) else { return nil }
    var response = RawResponse(status: status, fields: [], body: [])
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      response.fields.append((String(parts[0]), String(parts[1].drop { $0 == " " })))
    }
    var rest = bytes[end.upperBound...]
    if isHead || (100..<200).contains(status) || status == 204 || status == 304 {
    } else if response["transfer-encoding"] == "chunked" {
      guard response.takeChunks(&rest) else { return nil }
    } else if let length = response["content-length"].flatMap({ Int($0) }) {
      guard rest.count >= length else { return nil }
      response.body = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
    } else {
      guard isEnded else { return nil }
      response.body = Array(rest)
      rest = []
    }
    bytes = Array(rest)
    return response
  }

  private mutating func takeChunks(_ rest: inout ArraySlice<UInt8>) -> Bool {
    while let line = Self.takeLine(&rest) {
      guard let size = Int(line.prefix { $0 != ";" }, radix: 16) else { return false }
      if size == 0 {
        while let trailer = Self.takeLine(&rest) {
          if trailer.isEmpty { return true }
          trailers.append(trailer)
        }
        return false
      }
      guard rest.count >= size + 2 else { return false }
      body += rest.prefix(size)
      rest = rest.dropFirst(size + 2)
    }
    return false
  }

  private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstRange(of: [13, 10]) else { return nil }
    defer { rest = rest[end.upperBound...] }
    return String(decoding: rest[..<end.lowerBound], as: UTF8.self)
  }
}
