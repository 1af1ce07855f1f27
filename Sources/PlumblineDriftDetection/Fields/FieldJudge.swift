import PlumblineJSONSchema
import PlumblineJSONTree

/// A judge that checks one JSON value against a schema, and reports every mismatch with the most specific rule.
///
/// Schema validation reports which keywords failed. A person would describe what happened: a number is sent as a
/// string, or a member was renamed. Violations therefore become findings in four steps. First, each violation is
/// classified. If there are several at one location, only the most informative is kept. Then, undocumented members are
/// added. Finally, a missing name and an undocumented name that differ only in case become a single finding. JSON
/// inside strings is checked the same way.
struct FieldJudge {
  /// The rules for the message that the value belongs to.
  let rules: FieldRules
  let value: JSON
  let schema: Schema
  /// The value's location in the exchange, such as `/response/body/data`.
  let prefix: JSONPointer
  /// Top-level names of the value that the schema doesn't cover.
  var foreignNames: Set<String> = []
  /// The location of the string that contains the value as JSON, from the root of the string's document, or an empty
  /// pointer if the value isn't in a string.
  var outer = JSONPointer()
  /// The number of list items that couldn't be read and are therefore missing from the value.
  var leftOut = 0

  func findings() -> [Finding] { findings(by: judgement()) }

  /// Returns the schema's verdict on the value.
  func judgement() -> Judgement { schema.judgement(of: value, limit: Self.limit + 1) }

  /// Returns the findings.
  ///
  /// - Parameter judgement: The result of ``judgement()``, to avoid validating the value twice.
  func findings(by judgement: Judgement) -> [Finding] {
    // A valid number, Boolean, or null can't be wrong in any other way.
    let isPlain = value.kind == .number || value.kind == .bool || value.kind == .null
    if isPlain, judgement.violations.isEmpty, judgement.undecided == nil { return [] }
    let violations = judgement.violations.prefix(Self.limit).filter(isCertain)
    let undecided = judgement.undecided.map { [finding($0)] } ?? []
    let undocumented = schema.undocumented(in: value)
    // Only check responses. A client that sends a read-only member back does no harm, but a member that a server
    // shouldn't show may be a secret.
    let withheld = schema.view == .response ? schema.withheld(in: value) : []
    let dates = looseDates
    let contents = contentFindings()
    if violations.isEmpty, undocumented.isEmpty, withheld.isEmpty, dates.isEmpty { return undecided + contents }

    let classifier = ViolationClassifier(rules: rules, outer: outer)
    var faults: [FieldFault] = []
    for violation in violations { faults += classifier.faults(for: violation) }
    // Validation reports locations relative to the document's root. Make them relative to the value.
    let depth = value.pointer.tokens.count
    for index in faults.indices { faults[index].instance = faults[index].instance.dropping(depth) }
    faults = FieldFault.mostTelling(faults)
    let shapeless = Set(faults.filter(\.hidesMembers).map(\.instance))
    var reported = Set(faults.filter { $0.kind == .undocumented }.map(\.instance))
    var names = KnownNames(schema: schema, value: value)
    for member in undocumented.prefix(Self.limit) {
      let pointer = member.pointer.dropping(depth)
      guard let name = pointer.tokens.last, let object = pointer.parent, reported.insert(pointer).inserted else {
        continue
      }
      if object.tokens.isEmpty, foreignNames.contains(name) { continue }
      if isInside(pointer, shapeless) { continue }
      let known = names.set(at: object)
      // If the schema doesn't name any members, the object is free-form. Don't report declared members either.
      if known.isEmpty || known.contains(name) { continue }
      faults.append(classifier.undocumented(name, value: member, at: pointer, contract: place(of: object)))
    }
    for member in withheld.prefix(Self.limit) {
      let pointer = member.pointer.dropping(depth)
      guard let name = pointer.tokens.last, let object = pointer.parent, reported.insert(pointer).inserted else {
        continue
      }
      let contract = keyPlace(of: name, in: object) ?? place(of: object)
      faults.append(classifier.writeOnly(name, value: member, at: pointer, contract: contract))
    }
    faults += dates.filter { date in !faults.contains { $0.instance == date.instance } }
    for index in faults.indices where faults[index].kind == .missing {
      faults[index].contract = demand(for: faults[index].instance) ?? faults[index].contract
    }
    faults = leveled(joined(renamed(faults, &names)))
    let uncounted = uncounted(
      judgement.violations, undocumented: undocumented.count, withheld: withheld.count)
    return faults.map { finding($0, &names) } + undecided + contents + uncounted
  }
}

