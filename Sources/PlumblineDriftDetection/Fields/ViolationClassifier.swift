import PlumblineASCII
import PlumblineJSONSchema
import PlumblineJSONTree

/// A classifier that explains why a keyword of a schema failed.
struct ViolationClassifier {
  let rules: FieldRules
  /// The location of the string that contains the value as JSON. Surrounding names may mark the value as secret.
  var outer = JSONPointer()

  /// The maximum nesting depth of alternatives to distinguish.
  private static let deepest = 8

  /// Returns the faults behind a violation. Usually, there is only one, but there may be more if one of several
  /// alternatives was clearly intended.
  func faults(for violation: Violation) -> [FieldFault] { faults(for: violation, depth: 0) }

  /// Returns a Boolean value that indicates whether a value is a secret, judging by all surrounding names.
  func hides(_ value: JSON, at instance: JSONPointer, allowed: [JSON] = [], isText: Bool = false) -> Bool {
    Secrecy.hides(value, at: outer + instance, allowed: allowed, isText: isText)
  }

  /// Returns the fault for a member that isn't in the contract.
  func undocumented(
    _ name: String, value: JSON?, at instance: JSONPointer, contract: SchemaPlace?
  ) -> FieldFault {
    FieldFault(
      rule: rules.undocumented, kind: .undocumented, instance: instance, expected: "no such member",
      actual: value.map { ShortText.describe($0, secret: hides($0, at: instance)) },
      message: "The contract documents no field \(ShortText.quoted(name)) here.", contract: contract,
      place: value?.location)
  }

  /// Returns the fault for a member of a response that the contract has only in requests. The member may well be a
  /// secret, so its value isn't shown.
  func writeOnly(_ name: String, value: JSON, at instance: JSONPointer, contract: SchemaPlace?) -> FieldFault {
    FieldFault(
      rule: rules.undocumented, kind: .undocumented, instance: instance, expected: "no such member in a response",
      actual: ShortText.describe(value, secret: true),
      message: "The field \(ShortText.quoted(name)) is writeOnly: it belongs in requests, like a password, and must "
        + "not be returned.",
      contract: contract, place: value.location)
  }

  /// Returns the fault for a time that its format allows but many parsers reject.
  func looseDate(_ value: JSON, at instance: JSONPointer, contract: SchemaPlace?) -> FieldFault {
    FieldFault(
      rule: rules.looseDate, kind: .format, instance: instance, expected: "an uppercase T and Z",
      actual: ShortText.describe(value, secret: hides(value, at: instance)),
      message: "The time has a lowercase t or z, which many parsers reject.", contract: contract,
      place: value.location)
  }

  private func faults(for violation: Violation, depth: Int) -> [FieldFault] {
    switch violation.keyword {
    case "required", "dependentRequired": [missing(violation)]
    case "type": [wrongType(violation, wanted: violation.types)]
    case "enum", "const": [wrongChoice(violation, allowed: violation.allowed)]
    case "anyOf", "oneOf": noBranch(violation, depth: depth)
    case "additionalProperties", "unevaluatedProperties", "propertyNames", "false": [forbidden(violation)]
    case "format": [plain(violation, rules.format, .format)]
    case "pattern": [plain(violation, rules.pattern, .pattern)]
    case "uniqueItems": [plain(violation, rules.duplicateItems, .duplicates)]
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
      "minItems",
      "maxItems", "minProperties", "maxProperties", "contains", "minContains", "maxContains", "items",
      "unevaluatedItems":
      [plain(violation, rules.outOfBounds, .bounds, detail: violation.keyword)]
    default: [plain(violation, rules.noBranchFits, .branch)]
    }
  }
}

extension ViolationClassifier {
  private func missing(_ violation: Violation) -> FieldFault {
    let name = violation.property ?? ""
    return FieldFault(
      rule: rules.missing, kind: .missing, instance: violation.instance.appending(name), expected: "the field \(name)",
      actual: "nothing", message: "The required field \"\(name)\" is missing.", contract: SchemaPlace(violation),
      place: violation.instanceLocation)
  }

