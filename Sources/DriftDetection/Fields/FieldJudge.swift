import JSONSchema
import JSONTree

/// Holds one JSON value to a schema, and names every disagreement by the most specific rule.
///
/// Schema validation says which keywords failed. A person would say what happened: a number came as a string, a member
/// was renamed. So violations become findings in four steps: each is classified; of several at one place the most
/// telling stays; members that nobody documented join in; and a missing name beside an undocumented one that differs in
/// its case only becomes one finding.
struct FieldJudge {
  /// The rules of the message that the value belongs to.
  let rules: FieldRules
  let value: JSON
  let schema: Schema
  /// Where the value stands in the exchange: `/response/body/data`.
  let prefix: JSONPointer
  /// Names at the top of the value that are not the schema's business.
  var foreignNames: Set<String> = []

  /// More violations than these are counted no further.
  private static let limit = 1000

  func findings() -> [Finding] {
    let violations = schema.violations(of: value, limit: Self.limit)
    let undocumented = schema.undocumented(in: value)
    if violations.isEmpty, undocumented.isEmpty { return [] }

    let classifier = ViolationClassifier(rules: rules)
    var faults: [FieldFault] = []
    for violation in violations { faults += classifier.faults(for: violation) }
    faults = FieldFault.mostTelling(faults)
    let shapeless = Set(faults.filter(\.hidesMembers).map(\.instance))
    var reported = Set(faults.filter { $0.kind == .undocumented }.map(\.instance))
    for member in undocumented {
      let pointer = member.pointer
      guard let name = pointer.tokens.last, let object = pointer.parent, reported.insert(pointer).inserted else { continue }
      if object.tokens.isEmpty, foreignNames.contains(name) { continue }
      if isInside(pointer, shapeless) { continue }
      let known = schema.declared(at: object, in: value)
      // Where no member has a name, the object is free-form, and a declared one is no news.
      if known.isEmpty || known.contains(name) { continue }
      faults.append(classifier.undocumented(name, value: member, at: pointer, contract: schema.source.location))
    }
    faults = renamed(faults)
    return faults.map(finding)
  }
}

extension FieldJudge {
  private func isInside(_ pointer: JSONPointer, _ places: Set<JSONPointer>) -> Bool {
    if places.isEmpty { return false }
    var place = pointer
    while let parent = place.parent {
      if places.contains(parent) { return true }
      place = parent
    }
    return false
  }

  /// Joins a missing or absent name and an undocumented one that is the same but for case and separators.
  private func renamed(_ faults: [FieldFault]) -> [FieldFault] {
    var absorbed: Set<JSONPointer> = []
    var result: [FieldFault] = []
    let missing = Set(faults.filter { $0.kind == .missing }.map(\.instance))
    for fault in faults {
      guard fault.kind == .undocumented, let name = fault.instance.tokens.last, let parent = fault.instance.parent,
        let object = value.at(parent)
      else {
        result.append(fault)
        continue
      }
      let folded = Names.folded(name)
      let required = missing.filter { $0.parent == parent }.compactMap(\.tokens.last).sorted()
      let candidates = required + schema.declared(at: parent, in: value)
      guard let meant = candidates.first(where: { Names.folded($0) == folded && object[$0] == nil }) else {
        result.append(fault)
        continue
      }
      absorbed.insert(parent.appending(meant))
      var renamed = fault
      renamed.rule = rules.caseChanged
      renamed.kind = .renamed
      renamed.expected = meant
      renamed.actual = ShortText.cut(name)
      renamed.message = "The field \"\(meant)\" came as \(ShortText.quoted(name))."
      renamed.contract = faults.first { $0.kind == .missing && $0.instance == parent.appending(meant) }?.contract
        ?? fault.contract
      result.append(renamed)
    }
    return result.filter { !($0.kind == .missing && absorbed.contains($0.instance)) }
  }

  private func finding(_ fault: FieldFault) -> Finding {
    Finding(
      fault.rule, at: prefix + fault.instance, folded: prefix + folded(fault), expected: fault.expected,
      actual: fault.actual, contract: fault.contract, detail: fault.detail, place: fault.place, fault.message)
  }

  /// The fault's place with `*` for indices, and for keys of objects that the contract uses as maps.
  private func folded(_ fault: FieldFault) -> JSONPointer {
    let tokens = fault.instance.tokens
    var folded: [String] = []
    var place = JSONPointer()
    var current: JSON? = value
    for (index, token) in tokens.enumerated() {
      switch current?.kind {
      case .array: folded.append("*")
      case .object where index < tokens.count - 1 || !fault.namesMember:
        let known = schema.declared(at: place, in: value).contains(token)
        folded.append(known ? token : "*")
      default: folded.append(token)
      }
      place = place.appending(token)
      current = value.at(place)
    }
    return JSONPointer(tokens: folded)
  }
}
