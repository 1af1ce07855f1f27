/// Rules about what kind of content a body is.
package struct MediaTypeRules: Sendable {
  /// A media type that the contract does not have for this body.
  package let undocumented: Rule

  init(message: String) {
    undocumented = Rule("\(message).media-type.undocumented", .breaking)
  }

  /// Every rule of the group.
  package var all: [Rule] { [undocumented] }
}
