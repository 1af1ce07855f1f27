import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// Holds a JSON body to the service's envelope, and what is in its slots to what an answer promises.
struct EnvelopeJudge {
  let envelope: Envelope
  let body: JSON
  /// Where the contract promises this answer.
  let contract: SourceLocation

  private static let root: JSONPointer = "/response/body"

  /// What is wrong with the body of a success.
  func success(_ answer: DocumentedAnswer) -> [Finding] {
    var schema: Schema?
    if case .payload(let promised) = answer.content { schema = promised }
    if isMissing(schema == nil ? nil : envelope.payload) { return [missing(payload: schema)] }
    var slots = Slots(envelope, body)
    var findings = flag(&slots)
    if let schema {
      findings += payload(schema, beside: answer.others, &slots)
    } else if let value = body[envelope.payload], !value.isNull {
      findings.append(undocumented(envelope.payload, value, "The contract promises no payload here, and one came."))
    }
    if let code = envelope.errorCode, let value = body[code], !value.isNull {
      findings.append(undocumented(code, value, "A success names an error code."))
    }
    findings += message(isPromised: false, &slots)
    findings += others(promised: answer.others, &slots)
    return findings + strangers(slots)
  }

  /// What is wrong with the body of a failure whose status has these meanings.
  func failure(_ failures: [Failure]) -> [Finding] {
    if isMissing(envelope.errorCode) { return [missing(payload: nil)] }
    if let code = foreignCode(failures) { return [foreign(code)] }
    var slots = Slots(envelope, body)
    var findings = flag(&slots)
    findings += errorCode(failures, &slots)
    findings += message(isPromised: true, &slots)
    if let value = body[envelope.payload], !value.isNull {
      findings.append(undocumented(envelope.payload, value, "The contract promises no payload with a failure."))
    }
    findings += others(promised: [], &slots)
    return findings + strangers(slots)
  }
}

// MARK: - The envelope itself

extension EnvelopeJudge {
  /// True when nothing tells that there is an envelope: of its flag and what belongs to the answer, neither is there
  /// under any spelling. A `message` alone proves nothing: frameworks say that too.
  private func isMissing(_ main: String?) -> Bool {
    guard body.kind == .object else { return true }
    if let flag = envelope.flag, body[flag] != nil { return false }
    if let main, body[main] != nil { return false }
    let proofs = [envelope.flag, main].compactMap { $0 }.map(LooseName.of)
    if proofs.isEmpty { return false }
    if main == nil, envelope.memberNames.contains(where: { body[$0] != nil }) { return false }
    return !body.members.contains { proofs.contains(LooseName.of($0.key)) }
  }

  /// What stands in the error code's place of a failure that is not the service's: frameworks say `error` too, but they
  /// have no flag, and none of the contract's codes.
  private func foreignCode(_ failures: [Failure]) -> JSON? {
    guard let flag = envelope.flag, let name = envelope.errorCode, let code = body[name], !code.isNull else {
      return nil
    }
    let codes = failures.contains { $0.codes.isEmpty } ? [] : failures.flatMap(\.codes)
    if codes.isEmpty || code.string.map(codes.contains) ?? false { return nil }
    if body.members.contains(where: { LooseName.of($0.key) == LooseName.of(flag) }) { return nil }
    return code
  }

  private func foreign(_ code: JSON) -> Finding {
    let slots = [envelope.flag, envelope.errorCode].compactMap { $0 }.joined(separator: ", ")
    return Finding(
      .response.envelope.missing, at: Self.root, expected: "an object with \(slots)",
      actual: ShortText.describe(body), contract: envelope.location,
      "The failure is not in the service's envelope: it lacks \"\(envelope.flag ?? "")\", and "
        + "\(ShortText.literal(code)) is no error code of this status.")
  }

  private func missing(payload schema: Schema?) -> Finding {
    let sentence: String
    if let schema, schema.isValid(body) {
      sentence = "The payload came bare, without its envelope."
    } else if let schema, Likeness(body, schema)?.isEnough == true {
      sentence = "The payload came bare, without its envelope, and with faults of its own."
    } else {
      sentence = "The body has none of the envelope's members."
    }
    let slots = [envelope.flag, schema == nil ? envelope.errorCode : envelope.payload].compactMap { $0 }
    return Finding(
      .response.envelope.missing, at: Self.root, expected: "an object with \(slots.joined(separator: ", "))",
      actual: ShortText.describe(body), contract: envelope.location, sentence)
  }

