import PlumblineJSONTree

/// The values in a request that its server may not know: the ids from a recording, and values made up from the
/// contract.
///
/// A documented error in response to these values proves nothing about the server.
package struct CallGuesses: Sendable {
  /// A value that was made up.
  package struct Value: Sendable {
    /// The location of the value, such as `query.match` or `body`.
    package let name: String
    /// The source location of the value's description in the contract.
    package let location: SourceLocation
    /// A Boolean value that indicates whether the value is one of those that the contract lists.
    package let isListed: Bool
  }

  /// The id of an item that exists on one server, but perhaps not on another.
  package struct Identifier: Sendable {
    /// The variable that can provide a different id.
    package let variable: String
    /// The path parameter that the identifier fills in, or `nil` for an identifier in a body.
    package let parameter: String?
    /// The source location of the identifier's description in the contract, or `nil` in a body.
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
  /// A Boolean value that indicates whether the refusal depends on the server's data and the caller, rather than on the
  /// request alone.
  package let dependsOnServer: Bool
}
