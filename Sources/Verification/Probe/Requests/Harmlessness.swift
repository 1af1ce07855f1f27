/// Why a request of the probe can't change anything on a server. There is no other kind of request.
package enum Harmlessness: String, Sendable, Hashable, CaseIterable {
  /// OPTIONS asks which methods a path takes. It is safe by its definition (RFC 9110 sections 9.2.1 and 9.3.7): it does
  /// nothing but answer.
  case asksForMethods
  /// GET and HEAD only read (RFC 9110 section 9.2.1). A GET is sent where the contract documents one, where it shows that
  /// an item isn't there, and where its refusal tells which methods a path has.
  case reads
  /// The body is a JSON text that breaks off after its first key, so no parser gives its handler a value. The contract
  /// requires a field besides: a handler that takes what it can't parse for an empty object has to refuse that too.
  case malformedBody
  /// There is no body at all, and the contract requires a field of it: no handler finds what it needs.
  case emptyBody
  /// The item that the path names isn't there, which a GET has shown just before: there is nothing to change. A body, where
  /// the method has one, is malformed as well.
  case absentItem
  /// The path holds a word that was made up here, so no handler stands behind it. Besides, the request has the same
  /// malformed or empty body, or the same absent item, as the request that it is compared with.
  case nonsensePath

  /// The reason in one sentence, for the report of a dry run.
  package var reason: String {
    switch self {
    case .asksForMethods: "OPTIONS only asks which methods a path takes (RFC 9110, 9.3.7)."
    case .reads: "GET and HEAD only read (RFC 9110, 9.2.1)."
    case .malformedBody:
      "The body breaks off after its first key, so nothing parses it; and without the fields that the contract requires, "
        + "no handler may accept it."
    case .emptyBody: "The body is empty, and the contract requires a field of it, so no handler accepts it."
    case .absentItem:
      "It is sent only after a GET has just shown that the item isn't there: there is nothing to change."
    case .nonsensePath:
      "No handler stands behind a made-up path; body and ids are those of the request it compares with."
    }
  }
}