  private func forbidden(_ violation: Violation) -> FieldFault {
    // Some keywords fail at the object and name the member. Others fail at the member itself.
    let instance = violation.property.map(violation.instance.appending) ?? violation.instance
    guard let name = instance.tokens.last else { return plain(violation, rules.noBranchFits, .branch) }
    // Treat a number as the index of an element, although a member may have such a name, too.
    if violation.property == nil, name.utf8.allSatisfy({ $0.isDigit }) {
      return plain(violation, rules.outOfBounds, .bounds, detail: violation.keyword)
    }
    let value = violation.property.map { violation.value[$0] } ?? violation.value
    return undocumented(name, value: value, at: instance, contract: SchemaPlace(violation))
  }

  private func wrongType(_ violation: Violation, wanted: [String]) -> FieldFault {
    let value = violation.value
    let isSecret = hides(value, at: violation.instance, isText: wanted.contains("string"))
    let actual = ShortText.describe(value, secret: isSecret)
    let expected = ShortText.alternatives(wanted)
    let wantsNumber = wanted.contains("number") || wanted.contains("integer")
    let rule: Rule
    let message: String
    switch value.kind {
    case .null:
      rule = rules.nullNotAllowed
      message = "The value is null, but the contract documents \(ShortText.withArticle(expected))."
    case .string where wantsNumber && value.string.flatMap(JSONNumber.init(literal:)) != nil:
      rule = rules.numberAsString
      message = "The number is written as a string."
    case .number where wanted.contains("integer") && !wanted.contains("number"):
      rule = rules.integerAsDecimal
      message = "The number has a fraction, but the contract requires an integer."
    case .number where wanted.contains("string"):
      rule = rules.stringAsNumber
      message = "The string is written as a number."
    default:
      rule = rules.typeChanged
      message =
        "The type is \(ShortText.withArticle(value.kind.name)), but the contract documents "
        + "\(ShortText.withArticle(expected))."
    }
    return FieldFault(
      rule: rule, kind: .type, instance: violation.instance, expected: expected, actual: actual, message: message,
      contract: SchemaPlace(violation), place: violation.instanceLocation)
  }

  private func wrongChoice(_ violation: Violation, allowed: [JSON]) -> FieldFault {
    let value = violation.value
    var kinds: [String] = []
    for choice in allowed where !kinds.contains(choice.kind.name) { kinds.append(choice.kind.name) }
    // If no listed value has the actual type, the type has changed.
    if !kinds.isEmpty, !kinds.contains(value.kind.name) { return wrongType(violation, wanted: kinds) }
    let isSecret = hides(value, at: violation.instance, allowed: allowed)
    let literal = isSecret ? value.kind.name : ShortText.literal(value)
    let listed = ShortText.alternatives(allowed.map(ShortText.literal))
    return FieldFault(
      rule: rules.valueNotInEnum, kind: .choice, instance: violation.instance, expected: listed, actual: literal,
      message:
        "The value \(literal) is not among the documented ones\(isSecret ? "" : variant(of: value, in: allowed)).",
      contract: SchemaPlace(violation),
      detail: isSecret ? nil : literal, place: violation.instanceLocation)
  }

  /// Returns a remark if a listed value differs only in case. This mistake is the hardest to see.
  private func variant(of value: JSON, in allowed: [JSON]) -> String {
    guard let text = value.string.map(LooseName.of) else { return "" }
    let meant = allowed.first { $0.string.map(LooseName.of) == text }
    return meant.map { "; \(ShortText.literal($0)) is" } ?? ""
  }

  private func plain(
    _ violation: Violation, _ rule: Rule, _ kind: FieldFault.Kind, detail: String? = nil
  ) -> FieldFault {
    let isSecret = hides(violation.value, at: violation.instance)
    // Show the indices of equal items. For other faults, show the value.
    let actual = kind == .duplicates ? violation.actual : ShortText.describe(violation.value, secret: isSecret)
    return FieldFault(
      rule: rule, kind: kind, instance: violation.instance, expected: violation.expected, actual: actual,
      message: sentence(for: violation), contract: SchemaPlace(violation), detail: detail,
      place: violation.instanceLocation)
  }

