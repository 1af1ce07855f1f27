/// A client's reaction to a variant.
package enum VariantResult: Sendable, Hashable {
  /// It returned a value equal to that for the ordinary response.
  case returnedSame
  /// It returned a different value.
  case returnedOther
  /// It returned a value that wasn't compared.
  case returned
  case threw(ClientFailure)
  /// It had no result before the deadline.
  case hung
  /// It crashed the process that it ran in.
  case crashed(ClientCrash)

  /// A Boolean value that indicates whether the client reported success.
  var isSuccess: Bool {
    switch self {
    case .returnedSame, .returnedOther, .returned: true
    case .threw, .hung, .crashed: false
    }
  }

  /// A Boolean value that indicates whether it threw an error other than a decoding error.
  var isRefusal: Bool {
    if case .threw(let failure) = self { failure.kind != .decoding } else { false }
  }
}
