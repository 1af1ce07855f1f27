import PlumblineHTTPMessages

extension Exchange {
  /// The exchange without the fields that describe how the response was compressed. Bodies in captures are already
  /// decompressed (HAR 1.2 `content`).
  package var unpacked: Exchange {
    guard case .response(var response) = outcome, response.body.bytes != nil,
      response.headers.contains("content-encoding")
    else { return self }
    response.headers.remove("content-encoding")
    response.headers.remove("content-length")
    var unpacked = self
    unpacked.outcome = .response(response)
    return unpacked
  }
}
