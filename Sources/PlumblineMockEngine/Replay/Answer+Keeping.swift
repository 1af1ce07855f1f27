import PlumblineHTTPMessages

extension Answer {
  /// An answer with more bytes than this is kept only where somebody else keeps it anyway.
  static let largestKept = 16_384

  /// The answer as bytes, and how many of them only whoever keeps it would keep; `nil` for one that can't or needn't be
  /// kept.
  var kept: (value: Answer, size: Int)? {
    switch content {
    case .rendered(let rendered):
      guard rendered.isOneOff else { return (self, 0) }
      return rendered.size <= Self.largestKept ? (self, rendered.size) : nil
    case .response(let response):
      guard response.trailers.isEmpty, let body = response.body.bytes, body.count <= Self.largestKept else {
        return nil
      }
      let rendered = RenderedResponse(response)
      return (Answer(rendered: rendered, delivery: delivery), rendered.size)
    case .failure: return nil
    }
  }
}
