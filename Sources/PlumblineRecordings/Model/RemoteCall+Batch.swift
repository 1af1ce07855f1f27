import PlumblineContractModel
import PlumblineJSONTree

extension RemoteCall {
  /// The language of a call.
  package enum Language: Sendable {
    case rpc
    case graphQL

    /// - Returns: `nil` if a value isn't a call.
    package init?(_ value: JSON) {
      if value.kind == .object, value["jsonrpc"] != nil, value["method"]?.string != nil {
        self = .rpc
      } else if RemoteCall.isGraphQL(value) {
        self = .graphQL
      } else {
        return nil
      }
    }
  }

  /// A batch of JSON-RPC (JSON-RPC 2.0, section 6) or GraphQL: a list of calls in one language.
  package struct Batch: Sendable {
    /// The maximum number of calls. Longer lists aren't treated as batches.
    private static let mostCalls = 1_000

    package let language: Language
    package let calls: [JSON]

    /// - Returns: `nil` if a body isn't a list of calls in a single language.
    package init?(_ body: JSON) {
      guard body.kind == .array, body.count <= Self.mostCalls else { return nil }
      let calls = body.elements.map { $0 }
      guard let language = calls.first.flatMap({ Language($0) }), calls.allSatisfy({ Language($0) == language }) else {
        return nil
      }
      self.language = language
      self.calls = calls
    }

    /// Returns a Boolean value that indicates whether a call expects a response. A JSON-RPC notification doesn't.
    package func isAsked(_ call: JSON) -> Bool { language == .graphQL || call["id"] != nil }
  }
}

extension Endpoint {
  /// A Boolean value that indicates whether the endpoint's requests are single calls, so that a list is never a valid
  /// request.
  package var takesSingleCalls: Bool { batch == nil && body?.json?.schema?.takesNone(.array) == true }
}
