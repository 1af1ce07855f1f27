import PlumblineJSONTree

extension BreakageFinder {
  /// Proposes changes that each violate only the given fact at a place.
  mutating func breakFact(_ fact: SchemaFact, _ pointer: JSONPointer, _ place: JSON) {
    switch fact {
    case .types:
      // Propose one breakage for each of the other types.
      for other: JSON in [nil, true, 0.5, "text", [], [:]] where other.kind != place.kind || other.kind == .number {
        _ = propose(
          replaced(pointer, other), breaking: "type", "\(other.kind.phrase) in place of \(place.kind.phrase)")
      }
    case .values(let values):
      for other in Self.neighbours(of: place) + ["other", 0, nil, true] where !values.contains(other) {
        if propose(replaced(pointer, other), breaking: nil, "\(other.text.cut(40)) in place of a listed value") {
          return
        }
      }
    case .lower(let bound): number(bound, -1, pointer, place)
    case .upper(let bound): number(bound, 1, pointer, place)
    case .multipleOf(let step): multipleOf(step, pointer, place)
    case .minLength(let count): minLength(count, fact, pointer, place)
    case .maxLength(let count): maxLength(count, fact, pointer, place)
    case .pattern: pattern(fact, pointer, place)
    case .format: format(pointer, place)
    default: breakContainer(fact, pointer, place)
    }
  }

  private mutating func multipleOf(_ step: JSONNumber, _ pointer: JSONPointer, _ place: JSON) {
    guard place.kind == .number, let value = ExactDecimal(place.number ?? JSONNumber(0)),
      let step = ExactDecimal(step)
    else { return }
    for part: Int128 in [1, 3, 5] {
      let offset = ExactDecimal(units: step.units * part, scale: step.scale + 1)
      for sum in [
        value.adding(offset), value.adding(ExactDecimal(units: -offset.units, scale: offset.scale)),
        value.adding(ExactDecimal(units: 1, scale: 0)),
      ] {
        if let other = sum?.json,
          propose(replaced(pointer, other), breaking: "multipleOf", "\(other.text) isn't a multiple")
        {
          return
        }
      }
    }
  }

  private mutating func minLength(_ count: Int, _ fact: SchemaFact, _ pointer: JSONPointer, _ place: JSON) {
    guard let text = place.string, count > 0 else { return }
    let cut = String(text.unicodeScalars.prefix(count - 1))
    for other in [cut, String(text.unicodeScalars.suffix(count - 1)), ""] {
      if propose(replaced(pointer, JSON(other)), breaking: "minLength", "a text that is too short") { return }
    }
    generate(fact, "minLength", pointer, place)
  }

  private mutating func maxLength(_ count: Int, _ fact: SchemaFact, _ pointer: JSONPointer, _ place: JSON) {
    guard let text = place.string, count < 100_000 else { return }
    let scalar = text.unicodeScalars.last ?? "x"
    let missing = max(1, count + 1 - text.unicodeScalars.count)
    let long = text + String(repeating: String(scalar), count: missing)
    if propose(replaced(pointer, JSON(long)), breaking: "maxLength", "a text that is too long") { return }
    generate(fact, "maxLength", pointer, place)
  }

  private mutating func pattern(_ fact: SchemaFact, _ pointer: JSONPointer, _ place: JSON) {
    guard let text = place.string else { return }
    let scalars = Array(text.unicodeScalars)
    var reversed = ""
    reversed.unicodeScalars.append(contentsOf: scalars.reversed())
    let masks = ["~", "!", " ", "-", "0", "é", "\u{1}"].flatMap { mask -> [String] in
      [String(repeating: mask, count: scalars.count), text + mask, mask + text]
    }
    for other in masks + [text.uppercased(), text.lowercased(), reversed, ""] where other != text {
      if propose(replaced(pointer, JSON(other)), breaking: "pattern", "\(JSON(other).text.cut(40)) does not match") {
        return
      }
    }
    generate(fact, "pattern", pointer, place)
  }

  private mutating func format(_ pointer: JSONPointer, _ place: JSON) {
    guard let text = place.string else { return }
    for other in ["not right", text + " ", "%", String(repeating: "~", count: text.unicodeScalars.count), "", "["] {
      if propose(replaced(pointer, JSON(other)), breaking: "format", "\(JSON(other).text.cut(40)) has not the format") {
        return
      }
    }
  }

  private mutating func number(_ bound: SchemaFact.Bound, _ sign: Int128, _ pointer: JSONPointer, _ place: JSON) {
    guard place.kind == .number else { return }
    let keyword = (bound.isExclusive ? "exclusive" : "") + (sign < 0 ? "minimum" : "maximum")
    let name = bound.isExclusive ? "exclusiveM" + keyword.dropFirst(10) : keyword
    var others: [JSON] = bound.isExclusive ? [JSON(bound.number)] : []
    if let value = ExactDecimal(bound.number) {
      let offsets = [ExactDecimal(units: sign, scale: 0), ExactDecimal(units: sign, scale: 1)]
      others += offsets.compactMap { value.adding($0)?.json }
      for distance: Int128 in [5, 10, 60, 100, 360, 1_000] {
        if let other = value.adding(ExactDecimal(units: sign * distance, scale: 0))?.json { others.append(other) }
      }
    }
    for other in others {
      if propose(replaced(pointer, other), breaking: name, "\(other.text) is out of bounds") { return }
    }
  }

  /// Proposes a value that satisfies all facts that apply at a place except one.
  mutating func generate(
    _ fact: SchemaFact, _ keyword: String?, _ pointer: JSONPointer, _ place: JSON
  ) {
    for (index, way) in fact.negations.prefix(4).enumerated() {
      let plan = ValueMaker.Plan(size: .typical, isBare: false, depth: 2, room: 20)
      var maker = ValueMaker(schema.compiled, root: schema.root, plan: plan, seed: UInt64(index))
      let context = ValueContext(name: pointer.tokens.last ?? "", depth: min(pointer.tokens.count, 4), variation: 0)
      guard let other = maker.value(for: core, breaking: current, by: way, context) else { continue }
      if propose(replaced(pointer, other), breaking: keyword, "\(other.text.cut(40)) in place of the value") { return }
    }
  }

  /// Returns slightly different values of the same kind.
  private static func neighbours(of value: JSON) -> [JSON] {
    switch value.kind {
    case .string:
      let text = value.string ?? ""
      return [JSON(text + "x"), JSON(text.uppercased()), JSON("UNKNOWN"), JSON(String(text.dropLast()))]
    case .number:
      let number = value.int ?? 0
      return [JSON(number &+ 1), JSON(number &- 1), JSON(number &+ 1_000)]
    case .bool: return [JSON(value.bool == false)]
    default: return []
    }
  }
}
