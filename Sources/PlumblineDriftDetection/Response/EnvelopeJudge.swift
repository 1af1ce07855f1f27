import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// A judge that checks a JSON body against the service's envelope, and the values in its slots against the documented
/// response.
struct EnvelopeJudge {
  let envelope: Envelope
  let body: JSON
  /// The location in the contract that documents this response.
  let contract: SourceLocation

  private static let root: JSONPointer = "/response/body"

  /// Returns the findings about the body of a success.
  func success(_ answer: DocumentedResponse) -> [Finding] {
    var schema: Schema?
    if case .payload(let promised) = answer.content { schema = promised }
    if isMissing(schema == nil ? nil : envelope.payload) { return [missing(payload: schema)] }
    var slots = Slots(envelope, body)
    var findings = flag(&slots)
    if let schema, let place = envelope.payload {
      findings += payload(schema, at: place, beside: answer.others, &slots)
    } else if let place = envelope.payload, let value = body.at(slot: place), !value.isNull {
      findings.append(undocumented(place, value, "The contract documents no payload here, but the response has one."))
    }
    if let place = codeOfItsOwn, let value = body.at(slot: place), !value.isNull {
      findings.append(undocumented(place, value, "The response is a success but has an error code."))
    }
    findings += message(isPromised: false, &slots)
    findings += others(promised: answer.others, &slots)
    return ofEnvelope(findings + strangers(slots))
  }

  /// Returns the findings about the body of an error whose status may stand for any of the given errors.
  func failure(_ failures: [Failure]) -> [Finding] {
    if isMissing(envelope.errorCode) { return [missing(payload: nil)] }
    if let code = foreignCode(failures) { return [foreign(code)] }
    var slots = Slots(envelope, body)
    var findings = flag(&slots)
    if let place = envelope.errorCode {
      findings += ErrorCodeJudge(failures: failures, place: place, body: body, contract: contract).findings(&slots)
    }
    findings += message(isPromised: true, &slots)
    let isShared = [envelope.errorCode, envelope.message, envelope.details].compactMap { $0 }
    if let place = envelope.payload, let value = body.at(slot: place), !value.isNull,
      !isShared.contains(where: { $0.isWithin(place) })
    {
      findings.append(
        undocumented(place, value, "The contract documents no payload for errors, but this error has one."))
    }
    findings += others(promised: [], &slots)
    return ofEnvelope(findings + strangers(slots))
  }

  /// Marks findings about the envelope's own members as shared by all endpoints.
  private func ofEnvelope(_ findings: [Finding]) -> [Finding] {
    findings.map { finding in
      guard finding.promise == nil, finding.contract == envelope.location else { return finding }
      var shared = finding
      shared.promise = "envelope\(finding.folded)"
      return shared
    }
  }

  /// The error code's location, or `nil` if a success has a different value there.
  private var codeOfItsOwn: JSONPointer? {
    envelope.errorCode.flatMap { code in
      let isShared =
        code == envelope.flag?.place || code == envelope.message
        || (envelope.payload.map { code.isWithin($0) } ?? false)
      return isShared ? nil : code
    }
  }
}

// MARK: - The envelope itself

extension EnvelopeJudge {
  /// Returns a Boolean value that indicates whether there is no sign of an envelope: neither its flag nor the
  /// response's main slot is present in any spelling. A `message` alone proves nothing, because frameworks use that
  /// name, too.
  private func isMissing(_ main: JSONPointer?) -> Bool {
    guard body.kind == .object else { return true }
    let proofs = [envelope.flag?.place, main].compactMap { $0 }
    if proofs.contains(where: { body.at(slot: $0) != nil }) { return false }
    if proofs.isEmpty { return false }
    if main == nil, envelope.places.contains(where: { body.at(slot: $0) != nil }) { return false }
    return !proofs.contains { hasVariant(of: $0) }
  }

  private func hasVariant(of place: JSONPointer) -> Bool {
    guard let object = place.parent.flatMap({ body.at($0) }), let name = place.tokens.last else { return false }
    return object.members.contains { LooseName.of($0.key) == LooseName.of(name) }
  }

  /// Returns the code of an error that the service itself didn't return. Frameworks also use `error`, but without a
  /// flag and without the contract's codes.
  private func foreignCode(_ failures: [Failure]) -> JSON? {
    guard let flag = envelope.flag, let place = envelope.errorCode, flag.place != place,
      let code = body.at(slot: place),
      !code.isNull
    else { return nil }
    let codes = failures.contains { $0.codes.isEmpty } ? [] : failures.flatMap(\.codes)
    if codes.isEmpty || ErrorCode(code).map(codes.contains) ?? false { return nil }
    if hasVariant(of: flag.place) { return nil }
    return code
  }

