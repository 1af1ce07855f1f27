import PlumblineHTTPMessages

/// The result of parsing bytes that arrived in pieces.
struct Outcome: Equatable, CustomStringConvertible {
  var requests: [String] = []
  var incoming: [IncomingRequest] = []
  var refusal: RequestRefusal?
  var isClosed = false
  var continues = 0
  /// Requests whose bodies arrived in pieces, with those bodies concatenated and the number of bodies that ended.
  var opened: [IncomingRequest] = []
  var streamed: [UInt8] = []
  var ends = 0

  init(parsing pieces: [[UInt8]], limits: HTTPLimits = HTTPLimits()) {
    var parser = RequestParser(limits: limits)
    for piece in pieces {
      var offset = 0
      steps: while true {
        switch parser.next(piece, &offset) {
        case .needsMore: break steps
        case .expectsContinue: continues += 1
        case .opens(let incoming, _, let expectsContinue):
          opened.append(incoming)
          if expectsContinue { continues += 1 }
        case .piece(let bytes, let trailers):
          streamed += bytes
          if trailers != nil { ends += 1 }
        case .refused(let refusal): self.refusal = refusal
        case .request(let incoming):
          self.incoming.append(incoming)
          requests.append(Self.text(incoming))
        }
      }
    }
    if case .ended = parser.phase { isClosed = true }
  }

  init(_ text: String, limits: HTTPLimits = HTTPLimits()) {
    self.init(parsing: [Array(text.utf8)], limits: limits)
  }

  var request: Request? { incoming.first?.request }
  var status: Int? { refusal?.status }

  /// Requests are compared as text. Interim responses aren't compared, because they depend on the time at which bytes
  /// arrived.
  static func == (left: Outcome, right: Outcome) -> Bool {
    left.requests == right.requests && left.refusal?.status == right.refusal?.status && left.isClosed == right.isClosed
  }

  var description: String { "\(requests) \(refusal.map(String.init(describing:)) ?? "") closed: \(isClosed)" }

  private static func text(_ incoming: IncomingRequest) -> String {
    let request = incoming.request
    return "\(request.method) \(request.target) 1.\(incoming.minorVersion) keeps \(incoming.keepsAlive)\n"
      + "\(request.headers)\n\(request.body.bytes ?? [])\n\(request.trailers)"
  }
}
