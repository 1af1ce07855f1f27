extension Rule {
  /// The group of a rule: the first word of its ID.
  package enum Group: String, Sendable, Hashable, CaseIterable {
    case endpoint
    case response
    case request
    case effect
    case list
    case access
    case session
    case transport
    case change
    case client
    case link
    case pact
    case waiver
  }

  /// The part of a message, or of a contract for changes, that a rule concerns. It is the second word of the rule's ID.
  package enum Part: String, Sendable, Hashable, CaseIterable {
    case status
    case envelope
    case path
    case query
    case header
    case cookie
    case mediaType = "media-type"
    case body
    case field
    case request
    case response
    case pact
  }

  /// Returns a Boolean value that indicates whether the rule concerns one of these parts of a group's messages.
  package func isAbout(_ parts: Part..., of group: Group) -> Bool {
    self.group == group && part.map { parts.contains($0) } ?? false
  }

  /// A Boolean value that indicates whether the rule concerns fields of a body, in any message.
  package var isAboutFields: Bool { isAbout(.field, of: .response) || isAbout(.field, of: .request) }
}