  private func sentence(for violation: Violation) -> String {
    switch violation.keyword {
    case "format": "The string doesn't match the \(violation.expected)."
    case "pattern": "The string doesn't match the documented pattern."
    case "uniqueItems": "The array has duplicate items, but the contract requires unique ones."
    case "minLength", "maxLength": "The string's length is out of bounds: \(violation.expected)."
    case "minItems", "maxItems": "The number of items is out of bounds: \(violation.expected)."
    case "minProperties", "maxProperties": "The number of members is out of bounds: \(violation.expected)."
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
      "The number is out of bounds: \(violation.expected)."
    default: "The value doesn't match the contract: \(violation.expected)."
    }
  }
}

extension ViolationClassifier {
  /// Returns the faults of a value that doesn't fit any alternative.
  ///
  /// If the value's type fits none of them, the type is the fault. If it fits exactly one, that alternative was
  /// intended, and its own faults are reported. The same applies if a member with a fixed value (a discriminator)
  /// leaves only one alternative.
  private func noBranch(_ violation: Violation, depth: Int) -> [FieldFault] {
    if let misnamed = misnamed(violation, depth: depth) { return [misnamed] }
    let branches = violation.branches
    guard !branches.isEmpty, depth < Self.deepest else { return [ambiguous(violation, reason: nil)] }
    let ofType = branches.filter { branch in !branch.contains { failsAtType($0, of: violation) } }
    if ofType.isEmpty {
      var wanted: [String] = []
      for fault in branches.joined() where failsAtType(fault, of: violation) {
        for type in types(of: fault) where !wanted.contains(type) { wanted.append(type) }
      }
      return [wrongType(violation, wanted: wanted)]
    }
    // Treat alternatives that list their values as a single list.
    let choices = ofType.compactMap { branch in
      branch.first { $0.instance == violation.instance && !$0.allowed.isEmpty }?.allowed
    }
    if choices.count == ofType.count { return [wrongChoice(violation, allowed: Array(choices.joined()))] }
    if let naming = violation.naming { return [unnamed(violation, naming)] }
    let named = violation.named.isEmpty ? nil : violation.named
    if let only = ofType.count == 1
      ? ofType.first : told(ofType, at: violation.instance, of: violation.value) ?? named
    {
      return FieldFault.mostTelling(only.flatMap { faults(for: $0, depth: depth + 1) })
    }
    let reason = branches.first?.first.flatMap { faults(for: $0, depth: depth + 1).first }
    return [ambiguous(violation, reason: reason)]
  }

  /// Returns the fault of a value that is valid, strictly speaking, but doesn't match its discriminator (OpenAPI 3.1.1
  /// section 4.8.25).
  private func misnamed(_ violation: Violation, depth: Int) -> FieldFault? {
    guard let name = violation.discriminator else { return nil }
    let place = violation.instance.appending(name)
    /// Returns a Boolean value that indicates whether the violation concerns only the value that the discriminator
    /// requires.
    func isOfName(_ fault: Violation) -> Bool {
      guard fault.schemaPointer.isWithin(violation.schemaPointer) else { return false }
      // The alternative for base values accepts any discriminator except those of the other alternatives.
      return fault.instance == place && (!fault.allowed.isEmpty || fault.keyword == "not")
        || fault.instance == violation.instance && fault.keyword == "required" && fault.property == name
    }
    let branches = violation.branches
    guard branches.isEmpty || branches.contains(where: { !$0.isEmpty && $0.allSatisfy(isOfName) }) else { return nil }
    let value = violation.value[name]
    let isSecret = value.map { hides($0, at: place) } ?? false
    let literal = value.map { isSecret ? $0.kind.name : ShortText.literal($0) }
    let named = branches.first { !$0.contains(where: isOfName) }
    let reason = depth < Self.deepest ? named?.first.flatMap { faults(for: $0, depth: depth + 1).first } : nil
    let message: String
    switch (literal, reason) {
    case (nil, _): message = "\"\(name)\", which distinguishes the alternatives, is missing."
    case (let literal?, let reason?):
      let at = reason.instance == violation.instance ? "" : " at \(reason.instance)"
      message = "\"\(name)\" is \(literal), but the value doesn't match that alternative\(at): \(reason.message)"
    case (let literal?, nil) where branches.isEmpty:
      message = "\"\(name)\" is \(literal), but the value matches more than one of the alternatives."
    case (let literal?, nil): message = "\"\(name)\" is \(literal), which isn't the name of a documented alternative."
    }
    return FieldFault(
      rule: rules.discriminator, kind: .branch, instance: violation.instance, expected: violation.expected,
      actual: ShortText.describe(violation.value, secret: hides(violation.value, at: violation.instance)),
      message: message, contract: SchemaPlace(violation), place: violation.instanceLocation)
  }

