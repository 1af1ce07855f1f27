import PlumblineJSONTree

/// The number of variants of a call's response, counted before they are generated.
///
/// Changes to fields are counted one by one. Values that violate a keyword aren't known until they are tried, but there
/// is about one per field.
struct VariantCount {
  /// The approximate number of variants of statuses, bodies, header fields, and connections. It is similar for all
  /// calls.
  private static let wholeAnswers = 35

  private(set) var shares: [VariantBudget.Share: Int] = [.wholeAnswer: wholeAnswers]

  var total: Int { shares.values.reduce(0, +) }

  /// - Parameters:
  ///   - isRough: A Boolean value that indicates whether to skip values listed in the contract, which require a schema
  ///     look-up for each field.
  ///   - isPlayed: A closure that indicates whether a field is varied.
  init(_ maker: VariantMaker, isRough: Bool, _ isPlayed: (JSONPointer) -> Bool) {
    guard let body = maker.body else { return }
    /// The fields seen so far, and whether each has had a non-null value.
    var known: [JSONPointer: Bool] = [:]
    for base in [body] + maker.bases().map(\.body) {
      for (field, place, value) in maker.fields(in: base) where isPlayed(field) {
        if let hasValue = known[field], hasValue || value.isNull { continue }
        known[field] = !value.isNull
        for candidate in maker.candidates(of: place, in: base, isRough: isRough) {
          shares[.field(candidate.plausibility), default: 0] += 1
        }
        shares[.field(.other), default: 0] += 1
      }
    }
  }
}