  private func foreign(_ code: JSON) -> Finding {
    let slots = [envelope.flag?.place, envelope.errorCode].compactMap { $0 }
    return Finding(
      .response.envelope.missing, at: Self.root, expected: "an object with \(Self.list(slots))",
      actual: ShortText.describe(body), contract: envelope.location,
      "The error response isn't in the service's envelope: it lacks \"\(slots.first.map(Envelope.name) ?? "")\", and "
        + "\(ShortText.literal(code)) isn't an error code for this status.")
  }

  private func missing(payload schema: Schema?) -> Finding {
    let sentence: String
    if let schema, schema.isValid(body) {
      sentence = "The payload isn't wrapped in its envelope."
    } else if let schema, Likeness(body, schema)?.isEnough == true {
      sentence = "The payload isn't wrapped in its envelope, and has other errors as well."
    } else {
      sentence = "The body has none of the envelope's members."
    }
    let slots = [envelope.flag?.place, schema == nil ? envelope.errorCode : envelope.payload].compactMap { $0 }
    return Finding(
      .response.envelope.missing, at: Self.root, expected: "an object with \(Self.list(slots))",
      actual: ShortText.describe(body), contract: envelope.location, sentence)
  }

  private static func list(_ places: [JSONPointer]) -> String {
    places.map(Envelope.name).joined(separator: ", ")
  }

  private func flag(_ slots: inout Slots) -> [Finding] {
    guard let flag = envelope.flag else { return [] }
    let value = body.at(slot: flag.place)
    // Return early for a correct value, to avoid creating strings.
    if let value, flag.meaning(of: value) != nil { return [] }
    let name = Envelope.name(of: flag.place)
    let values = flag.values.map { ShortText.literal($0) } + (flag.isOpen ? ["a different value of its type"] : [])
    let expected = flag.isBoolean ? "boolean" : ShortText.alternatives(values)
    let pointer = Self.root + flag.place
    guard let value else {
      return [
        Finding(
          .response.envelope.flagMissing, at: pointer, expected: expected, actual: slots.came(for: flag.place),
          contract: envelope.location, place: body.location, "The envelope's flag \"\(name)\" is missing.")
      ]
    }
    if flag.values.contains(where: { $0.kind == value.kind }) {
      let shown = ShortText.literal(value)
      return [
        Finding(
          .response.envelope.flagUndocumented, at: pointer, expected: expected, actual: shown, contract: flag.location,
          detail: shown, place: value.location,
          "The envelope's flag \"\(name)\" is \(shown), which the contract lists neither for success nor for failure.")
      ]
    }
    let wanted = flag.success.first.map { ShortText.withArticle(flag.isBoolean ? "boolean" : $0.kind.name) } ?? ""
    return [
      Finding(
        .response.envelope.flagType, at: pointer, expected: expected, actual: ShortText.describe(value),
        contract: envelope.location, place: value.location,
        "The envelope's flag \"\(name)\" is \(ShortText.withArticle(value.kind.name)), not \(wanted).")
    ]
  }

  private func message(isPromised: Bool, _ slots: inout Slots) -> [Finding] {
    guard let place = envelope.message else { return [] }
    if place == envelope.errorCode || envelope.payload.map({ place.isWithin($0) }) ?? false { return [] }
    let pointer = Self.root + place
    if let value = body.at(slot: place), !value.isNull {
      return value.kind == .string
        ? [] : [ErrorCodeJudge.wrongType(value, wanted: "string", at: pointer, contract: envelope.location)]
    }
    guard isPromised else { return [] }
    return [
      Finding(
        .response.envelope.messageMissing, at: pointer, expected: "a human-readable message",
        actual: slots.came(for: place), contract: envelope.location, place: body.location,
        "The error response has no message in \"\(Envelope.name(of: place))\".")
    ]
  }
}

// MARK: - Inside the envelope

