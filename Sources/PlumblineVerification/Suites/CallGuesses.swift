import PlumblineJSONTree

/// The values of a request that its server may not know: the ids of a recording, and values made up from a contract.
///
/// A documented refusal of these proves nothing about the server.
package struct CallGuesses: Sendable {
  /// A value that was made up.
  package struct Value: Sendable {
    /// The place of the value: `query.match`, `body`.
    package let name: String
    /// The source location of its description in the contract.
    package let location: SourceLocation
    /// A Boolean value that indicates whether the contract lists values for it, of which this is one.
    package let isListed: Bool
  }

  /// Something that exists on one server and not on another.
  package struct Identifier: Sendable {
    /// The variable that can give another.
    package let variable: String
    /// The parameter of the path that it fills in; `nil` for one in a body.
    package let parameter: String?
    /// The source location of its description in the contract; `nil` in a body.
    package let location: SourceLocation?
  }

  /// A Boolean value that indicates whether the request was made up; otherwise it was recorded.
  package var isMade = false
  package var identifiers: [Identifier] = []
  package var values: [Value] = []
}

/// A recorded refusal whose request is also sent to a real server.
package struct Replay: Sendable {
  /// The recording's name.
  package let recording: String
  /// The status that it has.
  package let status: Int
  /// A Boolean value that indicates whether the refusal depends on what the server has and on who asks, and not on the request
  /// alone.
  package let dependsOnServer: Bool
}