  private func flag(_ slots: inout Slots) -> [Finding] {
    guard let name = envelope.flag else { return [] }
    let pointer = Self.root.appending(name)
    guard let value = body[name] else {
      let variant = slots.takeVariant(of: name)
      return [
        Finding(
          .response.envelope.flagMissing, at: pointer, expected: "boolean",
          actual: variant.map { "a member called \(ShortText.quoted($0))" } ?? "nothing", contract: envelope.location,
          place: body.location, "The envelope's flag \"\(name)\" is missing.")
      ]
    }
    guard value.kind != .bool else { return [] }
    return [
      Finding(
        .response.envelope.flagType, at: pointer, expected: "boolean", actual: ShortText.describe(value),
        contract: envelope.location, place: value.location,
        "The envelope's flag \"\(name)\" is \(ShortText.withArticle(value.kind.name)), not a boolean.")
    ]
  }

  private func errorCode(_ failures: [Failure], _ slots: inout Slots) -> [Finding] {
    guard let name = envelope.errorCode else { return [] }
    let pointer = Self.root.appending(name)
    let codes = failures.contains { $0.codes.isEmpty } ? [] : failures.flatMap(\.codes)
    let expected = codes.isEmpty ? "an error code" : ShortText.alternatives(codes)
    guard let value = body[name], !value.isNull else {
      let variant = slots.takeVariant(of: name)
      return [
        Finding(
          .response.envelope.errorCodeMissing, at: pointer, expected: expected,
          actual: variant.map { "a member called \(ShortText.quoted($0))" } ?? "nothing", contract: contract,
          place: body.location, "The failure names no error code in \"\(name)\".")
      ]
    }
    guard let code = value.string else { return [wrongType(value, wanted: "string", at: pointer)] }
    guard !codes.isEmpty, !codes.contains(code) else { return [] }
    let shown = ShortText.quoted(code)
    return [
      Finding(
        .response.envelope.errorCodeUndocumented, at: pointer, expected: expected, actual: shown, contract: contract,
        detail: ShortText.cut(code), place: value.location,
        "The contract has no error code \(shown) for this status.")
    ]
  }

  private func message(isPromised: Bool, _ slots: inout Slots) -> [Finding] {
    guard let name = envelope.message else { return [] }
    let pointer = Self.root.appending(name)
    if let value = body[name], !value.isNull {
      return value.kind == .string ? [] : [wrongType(value, wanted: "string", at: pointer)]
    }
    guard isPromised else { return [] }
    let variant = slots.takeVariant(of: name)
    return [
      Finding(
        .response.envelope.messageMissing, at: pointer, expected: "a sentence for people",
        actual: variant.map { "a member called \(ShortText.quoted($0))" } ?? "nothing", contract: envelope.location,
        place: body.location, "The failure has no sentence for people in \"\(name)\".")
    ]
  }

  private func wrongType(_ value: JSON, wanted: String, at pointer: JSONPointer) -> Finding {
    let rules = Rule.response.field
    let isNumber = value.kind == .number
    return Finding(
      isNumber ? rules.stringAsNumber : rules.typeChanged, at: pointer, expected: wanted,
      actual: ShortText.describe(value), contract: envelope.location, place: value.location,
      isNumber
        ? "The string came as a number."
        : "The type is \(ShortText.withArticle(value.kind.name)), and the contract has \(ShortText.withArticle(wanted))."
    )
  }
}

// MARK: - What is in it