extension EnvelopeJudge {
  private func payload(
    _ schema: Schema, at slot: JSONPointer, beside names: [String], _ slots: inout Slots
  ) -> [Finding] {
    let pointer = Self.root + slot
    if let value = body.at(slot: slot), !value.isNull || schema.isValid(value) {
      let judge = FieldJudge(rules: Rule.response.field, value: value, schema: schema, prefix: pointer)
      let judgement = judge.judgement()
      guard !judgement.violations.isEmpty, let place = Slots.nested(schema, inMisfit: value) else {
        return judge.findings(by: judgement)
      }
      slots.takeMoved(names.compactMap(envelope.other), inside: value, of: body)
      return [misplaced(place, from: slot, value.location, with: slots.moved.sorted())]
        + inside(place, of: value, schema, at: pointer)
    }
    if let place = slots.takePayload(schema, body, at: slot) {
      return [misplaced(place, from: slot, body.location)] + inside(place, of: body, schema, at: Self.root)
    }
    let came = body.at(slot: slot) == nil ? "nothing" : "null"
    return [
      Finding(
        .response.envelope.payloadMissing, at: pointer, expected: "the payload", actual: came, contract: contract,
        place: body.at(slot: slot)?.location ?? body.location,
        "The contract promises a payload in \"\(Envelope.name(of: slot))\", but it is "
          + "\(came == "null" ? "null" : "missing")."
      )
    ]
  }

  private func fields(of value: JSON, _ schema: Schema, at pointer: JSONPointer) -> [Finding] {
    FieldJudge(rules: Rule.response.field, value: value, schema: schema, prefix: pointer).findings()
  }

  /// Returns the findings inside a misplaced payload, at the payload's actual location.
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
    _ found: Slots.Place, from slot: JSONPointer, _ place: SourceLocation, with others: [String] = []
  ) -> Finding {
    let along = others.isEmpty ? "" : ", and so is \(others.map { "\"\($0)\"" }.joined(separator: " and "))"
    let name = Envelope.name(of: slot)
    return Finding(
      .response.envelope.payloadMisplaced, at: Self.root + slot, expected: "the payload in \"\(name)\"",
      actual: found.description, contract: contract, detail: found.detail, place: place,
      "The payload isn't in its slot \"\(name)\": it is \(found.description)\(along).")
  }

  private func others(promised: [String], _ slots: inout Slots) -> [Finding] {
    let rules = Rule.response.field
    return envelope.others.flatMap { slot -> [Finding] in
      let pointer = Self.root + slot.place
      let isPromised = promised.contains(slot.name)
      if let value = body.at(slot: slot.place) {
        if value.isNull, !isPromised { return [] }
        return FieldJudge(rules: rules, value: value, schema: slot.schema, prefix: pointer).findings()
      }
      if let variant = slots.takeVariant(of: slot.place) { return [renamed(slot.place, variant)] }
      guard isPromised, !slots.moved.contains(slot.name) else { return [] }
      let name = Envelope.name(of: slot.place)
      return [
        Finding(
          rules.missing, at: pointer, expected: "the field \(name)", actual: "nothing", contract: contract,
          place: body.location, "The required field \"\(name)\" is missing.")
      ]
    }
  }

  /// Returns the findings about members other than the slots.
  private func strangers(_ slots: Slots) -> [Finding] {
    slots.strangers.map { stranger in
      let meant = [envelope.message, envelope.details].compactMap { $0 }.first { place in
        place.parent == stranger.parent && body.at(slot: place) == nil
          && LooseName.of(place.tokens.last ?? "") == LooseName.of(stranger.tokens.last ?? "")
      }
      if let meant { return renamed(meant, stranger) }
      let name = ShortText.quoted(Envelope.name(of: stranger))
      return undocumented(stranger, body.at(stranger) ?? .null, "The envelope has no member \(name).")
    }
  }

  private func renamed(_ place: JSONPointer, _ variant: JSONPointer) -> Finding {
    let (name, came) = (place.tokens.last ?? "", variant.tokens.last ?? "")
    return Finding(
      Rule.response.field.caseChanged, at: Self.root + variant, expected: name, actual: came,
      contract: envelope.location, place: body.keyLocation(at: variant),
      "The field \"\(name)\" is spelled \(ShortText.quoted(came)).")
  }

  private func undocumented(_ place: JSONPointer, _ value: JSON, _ message: String) -> Finding {
    Finding(
      Rule.response.field.undocumented, at: Self.root + place, expected: "no such member",
      actual: ShortText.describe(value, secret: Secrecy.hides(value, under: place.tokens.last ?? "")),
      contract: envelope.location, place: body.keyLocation(at: place), message)
  }
}

extension JSON {
  /// Returns the source location of a member's key.
  fileprivate func keyLocation(at place: JSONPointer) -> SourceLocation? {
    guard let parent = place.parent.flatMap({ at($0) }), let name = place.tokens.last else { return nil }
    return parent.keyLocation(of: name)
  }
}
