import PlumblineHTTPMessages

/// The request parser and the response parser, on arbitrary bytes in arbitrary pieces. The way in which bytes are split
/// must not make a difference.
///
/// Seeds: http/cases
package enum HTTPTarget {
  /// Small limits, so that inputs reach every one of them.
  private static let limits: HTTPLimits = {
    var limits = HTTPLimits()
    limits.requestLine = 200
    limits.head = 600
    limits.fields = 12
    limits.body = 500
    return limits
  }()

  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    let pieces = [[input], input.map { [$0] }] + splits(of: input)
    checkRequests(pieces)
    // The input is parsed again on the same connection. A head that equals the previous one is recognized, unless it
    // arrives in pieces.
    checkRequests([[input, input], (input + input).map { [$0] }])
    for method in [HTTPMethod.get, .head] { checkResponse(pieces, method) }
  }

  /// Returns the input in two and in three pieces, split at places that its own bytes choose.
  private static func splits(of input: [UInt8]) -> [[[UInt8]]] {
    guard input.count > 1 else { return [] }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in input { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let first = 1 + Int(hash % UInt64(input.count - 1))
    let second = 1 + Int((hash >> 32) % UInt64(input.count - 1))
    let (low, high) = (min(first, second), max(first, second))
    return [
      [Array(input[..<first]), Array(input[first...])],
      [Array(input[..<low]), Array(input[low..<high]), Array(input[high...])],
    ]
  }

  private static func checkRequests(_ ways: [[[UInt8]]]) {
    let whole = RequestOutcome(parsing: ways[0], limits)
    for way in ways.dropFirst() {
      let split = RequestOutcome(parsing: way, limits)
      precondition(split == whole, "pieces make a difference: \(split) is not \(whole)")
    }
    for request in whole.requests { checkRewriting(request) }
  }

  /// Checks that an accepted request can be serialized, and that parsing the result gives the same request.
  private static func checkRewriting(_ incoming: IncomingRequest) {
    let request = incoming.request
    precondition((request.body.bytes ?? []).count <= limits.body, "a body is larger than the limit")
    precondition(request.headers.count <= limits.fields, "there are more fields than the limit")
    var bytes: [UInt8] = []
    RequestWriter.append(request, host: "localhost", to: &bytes)
    let again = RequestOutcome(parsing: [bytes], HTTPLimits())
    // A target that was part of a full URL can be empty or lack a slash.
    guard request.targetBytes.first == UInt8(ascii: "/") else { return }
    guard let first = again.requests.first, again.requests.count == 1, again.refusal == nil else {
      preconditionFailure("a request that was written is not taken: \(again)")
    }
    precondition(first.request.method == request.method && first.request.target == request.target)
    precondition((first.request.body.bytes ?? []) == (request.body.bytes ?? []))
  }

  private static func checkResponse(_ ways: [[[UInt8]]], _ method: HTTPMethod) {
    let whole = ResponseOutcome(parsing: ways[0], method, limits)
    for way in ways.dropFirst() {
      let split = ResponseOutcome(parsing: way, method, limits)
      precondition(split == whole, "pieces make a difference: \(split) is not \(whole)")
    }
  }
}

/// The result of parsing requests.
private struct RequestOutcome: Equatable, CustomStringConvertible {
  var requests: [IncomingRequest] = []
  var refusal: RequestRefusal?
  var isClosed = false

  init(parsing pieces: [[UInt8]], _ limits: HTTPLimits) {
    var parser = RequestParser(limits: limits)
    for piece in pieces {
      var offset = 0
      var steps = 0
      taking: while true {
        steps += 1
        precondition(steps <= piece.count + 2, "the parser goes round in circles")
        switch parser.next(piece, &offset) {
        case .needsMore:
          precondition(offset == piece.count, "input is left over")
          break taking
        case .expectsContinue, .opens, .piece: break
        case .refused(let refusal): self.refusal = refusal
        case .request(let incoming): requests.append(incoming)
        }
      }
    }
    if case .ended = parser.phase { isClosed = true }
  }

  var description: String {
    requests.map { "\($0.request.method) \($0.request.target) \($0.request.headers) \($0.request.body)" }
      .joined(separator: "; ") + " refused: \(refusal.map(\.description) ?? "no"), closed: \(isClosed)"
  }

  /// If a request has several faults, the one that is found first may depend on the bytes that have arrived, but there
  /// must be one either way.
  static func == (left: RequestOutcome, right: RequestOutcome) -> Bool {
    left.requests.count == right.requests.count && (left.refusal == nil) == (right.refusal == nil)
      && left.isClosed == right.isClosed
      && zip(left.requests, right.requests).allSatisfy { one, other in
        one.keepsAlive == other.keepsAlive && one.minorVersion == other.minorVersion
          && one.request.method == other.request.method && one.request.target == other.request.target
          && (one.request.body.bytes ?? []) == (other.request.body.bytes ?? [])
          && one.request.headers.elementsEqual(other.request.headers) { $0 == $1 }
          && one.request.trailers.elementsEqual(other.request.trailers) { $0 == $1 }
      }
  }
}

/// The result of parsing a response.
private struct ResponseOutcome: Equatable, CustomStringConvertible {
  var status: Int?
  var headers: [String] = []
  var body: [UInt8] = []
  var hasFailed = false

  init(parsing pieces: [[UInt8]], _ method: HTTPMethod, _ limits: HTTPLimits) {
    var parser = ResponseParser(method: method, limits: limits)
    for piece in pieces where status == nil && !hasFailed { take(parser.feed(piece)) }
    if status == nil, !hasFailed { take(parser.finish()) }
  }

  var description: String { "\(status ?? 0) \(headers) \(body) failed: \(hasFailed)" }

  private mutating func take(_ step: ResponseParser.Step) {
    switch step {
    case .needsMore: break
    case .response(let response):
      status = response.status
      headers = response.headers.map { "\($0.name): \($0.value)" }
      body = response.body.bytes ?? []
    case .failed: hasFailed = true
    }
  }
}
