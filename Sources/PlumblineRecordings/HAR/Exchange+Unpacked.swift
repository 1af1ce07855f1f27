import PlumblineHTTPMessages

extension Exchange {
  /// The exchange without the fields that describe how its response was compressed, because a captured body is
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
