import PlumblineJSONTree

/// A reader for the envelope. It checks that all its slots can exist at the same time.
struct EnvelopeReader {
  let envelope: JSON
  let file: String
  let context: ReadingContext

  /// A slot as written in the file.
  private struct Written {
    let name: String
    let place: JSONPointer
    let location: SourceLocation
    /// A Boolean value that indicates whether other slots may be inside this one.
    var isContainer: Bool { name == "payload" || name == "details" || name == "others" }
  }

  func read(at location: SourceLocation) -> Envelope {
    let values = Dictionary(
      uniqueKeysWithValues: ["payload", "errorCode", "message", "details"].compactMap { name in
        envelope[name].map { (name, $0) }
      })
    let places = values.compactMapValues { context.place($0) }
    if !["flag", "payload", "errorCode", "message"].contains(where: { envelope[$0] != nil }) {
      context.log.error(
        envelope.location,
        "An envelope needs at least one of \"flag\", \"payload\", \"errorCode\" and \"message\", but this one has none; "
          + "if responses have no envelope, use \"envelope\": null.")
    }
    let flag = flag()
    let others = others()
    check(flag, places, others)
    checkOutcome(flag, places)
    return Envelope(
      flag: flag, payload: places["payload"], errorCode: places["errorCode"], message: places["message"],
      details: places["details"], others: others, standing: context.standing(of: envelope), location: location,
      locations: values.mapValues(\.location))
  }

  /// Reads a flag, given as the name of a Boolean member or as an object with a location and values.
  private func flag() -> Envelope.Flag? {
    guard let value = envelope["flag"] else { return nil }
    if value.string != nil {
      return context.place(value).map {
        Envelope.Flag(place: $0, success: [true], failure: [false], location: value.location)
      }
    }
    guard let at = value["at"], let place = context.place(at) else { return nil }
    let success = value["success"]?.elements.map { $0 } ?? []
    let failure = value["failure"]?.elements.map { $0 } ?? []
    for value in failure where success.contains(value) {
      context.log.error(
        value.location, "\(value.text) already means success, so it can't also mean failure.")
    }
    return success.isEmpty
      ? nil : Envelope.Flag(place: place, success: success, failure: failure, location: value.location)
  }

  private func others() -> [Envelope.Slot] {
    guard let others = envelope["others"] else { return [] }
    return others.members.compactMap { name, schema in
      guard let place = context.place(name, at: others.place(of: name)),
        let compiled = context.schemas.compile(schema, in: file, view: .response)
      else { return nil }
      return Envelope.Slot(
        name: name, place: place, schema: compiled,
        frame: FrameReader(schemas: context.schemas).frame(of: schema, in: file, around: nil))
    }
  }

  /// Checks that no two slots share a location, and that no slot is inside one that holds a single value.
  private func check(_ flag: Envelope.Flag?, _ places: [String: JSONPointer], _ others: [Envelope.Slot]) {
    var slots: [Written] = []
    if let flag { slots.append(Written(name: "flag", place: flag.place, location: flag.location)) }
    for name in ["payload", "errorCode", "message", "details"] {
      if let place = places[name], let value = envelope[name] {
        slots.append(Written(name: name, place: place, location: value.location))
      }
    }
    for other in others {
      let location = envelope["others"]?.place(of: other.name) ?? envelope.location
      slots.append(Written(name: "others", place: other.place, location: location))
    }
    // Slots whose locations begin with different members can't conflict.
    var known: [String?: [Written]] = [:]
    for (index, slot) in slots.enumerated() {
      let first = slot.place.tokens.first
      let related = first == nil ? Array(slots[..<index]) : (known[nil] ?? []) + (known[first] ?? [])
      known[first, default: []].append(slot)
      for earlier in related {
        if slot.place == earlier.place {
          if !mayShare(earlier.name, slot.name, flag) { reportShared(slot, earlier) }
        } else if let (inner, outer) = nesting(slot, earlier), !outer.isContainer {
          context.log.error(
            inner.location,
            "\"\(Envelope.name(of: inner.place))\" is inside \"\(Envelope.name(of: outer.place))\", which is the "
              + "envelope's \(outer.name) and a single value; move one of the two.")
        }
      }
    }
  }

  private func nesting(_ one: Written, _ other: Written) -> (inner: Written, outer: Written)? {
    if one.place.isWithin(other.place) { return (one, other) }
    return other.place.isWithin(one.place) ? (other, one) : nil
  }

  /// Returns a Boolean value that indicates whether two slots may share a location. The contents of a success and of an
  /// error may, and so may a code and its message. A code may also share the flag's location if it is `0` for a success
  /// and an error code otherwise.
  private func mayShare(_ one: String, _ other: String, _ flag: Envelope.Flag?) -> Bool {
    let pair: Set<String> = [one, other]
    if pair.isSubset(of: ["payload", "errorCode", "message"]) { return true }
    return pair == ["flag", "errorCode"] && flag?.isBoolean == false
  }

  private func reportShared(_ slot: Written, _ earlier: Written) {
    let member = Envelope.name(of: slot.place)
    context.log.error(
      slot.location,
      slot.name == "others"
        ? "\"\(member)\" is already the envelope's \(earlier.name); \"others\" are additional members."
        : "\"\(member)\" is already the envelope's \(earlier.name); each slot needs its own name.")
  }

  /// Checks that a mock can signal an error, either through the flag's value or through a code in its slot.
  private func checkOutcome(_ flag: Envelope.Flag?, _ places: [String: JSONPointer]) {
    guard let flag, flag.failure.isEmpty, places["errorCode"] != flag.place else { return }
    context.log.error(
      flag.location,
      "The flag has no values for errors; add \"failure\": [ … ], or use the same member as \"errorCode\"."
    )
  }
}
