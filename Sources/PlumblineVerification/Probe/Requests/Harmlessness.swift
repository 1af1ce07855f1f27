/// Why a request of the probe changes nothing that a server has. There is no other kind of request.
package enum Harmlessness: String, Sendable, Hashable, CaseIterable {
  /// OPTIONS asks which methods a path takes. It is safe by its definition (RFC 9110 sections 9.2.1 and 9.3.7): it does
  /// nothing but answer.
  case asksForMethods
  /// GET and HEAD only read (RFC 9110 section 9.2.1). A GET is sent where the contract documents one that changes nothing,
  /// and where it documents none: there with identifiers that nothing should have, and without credentials where a handler
  /// that takes GET for something else would need no more than a caller.
  case reads
  /// Nothing has the identifiers that the path names, which GETs have shown just before. A POST's body is malformed besides;
  /// a DELETE has none.
  case absentItem
  /// The body breaks off before it is as long as promised, and the connection ends in a reset: no handler ever has the body
  /// that the contract requires.
  case unfinishedBody
  /// The path holds a word that was made up here, so no handler stands behind it. Besides, it has the absent identifiers and
  /// the malformed or unfinished body of the request that it is compared with.
  case nonsensePath

  /// The reason in one sentence, for the report of a dry run.
  package var reason: String {
    switch self {
    case .asksForMethods: "OPTIONS only asks which methods a path takes (RFC 9110, 9.3.7)."
    case .reads: "GET and HEAD only read (RFC 9110, 9.2.1)."
    case .absentItem:
      "It is sent only after GETs have just shown that nothing has these identifiers: there is nothing to change."
    case .unfinishedBody:
      "The body never completes and the connection ends in a reset, so no handler has what the contract requires."
    case .nonsensePath:
      "No handler stands behind a made-up path; body and ids are those of the request it compares with."
    }
  }
}