extension FieldJudge {
  /// Returns the findings about unusual notation in a valid value.
  func looseFindings() -> [Finding] {
    var names = KnownNames(schema: schema, value: value)
    return looseDates.map { finding($0, &names) }
  }

  private var looseDates: [FieldFault] {
    let classifier = ViolationClassifier(rules: rules, outer: outer)
    let depth = value.pointer.tokens.count
    return LooseDates(schema: schema, value: value).found().map { date, meant in
      classifier.looseDate(date, at: date.pointer.dropping(depth), contract: SchemaPlace(meant))
    }
  }

  /// Returns the location where the contract describes the members of an object. For a `$ref`, this is its target.
  private func place(of object: JSONPointer) -> SchemaPlace {
    SchemaPlace(schema.describing(object, in: value) ?? schema.source)
  }

  /// Returns the element of `required` that requires a member, or `nil` if it isn't in the schema that describes the
  /// object.
  private func demand(for member: JSONPointer) -> SchemaPlace? {
    guard let name = member.tokens.last, let parent = member.parent else { return nil }
    return schema.describing(parent, in: value)?["required"]?.elements.first { $0.string == name }.map {
      SchemaPlace($0)
    }
  }

  private func isInside(_ pointer: JSONPointer, _ places: Set<JSONPointer>) -> Bool {
    if places.isEmpty { return false }
    var place = pointer
    while let parent = place.parent {
      if places.contains(parent) { return true }
      place = parent
    }
    return false
  }

  /// Joins the faults of an object that has none of the contract's members. Such an object is empty or entirely
  /// different, so it counts as a single fault instead of one per member.
  private func joined(_ faults: [FieldFault]) -> [FieldFault] {
    var absent: [JSONPointer: [String]] = [:]
    for fault in faults where fault.kind == .missing {
      if let parent = fault.instance.parent, let name = fault.instance.tokens.last {
        absent[parent, default: []].append(name)
      }
    }
    let strange = absent.filter { $0.value.count > 1 && hasNoneDeclared($0.key) }
    if strange.isEmpty { return faults }
    var told: Set<JSONPointer> = []
    return faults.compactMap { fault in
      guard fault.kind == .missing || fault.kind == .undocumented, let parent = fault.instance.parent,
        let names = strange[parent], let object = value.at(parent)
      else { return fault }
      return told.insert(parent).inserted ? noneCame(of: names, in: object, at: parent) : nil
    }
  }

  private func hasNoneDeclared(_ object: JSONPointer) -> Bool {
    guard let members = value.at(object)?.members else { return false }
    let known = Set(schema.declared(at: object, in: value).map(LooseName.of))
    return !members.contains { known.contains(LooseName.of($0.key)) || foreignNames.contains($0.key) }
  }

  private func noneCame(of names: [String], in object: JSON, at instance: JSONPointer) -> FieldFault {
    let others = object.members.prefix(4).map { ShortText.plain($0.key, to: 20) }.joined(separator: ", ")
    return FieldFault(
      rule: rules.missing, kind: .type, instance: instance, expected: "the fields " + names.joined(separator: ", "),
      actual: others.isEmpty ? "an empty object" : "an object with " + others,
      message: others.isEmpty
        ? "The object is empty: all \(names.count) required fields are missing."
        : "All \(names.count) required fields are missing, as are all other documented fields.",
      contract: place(of: instance), place: object.location)
  }

  /// Joins the faults of an absent name, required or not, and an undocumented name that differs only in case and
  /// separators.
  private func renamed(_ faults: [FieldFault], _ names: inout KnownNames) -> [FieldFault] {
    var result: [FieldFault] = []
    var explained: Set<JSONPointer> = []
    for fault in faults where fault.kind == .missing {
      guard let name = fault.instance.tokens.last, let parent = fault.instance.parent,
        let variant = variant(of: name, in: parent, except: explained)
      else { continue }
      explained.insert(parent.appending(variant))
      explained.insert(fault.instance)
      result.append(renamed(name, to: variant, in: parent, fault))
    }
    for fault in faults where !explained.contains(fault.instance) {
      let spelling = LooseName.of(fault.instance.tokens.last ?? "")
      guard fault.kind == .undocumented, let variant = fault.instance.tokens.last, let parent = fault.instance.parent,
        let name = names.list(at: parent).first(where: { name in
          LooseName.of(name) == spelling && value.at(parent)?[name] == nil
            && !explained.contains(parent.appending(name))
        })
      else {
        result.append(fault)
        continue
      }
      explained.insert(parent.appending(name))
      result.append(renamed(name, to: variant, in: parent, fault))
    }
    return result
  }

