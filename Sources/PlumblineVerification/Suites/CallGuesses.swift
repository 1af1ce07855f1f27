import PlumblineJSONTree

/// What a request has that nobody said its server knows: the ids of a recording, and what was made up from a contract.
///
/// A documented refusal of these tells nothing of the server.
package struct CallGuesses: Sendable {
  /// A value that was made up.
  package struct Value: Sendable {
    /// Where it stands: `query.match`, `body`.
    package let name: String
    /// Where the contract says what it is like.
    package let location: SourceLocation
    /// A Boolean value that indicates whether the contract lists values for it, of which this is one.
    package let isListed: Bool
  }

  /// Something that exists on one server and not on another.
  package struct Identifier: Sendable {
    /// The variable that can give another.
    package let variable: String
    /// The parameter of the path that it stands for; `nil` for one in a body.
    package let parameter: String?
    /// Where the contract says what it is like; `nil` in a body.
    package let location: SourceLocation?
  }

  /// A Boolean value that indicates whether the request was made up; else it was recorded.
  package var isMade = false
  package var identifiers: [Identifier] = []
  package var values: [Value] = []

  package init() {}
}

/// What may come of a recorded refusal when a real server gets the same request.
package struct Replay: Sendable {
  /// The recording's name.
  package let recording: String
  /// The status that it has.
  package let status: Int
  /// A Boolean value that indicates whether the refusal depends on what the server has and on who asks, and not on the request
  /// alone.
  package let dependsOnServer: Bool
}
