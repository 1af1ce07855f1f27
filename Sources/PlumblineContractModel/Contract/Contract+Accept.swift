import PlumblineHTTPMessages

extension Contract {
  /// Returns the `Accept` value for a client that knows the contract (RFC 9110 section 12.5.1). It lists the documented
  /// media types of the endpoint's successful responses, JSON first, then those of its errors. If none is documented,
  /// the value is `*/*`, which accepts any type.
  package func accept(from endpoint: Endpoint) -> String {
    let successes = endpoint.answers.flatMap(\.content.mediaTypes)
    // Without an envelope, the content of an enveloped error is unknown.
    let failures = endpoint.failures.flatMap { failure in
      failure.isEnveloped && envelope == nil ? [] : failure.content.mediaTypes
    }
    var seen: Set<String> = []
    let types = (successes.filter(MediaType.isJSON) + successes + failures).filter { seen.insert($0).inserted }
    return types.isEmpty ? "*/*" : types.joined(separator: ", ")
  }
}

extension DocumentedResponse.Content {
  fileprivate var mediaTypes: [String] {
    switch self {
    case .payload, .noPayload, .body: ["application/json"]
    case .media(let contents): contents.map(\.mediaType)
    case .empty: []
    }
  }
}

extension Failure.Content {
  fileprivate var mediaTypes: [String] {
    switch self {
    case .envelope, .body: ["application/json"]
    case .media(let contents): contents.map(\.mediaType)
    case .empty: []
    }
  }
}