  /// Returns the only branch that a value's discriminator fits, or `nil` if there is none. A discriminator is a member
  /// with a fixed value, given by `const` or, in OpenAPI 3.0, by an `enum` with one value. If such members don't leave
  /// exactly one branch, members with a few possible values are considered.
  private func told(_ branches: [[Violation]], at object: JSONPointer, of value: JSON) -> [Violation]? {
    /// Returns the direct members whose values a branch doesn't list.
    func unlisted(_ branch: [Violation], _ isTelling: (Violation) -> Bool = { _ in true }) -> Set<String> {
      Set(
        branch.filter { $0.instance.parent == object && !$0.allowed.isEmpty && isTelling($0) }
          .compactMap(\.instance.tokens.last))
    }
    let members = branches.map { unlisted($0) }
    guard let first = members.first, members.dropFirst().reduce(first, { $0.intersection($1) }).isEmpty else {
      return nil
    }
    let fixed = branches.filter { branch in unlisted(branch) { $0.allowed.count == 1 }.isEmpty }
    if fixed.count == 1 { return fixed[0] }
    let listed = fixed.filter { unlisted($0).isEmpty }
    if listed.count == 1 { return listed[0] }
    // If each branch has such a fault, a member that leaves only one branch shows which branch was intended.
    guard fixed.isEmpty else { return nil }
    for name in value.members.map(\.key) {
      let left = branches.indices.filter { !members[$0].contains(name) }
      if left.count == 1 { return branches[left[0]] }
    }
    return nil
  }

  private func ambiguous(_ violation: Violation, reason: FieldFault?) -> FieldFault {
    let isSecret = hides(violation.value, at: violation.instance)
    let message: String
    if let reason {
      let place = reason.instance == violation.instance ? "" : " at \(reason.instance)"
      message =
        "The value matches none of the \(violation.branches.count) documented alternatives. The closest one "
        + "fails\(place): "
        + reason.message
    } else {
      message = "The value doesn't match exactly one of the documented alternatives."
    }
    return FieldFault(
      rule: rules.noBranchFits, kind: .branch, instance: violation.instance, expected: violation.expected,
      actual: ShortText.describe(violation.value, secret: isSecret), message: message,
      contract: SchemaPlace(violation), place: violation.instanceLocation)
  }

  /// Returns a Boolean value that indicates whether a branch fails because the whole value has a different type.
  private func failsAtType(_ fault: Violation, of violation: Violation) -> Bool {
    guard fault.instance == violation.instance else { return false }
    if fault.keyword == "type" { return true }
    guard fault.keyword == "enum" || fault.keyword == "const" else { return false }
    return !fault.allowed.isEmpty && !fault.allowed.contains { $0.kind == fault.value.kind }
  }

  private func types(of fault: Violation) -> [String] {
    fault.keyword == "type" ? fault.types : fault.allowed.map(\.kind.name)
  }
}
