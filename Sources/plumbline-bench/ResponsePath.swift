import PlumblineHTTPMessages
import PlumblineMockEngine

/// The work that a connection does for a request, but without a connection.
struct ResponsePath {
  private let directory: SessionDirectory
  private let date = HTTPDate.bytes(secondsSinceEpoch: 1_795_227_300)
  private var parser = RequestParser()
  private var output: [UInt8] = []

  init(_ directory: SessionDirectory) {
    self.directory = directory
  }

  /// Responds to a request, and returns the status.
  @discardableResult
  mutating func answer(_ bytes: [UInt8]) -> Int {
    var offset = 0
    guard case .request(let incoming) = parser.next(bytes, &offset) else { return 0 }
    let answer = directory.answer(to: incoming.request)
    output.removeAll(keepingCapacity: true)
    switch answer.content {
    case .rendered(let rendered):
      ResponseWriter.append(rendered, date: date, to: &output)
      return rendered.response.status
    case .response(let response):
      ResponseWriter.appendHead(of: response, framing: ResponseWriter.framing(of: response), date: date, to: &output)
      output.append(contentsOf: response.body.bytes ?? [])
      return response.status
    case .failure: return 0
    }
  }
}
