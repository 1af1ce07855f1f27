/// The level of members that are one level away from their location in the contract. Findings describe it in `expected`
/// and `actual`, for example as `one level deeper, in "data"` or `one level higher, outside "features"`.
struct PayloadLevel: Hashable, CustomStringConvertible {
  let isDeeper: Bool
  /// The name of the object between the two levels, in quotation marks.
  let object: String

  init(deeperIn name: String) { (isDeeper, object) = (true, ShortText.quoted(name)) }

  init(higherThan name: String) { (isDeeper, object) = (false, ShortText.quoted(name)) }

  /// Parses the description in a finding, or returns `nil` if the string isn't such a description.
  init?(_ words: String) {
    if words.hasPrefix(Self.deeper) {
      (isDeeper, object) = (true, String(words.dropFirst(Self.deeper.count)))
    } else if words.hasPrefix(Self.higher) {
      (isDeeper, object) = (false, String(words.dropFirst(Self.higher.count)))
    } else {
      return nil
    }
  }

  /// The level of the same members if the contract has them one level deeper.
  var raised: PayloadLevel { PayloadLevel(isDeeper: false, object: object) }

  private init(isDeeper: Bool, object: String) { (self.isDeeper, self.object) = (isDeeper, object) }

  var description: String { (isDeeper ? Self.deeper : Self.higher) + object }

  private static let deeper = "one level deeper, in "
  private static let higher = "one level higher, outside "
}
