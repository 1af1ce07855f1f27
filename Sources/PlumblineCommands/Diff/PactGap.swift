import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONSchema
import PlumblineJSONTree

/// A part of a response that the consumer expects but the contract doesn't promise, or may not promise.
struct PactGap {
  /// The location relative to the message's root, such as `/response/body/data/*/id`.
  let pointer: JSONPointer
  let message: String
  /// The location in the contract.
  let contract: SourceLocation
  var severity = Severity.breaking
  /// A string that distinguishes the gap from others at the same location.
  var detail: String?
  /// A short description of the expectation.
  var expected: String?
  /// A short description of the contract's promise.
  var actual: String?
  /// A value that the contract allows but the consumer can't use, with its location in the message.
  var shown: (place: JSONPointer, value: JSON)?
  /// The reason that the gap can't be proven or ruled out, or `nil` if it is proven.
  var undecided: String?
  /// A Boolean value that indicates whether the part isn't compared.
  var isUnjudged = false

  init(at pointer: JSONPointer, _ message: String, _ contract: SourceLocation) {
    (self.pointer, self.message, self.contract) = (pointer, message, contract)
  }

  /// Returns the gap for a part that isn't compared.
  static func unjudged(at pointer: JSONPointer, _ message: String, _ contract: SourceLocation) -> PactGap {
    var gap = PactGap(at: pointer, message, contract)
    (gap.severity, gap.isUnjudged, gap.detail) = (.warning, true, message)
    return gap
  }

  /// Creates a gap from a difference between schemas.
  ///
  /// - Parameters:
  ///   - gap: The reason that the contract's values may differ from the expected ones.
  ///   - base: The location of the values in the message.
  ///   - location: The source location of their schema.
  init(_ gap: SchemaGap, at base: JSONPointer, _ location: SourceLocation) {
    let isUndecided = gap.witness == nil && gap.part == nil
    pointer = base + gap.pointer
    contract = gap.allowing?.location ?? location
    detail = [gap.keyword, gap.detail ?? "", gap.alternative ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    expected = gap.accepted
    actual = gap.allowed
    if let part = gap.part {
      shown = (base + part.pointer, part.witness)
    } else if let witness = gap.witness {
      shown = (base, witness)
    }
    undecided = isUndecided ? gap.reason ?? "no value shows it." : nil
    message =
      isUndecided
      ? "Couldn't determine whether the consumer can handle every value that may be returned here (\(gap.keyword)): \(undecided ?? "")"
      : Self.sentence(of: gap)
    let isOfText = gap.keyword == "pattern" || gap.keyword == "format"
    severity = Self.isLowerCase(gap) ? .notice : isUndecided || isOfText || gap.isAmbiguous ? .warning : .breaking
  }

  private static func sentence(of gap: SchemaGap) -> String {
    switch gap.keyword {
    case "required":
      gap.detail.map { "The pact expects '\($0)', but the contract doesn't promise it: it may be absent." }
        ?? "The pact expects a member that the contract doesn't promise."
    case "type": "The pact expects the type \(gap.accepted) here, but \(gap.allowed) may be returned."
    case "pattern", "format": "The string returned here may not have the format that the pact expects: \(gap.accepted)."
    default: "The value returned here may not be one that the pact accepts: \(gap.accepted)."
    }
  }

  /// Returns a Boolean value that indicates whether the only difference is that a time may have a lowercase t or z,
  /// which servers hardly ever write (RFC 3339 section 5.6).
  private static func isLowerCase(_ gap: SchemaGap) -> Bool {
    guard gap.keyword == "pattern", gap.allowing?["format"]?.string == "date-time",
      let regex = gap.refusing.string ?? gap.refusing["pattern"]?.string, let pattern = try? Pattern(regex),
      let text = text(of: gap), text != text.uppercased()
    else { return false }
    return pattern.matches(Array(text.uppercased().utf8))
  }

  /// Returns the string at the gap's location in the value that demonstrates the gap.
  private static func text(of gap: SchemaGap) -> String? {
    var value = gap.part?.witness ?? gap.witness
    let place = gap.pointer.tokens.dropFirst(gap.part?.pointer.tokens.count ?? 0)
    for token in place {
      let inner = value
      value =
        token == "*" ? inner?[0] ?? inner?.members.first?.value : inner?[token] ?? Int(token).flatMap { inner?[$0] }
    }
    return value?.string
  }
}