  /// Returns the undocumented member of an object whose name differs from a given name only in case and separators.
  private func variant(of name: String, in parent: JSONPointer, except taken: Set<JSONPointer>) -> String? {
    guard let object = value.at(parent), object.kind == .object else { return nil }
    let folded = LooseName.of(name)
    let candidates = object.members.map(\.key).filter {
      LooseName.of($0) == folded && !taken.contains(parent.appending($0))
    }
    guard !candidates.isEmpty else { return nil }
    let known = schema.declared(at: parent, in: value)
    return candidates.first { !known.contains($0) }
  }

  private func renamed(_ name: String, to variant: String, in parent: JSONPointer, _ fault: FieldFault) -> FieldFault {
    FieldFault(
      rule: rules.caseChanged, kind: .renamed, instance: parent.appending(variant), expected: name, actual: variant,
      message: "The field \"\(name)\" is spelled \(ShortText.quoted(variant)).",
      contract: keyPlace(of: name, in: parent) ?? fault.contract,
      place: value.at(parent)?.keyLocation(of: variant))
  }

  /// Returns the location where the contract names a member of an object.
  private func keyPlace(of name: String, in parent: JSONPointer) -> SchemaPlace? {
    guard let properties = schema.describing(parent, in: value)?["properties"],
      let location = properties.keyLocation(of: name)
    else { return nil }
    return SchemaPlace(location: location, pointer: properties.pointer.appending(name))
  }

  private func finding(_ undecided: Undecided) -> Finding {
    Finding(
      rules.undecided, at: prefix + undecided.instance.dropping(value.pointer.tokens.count), folded: prefix,
      expected: "a value that can be checked", contract: schema.source.location, place: undecided.instanceLocation,
      undecided.message)
  }

  private func finding(_ fault: FieldFault, _ names: inout KnownNames) -> Finding {
    var finding = Finding(
      fault.rule, at: prefix + fault.instance,
      folded: prefix + folded(fault.instance, namesMember: fault.namesMember, &names), expected: fault.expected,
      actual: fault.actual, contract: fault.contract?.location, detail: fault.detail, place: fault.place, fault.message)
    finding.promise = fault.contract?.text
    return finding
  }

  /// Returns a location with `*` for indices, and for the keys of objects that are maps in the contract.
  ///
  /// - Parameter namesMember: A Boolean value that indicates whether the last token is a name that a fault refers to.
  func folded(_ instance: JSONPointer, namesMember: Bool) -> JSONPointer {
    var names = KnownNames(schema: schema, value: value)
    return folded(instance, namesMember: namesMember, &names)
  }

  private func folded(_ instance: JSONPointer, namesMember: Bool, _ names: inout KnownNames) -> JSONPointer {
    let tokens = instance.tokens
    var folded: [String] = []
    var place = JSONPointer()
    var current: JSON? = value
    for (index, token) in tokens.enumerated() {
      switch current?.kind {
      case .array: folded.append("*")
      case .object where index < tokens.count - 1 || !namesMember:
        folded.append(names.set(at: place).contains(token) ? token : "*")
      default: folded.append(token)
      }
      place = place.appending(token)
      current = value.at(place)
    }
    return JSONPointer(tokens: folded)
  }
}

/// The names that a schema declares for the objects in a value. Each object is looked up only once.
private struct KnownNames {
  let schema: Schema
  let value: JSON
  private var lists: [JSONPointer: [String]] = [:]
  private var sets: [JSONPointer: Set<String>] = [:]

  init(schema: Schema, value: JSON) {
    self.schema = schema
    self.value = value
  }

  mutating func set(at object: JSONPointer) -> Set<String> {
    if let known = sets[object] { return known }
    let known = Set(list(at: object))
    sets[object] = known
    return known
  }

  /// Returns the names in schema order.
  mutating func list(at object: JSONPointer) -> [String] {
    if let known = lists[object] { return known }
    let known = schema.declared(at: object, in: value)
    lists[object] = known
    return known
  }
}

extension JSONPointer {
  /// Returns the pointer without its first tokens.
  func dropping(_ count: Int) -> JSONPointer {
    count == 0 ? self : JSONPointer(tokens: Array(tokens.dropFirst(count)))
  }
}
