import PlumblineJSONTree

/// The variants of a call to try: all of them, or an evenly distributed share that is the same in every run.
///
/// The changes to a field are tried either all or not at all, so that the findings about it are the same as in a full
/// run.
package struct VariantSample: Sendable {
  /// A sample of all variants.
  package static let all = VariantSample(fields: 1, others: 1)
  /// A sample of only the variants of fields.
  package static let fields = VariantSample(fields: 1, others: 0)
  /// A sample of only the variants of the whole response.
  package static let wholeAnswers = VariantSample(fields: 0, others: 1)

  /// The interval at which fields are selected, such as 3 for every third field, or 0 to select none.
  private let fields: UInt64
  private let others: UInt64

  private init(fields: UInt64, others: UInt64) {
    self.fields = fields
    self.others = others
  }

  /// Creates a sample of one field, and one other variant, out of every `share`. The selection differs from call to
  /// call, so that the calls to an endpoint complement each other.
  package init(oneIn share: Int) {
    self.init(fields: UInt64(max(1, share)), others: UInt64(max(1, share)))
  }

  /// A Boolean value that indicates whether the variants of every field are tried.
  var hasAllFields: Bool { fields == 1 }

  func contains(_ field: JSONPointer, of call: Call) -> Bool {
    fields <= 1 ? fields == 1 : Self.isPicked(field.description, call, fields)
  }

  func contains(_ title: String, of call: Call) -> Bool {
    others <= 1 ? others == 1 : Self.isPicked(title, call, others)
  }

  private static func isPicked(_ name: String, _ call: Call, _ share: UInt64) -> Bool {
    // Use FNV-1a, because Swift's own hashes are seeded per process.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(call.endpoint)\u{0}\(call.name)\u{0}\(name)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    return (hash >> 32) % share == 0
  }
}
