import PlumblineJSONTree

/// Short descriptions, for reports, of the values that one side allows and the other accepts.
struct GapWords {
  let schema: CompiledSchema
  let gap: GapFinder.Gap
  let known: KnownFacts

  /// The allowing side's schema at the gap, as written in its file: the rule of the same kind, or the subschema.
  var allowing: JSON? {
    if gap.keyword != "required", let rule = known.rule(of: gap.rule.kind) { return schema.place(of: rule) }
    if gap.rule.kind == .types, let rule = known.rule(of: .constant) ?? known.rule(of: .enumeration) {
      return schema.place(of: rule)
    }
    return known.nodes.first.map { schema.source(of: schema.resolved($0)) }
  }

  var refusing: JSON { schema.place(of: gap.rule) }

  var allowed: String {
    if gap.keyword == Rule.Kind.enumeration.keyword { return gap.detail ?? "other values" }
    if gap.keyword == Rule.Kind.types.keyword, gap.rule.kind != .types { return kinds }
    switch gap.rule.kind {
    case .required: return gap.detail.map { "an object without \($0)" } ?? "fewer members"
    case .never: return known.kinds == 0x3F ? "any value" : kinds
    case .types:
      guard gap.detail == "number", known.kinds & JSONKind.number.bit != 0 else { return kinds }
      return known.isInteger ? "integer" : "number"
    case .constant: return gap.detail ?? "other values"
    default:
      guard let rule = known.rule(of: gap.rule.kind) else { return "no \(gap.keyword)" }
      return text(rule)
    }
  }

  var accepted: String {
    switch gap.rule.kind {
    case .required: gap.detail.map { "an object with \($0)" } ?? "more members"
    case .never: "nothing"
    default: text(gap.rule)
    }
  }

  private var kinds: String {
    var names = TypeSet(rawValue: known.kinds).names
    if known.isInteger, let place = names.firstIndex(of: "number") { names[place] = "integer" }
    return names.isEmpty ? "nothing" : names.joined(separator: " or ")
  }

  /// Returns the values that branches list.
  private func listed(_ rule: Rule) -> String? {
    switch schema.fact(rule) {
    case .anyOf(let branches), .oneOf(let branches):
      KnownFacts.listed(branches, schema)?.map(\.text).joined(separator: ", ")
    default: nil
    }
  }

  private func text(_ rule: Rule) -> String {
    let value = schema.place(of: rule)
    let words: String
    switch rule.kind {
    case .types: words = value.string ?? value.elements.compactMap(\.string).joined(separator: " or ")
    case .enumeration: words = value.elements.map(\.text).joined(separator: ", ")
    case .anyOf, .oneOf: words = listed(rule) ?? "\(rule.kind.keyword) of \(value.count)"
    case .allOf: words = "\(rule.kind.keyword) of \(value.count)"
    case .uniqueItems: words = "no duplicate elements"
    case .object, .not, .conditional, .propertyNames, .contains, .dependentSchemas, .unevaluatedItems,
      .unevaluatedProperties, .items:
      words = rule.kind.keyword
    default: words = "\(rule.kind.keyword) \(value.string ?? value.text)"
    }
    return words.cut(120)
  }
}