extension EnvelopeJudge {
  private func payload(_ schema: Schema, beside others: [String], _ slots: inout Slots) -> [Finding] {
    let pointer = Self.root.appending(envelope.payload)
    if let value = body[envelope.payload], !value.isNull || schema.isValid(value) {
      guard let place = Slots.nested(schema, in: value) else { return fields(of: value, schema, at: pointer) }
      slots.takeMoved(others, inside: value, of: body)
      return [misplaced(place, at: pointer, value.location, with: slots.moved.sorted())]
        + inside(place, of: value, schema, at: pointer)
    }
    if let place = slots.takePayload(schema, body, named: envelope.payload) {
      return [misplaced(place, at: pointer, body.location)] + inside(place, of: body, schema, at: Self.root)
    }
    let came = body[envelope.payload] == nil ? "nothing" : "null"
    return [
      Finding(
        .response.envelope.payloadMissing, at: pointer, expected: "the payload", actual: came, contract: contract,
        place: body[envelope.payload]?.location ?? body.location,
        "The contract promises a payload in \"\(envelope.payload)\", and \(came) came.")
    ]
  }

  private func fields(of value: JSON, _ schema: Schema, at pointer: JSONPointer) -> [Finding] {
    FieldJudge(rules: Rule.response.field, value: value, schema: schema, prefix: pointer).findings()
  }

  /// What is wrong with a payload besides its place, told where it is.
  private func inside(_ place: Slots.Place, of value: JSON, _ schema: Schema, at pointer: JSONPointer) -> [Finding] {
    switch place {
    case .spread:
      FieldJudge(
        rules: Rule.response.field, value: value, schema: schema, prefix: pointer,
        foreignNames: Set(value.members.map(\.key))
      ).findings()
    case .renamed(let name), .nested(let name):
      value[name].map { $0.isNull ? [] : fields(of: $0, schema, at: pointer.appending(name)) } ?? []
    }
  }

  private func misplaced(
    _ found: Slots.Place, at pointer: JSONPointer, _ place: SourceLocation, with others: [String] = []
  ) -> Finding {
    let along = others.isEmpty ? "" : ", and so is \(others.map { "\"\($0)\"" }.joined(separator: " and "))"
    return Finding(
      .response.envelope.payloadMisplaced, at: pointer, expected: "the payload in \"\(envelope.payload)\"",
      actual: found.description, contract: contract, detail: found.detail, place: place,
      "The payload is not in its slot \"\(envelope.payload)\": it is \(found.description)\(along).")
  }

  private func others(promised: [String], _ slots: inout Slots) -> [Finding] {
    let rules = Rule.response.field
    return envelope.others.flatMap { slot -> [Finding] in
      let pointer = Self.root.appending(slot.name)
      let isPromised = promised.contains(slot.name)
      if let value = body[slot.name] {
        if value.isNull, !isPromised { return [] }
        return FieldJudge(rules: rules, value: value, schema: slot.schema, prefix: pointer).findings()
      }
      if let variant = slots.takeVariant(of: slot.name) { return [renamed(slot.name, variant)] }
      guard isPromised, !slots.moved.contains(slot.name) else { return [] }
      return [
        Finding(
          rules.missing, at: pointer, expected: "the field \(slot.name)", actual: "nothing", contract: contract,
          place: body.location, "The required field \"\(slot.name)\" is missing.")
      ]
    }
  }

  /// Members beside the slots.
  private func strangers(_ slots: Slots) -> [Finding] {
    slots.strangers.map { name in
      let optional = [envelope.message, envelope.details].compactMap { $0 }
      if let meant = optional.first(where: { LooseName.of($0) == LooseName.of(name) && body[$0] == nil }) {
        return renamed(meant, name)
      }
      return undocumented(
        name, body[name] ?? .null, "The envelope has no member \(ShortText.quoted(name)).")
    }
  }

  private func renamed(_ name: String, _ variant: String) -> Finding {
    Finding(
      Rule.response.field.caseChanged, at: Self.root.appending(variant), expected: name, actual: variant,
      contract: envelope.location, place: body.keyLocation(of: variant),
      "The field \"\(name)\" came as \(ShortText.quoted(variant)).")
  }

  private func undocumented(_ name: String, _ value: JSON, _ message: String) -> Finding {
    Finding(
      Rule.response.field.undocumented, at: Self.root.appending(name), expected: "no such member",
      actual: ShortText.describe(value, secret: Secrecy.hides(value, under: name)), contract: envelope.location,
      place: body.keyLocation(of: name), message)
  }
}
