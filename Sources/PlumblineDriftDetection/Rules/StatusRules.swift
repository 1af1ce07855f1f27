/// Rules about the status of a response.
package struct StatusRules: Sendable {
  /// A status that the endpoint does not document.
  package let undocumented = Rule("response.status.undocumented", .warning)
  /// A success status with an envelope that says failure, or the other way round.
  package let contradictsEnvelope = Rule("response.status.contradicts-envelope", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [undocumented, contradictsEnvelope] }
}
