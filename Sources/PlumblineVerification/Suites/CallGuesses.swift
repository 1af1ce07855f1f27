import PlumblineJSONTree

/// The values of a request that its server may not know, which are the ids of a recording, and values made up from a
/// contract.
///
/// A documented error in response to these values proves nothing about the server.
package struct CallGuesses: Sendable {
  /// A value that was made up.
  package struct Value: Sendable {
    /// The place of the value, such as `query.match` or `body`.
    package let name: String
    /// The source location of its description in the contract.
    package let location: SourceLocation
    /// A Boolean value that indicates whether the value is one of those that the contract lists.
    package let isListed: Bool
  }

  /// The id of an item that exists on one server but perhaps not on another.
  package struct Identifier: Sendable {
    /// The variable that can provide a different one.
    package let variable: String
    /// The path parameter that the identifier fills in, or `nil` for one in a body.
    package let parameter: String?
    /// The source location of its description in the contract, or `nil` in a body.
    package let location: SourceLocation?
  }

  /// A Boolean value that indicates whether the request was generated. Otherwise, it was recorded.
  package var isMade = false
  package var identifiers: [Identifier] = []
  package var values: [Value] = []
}

/// A recorded refusal whose request is also sent to a real server.
package struct Replay: Sendable {
  /// The recording's name.
  package let recording: String
  /// The recorded status.
  package let status: Int
  /// A Boolean value that indicates whether the refusal depends on the server's data and the caller, not on the request
  /// alone.
  package let dependsOnServer: Bool
}
