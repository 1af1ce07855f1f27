import PlumblineJSONTree

/// A consumer's promise about its requests to a provider and its needs from each response, versions 1 to 4 of the
/// specification (https://github.com/pact-foundation/pact-specification).
package struct Pact: Sendable {
  /// A version of the specification.
  package struct Version: Sendable, Hashable, CustomStringConvertible {
    package let major: Int
    package let minor: Int

    package init(major: Int, minor: Int = 0) {
      self.major = major
      self.minor = minor
    }

    /// Parses the version at the start of a string such as `2.0.0`. Returns `nil` if the version is unsupported.
    init?(_ text: String) {
      let parts = text.split(separator: ".").map { Int($0) }
      guard let first = parts.first, let major = first, (1...4).contains(major) else { return nil }
      self.init(major: major, minor: (parts.count > 1 ? parts[1] : 0) ?? 0)
    }

    /// A Boolean value that indicates whether queries are compared as strings, with their order.
    var ordersQueries: Bool { major == 1 && minor == 0 }

    package var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
  }

  package let consumer: String
  package let provider: String
  package let version: Version
  package let interactions: [PactInteraction]
  /// The interactions and messages that weren't read.
  package var unread: [Unread] = []

  /// An interaction that wasn't read, with the reason as a sentence.
  package struct Unread: Sendable {
    package let description: String
    /// The kind of interaction, such as `asynchronous message`.
    package let kind: String
    package let reason: String
    package let source: JSON
  }
}

/// A request, and the response that the consumer needs.
package struct PactInteraction: Sendable {
  /// A condition that the provider must meet before the request is sent.
  package struct State: Sendable, Hashable {
    package let name: String
    package let parameters: [(name: String, value: JSON)]

    package init(name: String, parameters: [(name: String, value: JSON)] = []) {
      self.name = name
      self.parameters = parameters
    }

    package static func == (left: State, right: State) -> Bool {
      left.name == right.name && left.parameters.map(\.name) == right.parameters.map(\.name)
        && left.parameters.map(\.value) == right.parameters.map(\.value)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  package let description: String
  package let states: [State]
  package let request: PactRequest
  package let response: PactResponse
  /// A Boolean value that indicates whether the provider may still fail the interaction.
  package let isPending: Bool
  /// The consumer's remarks on the interaction.
  package let comments: [String]
  /// The name of the consumer's test that wrote the interaction, or `nil` if the pact has none.
  package let test: String?
  package let source: JSON
}

/// A header field of an expected message.
package struct PactHeader: Sendable, Hashable {
  package let name: String
  package let values: [String]

  /// The field's values, joined into one line.
  package var text: String { values.joined(separator: ", ") }
}

package struct PactRequest: Sendable {
  package let method: String
  package var path: String
  package var query: PactQuery
  package var headers: [PactHeader]
  package var body: PactBody
  /// The media type of the body, from the headers or, in version 4, from the member alongside the content.
  package let mediaType: String?
  package let rules: PactRules
  package let generators: [PactGenerator]
}

package struct PactResponse: Sendable {
  /// The status, or `nil` if the pact specifies none.
  package var status: Int?
  package var headers: [PactHeader]
  package var body: PactBody
  /// The media type of the body, from the headers or, in version 4, from the member alongside the content.
  package let mediaType: String?
  package let rules: PactRules
  package let generators: [PactGenerator]
}
