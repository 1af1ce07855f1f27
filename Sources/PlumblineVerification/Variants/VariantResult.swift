/// A client's reaction to a variant.
package enum VariantResult: Sendable, Hashable {
  /// The client returned the same value as for the ordinary response.
  case returnedSame
  /// The client returned a different value.
  case returnedOther
  /// The client returned a value that wasn't compared.
  case returned
  case threw(ClientFailure)
  /// The client had no result before the deadline.
  case hung
  /// The client crashed the process that it ran in.
  case crashed(ClientCrash)

  /// A Boolean value that indicates whether the client reported success.
  var isSuccess: Bool {
    switch self {
    case .returnedSame, .returnedOther, .returned: true
    case .threw, .hung, .crashed: false
    }
  }

  /// A Boolean value that indicates whether the client threw an error other than a decoding error.
  var isRefusal: Bool {
    if case .threw(let failure) = self { failure.kind != .decoding } else { false }
  }
}
