import PlumblineContractModel
import PlumblineJSONTree

/// Reads matching rules and generators in the forms of all versions of the specification.
struct PactRulesReader {
  /// The maximum depth of rules inside rules.
  private static let deepest = 8

  private(set) var rules = PactRules()
  private(set) var generators: [PactGenerator] = []
  /// The unsupported parts: their locations, each with a description as the end of a sentence.
  private(set) var unread: [(place: JSON, what: String)] = []

  init(_ owner: JSON) {
    // Early libraries named the rules after the kind of message.
    let names = ["matchingRules", "requestMatchingRules", "responseMatchingRules"]
    for name in names { if let written = owner[name], !written.isNull { read(written) } }
    if let written = owner["generators"], !written.isNull { readGenerators(written) }
  }

  private mutating func read(_ written: JSON) {
    guard written.kind == .object else { return unread.append((written, "the matching rules, which are no object")) }
    for (key, value) in written.members {
      if key.hasPrefix("$") {
        readFlat(key, value)
      } else if let category = Self.category(key) {
        readCategory(category, value)
      } else {
        unread.append((value, "the matching rules of \"\(key)\""))
      }
    }
  }

  private static func category(_ name: String) -> PactRules.Category? {
    name == "headers" ? .header : PactRules.Category(rawValue: name)
  }

  /// Reads the form of version 2, such as `"$.body.id": { "match": "type" }`.
  private mutating func readFlat(_ key: String, _ value: JSON) {
    guard let path = PactPath(key), case .member(let name)? = path.tokens.first, let category = Self.category(name)
    else { return unread.append((value, "the matching rule of \"\(key)\"")) }
    rules.add(PactRule(path.withoutFirst.cased(as: category), [matcher(value, 0)]), to: category)
  }

  /// Reads the form of versions 3 and 4, such as `{ "$.id": { "matchers": [ … ], "combine": "AND" } }`, without paths
  /// for `path` and `status`.
  private mutating func readCategory(_ category: PactRules.Category, _ value: JSON) {
    guard value.kind == .object else { return unread.append((value, "the matching rules of \"\(category)\"")) }
    if value["matchers"]?.kind == .array { return rules.add(rule(PactPath(), value, 0), to: category) }
    for (key, value) in value.members {
      guard let path = Self.path(key, category) else {
        unread.append((value, "the matching rule of \"\(key)\""))
        continue
      }
      rules.add(rule(path.cased(as: category), value, 0), to: category)
    }
  }

  private static func path(_ key: String, _ category: PactRules.Category) -> PactPath? {
    if key.hasPrefix("$") { return PactPath(key) }
    guard category == .header || category == .query else { return key.isEmpty ? PactPath() : nil }
    // `ids[0]` names the first of several values.
    if let open = key.lastIndex(of: "["), key.hasSuffix("]"), let inner = PactPath("$\(key[open...])") {
      return PactPath([.member(String(key[..<open]))] + inner.tokens)
    }
    return PactPath([.member(key)])
  }

  private mutating func rule(_ path: PactPath, _ value: JSON, _ depth: Int) -> PactRule {
    guard let list = value["matchers"], list.kind == .array else { return PactRule(path, [matcher(value, depth)]) }
    return PactRule(
      path, list.elements.map { matcher($0, depth) }, suffices: value["combine"]?.string?.uppercased() == "OR")
  }

  private mutating func matcher(_ value: JSON, _ depth: Int) -> PactMatcher {
    let matcher = Self.plain(value) ?? nested(value, depth)
    guard let matcher else {
      let name = value["match"]?.string ?? value.text
      unread.append((value, "the matcher \"\(name.prefix(60))\""))
      return .unknown(String(name.prefix(60)))
    }
    return matcher
  }

  /// Returns a matcher that contains no others, or `nil` for anything else.
  private static func plain(_ value: JSON) -> PactMatcher? {
    let name = value["match"]?.string
    switch name {
    case nil where value["match"] != nil: return nil
    case nil:
      if let regex = value["regex"]?.string { return .regex(regex) }
      return value["min"] == nil && value["max"] == nil ? nil : counted(value)
    case "type": return counted(value)
    case "regex": return value["regex"]?.string.map { .regex($0) }
    case "include": return value["value"]?.string.map { .include($0) }
    case "equality": return .equality
    case "integer": return .integer
    case "decimal", "real": return .decimal
    case "number": return .number
    case "boolean": return .boolean
    case "null": return .null
    case "date", "time", "timestamp", "datetime":
      let moment = name.flatMap(PactMatcher.Moment.init(rawValue:)) ?? .timestamp
      let form = [name ?? "", "format", "timestamp", "datetime"].lazy.compactMap { value[$0]?.string }.first
      return .moment(moment, form: form)
    case "statusCode":
      if let name = value["status"]?.string { return .statusClass(name) }
      return value["status"].map { .statuses($0.elements.compactMap(\.int)) }
    case "notEmpty": return .notEmpty
    case "semver": return .semver
    case "contentType": return value["value"]?.string.map { .contentType(MediaType.essence(of: $0)) }
    case "values": return .values
    default: return nil
    }
  }

  private static func counted(_ value: JSON) -> PactMatcher? {
    for bound in [value["min"], value["max"]] {
      if let bound, bound.int == nil { return nil }
    }
    return .type(least: value["min"]?.int, most: value["max"]?.int)
  }

  private mutating func nested(_ value: JSON, _ depth: Int) -> PactMatcher? {
    guard depth < Self.deepest, let name = value["match"]?.string else { return nil }
    switch name {
    case "eachKey", "eachValue":
      guard let list = value["rules"], list.kind == .array else { return nil }
      let inner = list.elements.map { matcher($0, depth + 1) }
      return name == "eachKey" ? .eachKey(inner) : .eachValue(inner)
    case "arrayContains":
      guard let list = value["variants"], list.kind == .array else { return nil }
      var variants: [PactVariant] = []
      for element in list.elements {
        guard let index = element["index"]?.int else { return nil }
        var rules: [PactRule] = []
        for (key, value) in element["rules"]?.members.map({ $0 }) ?? [] {
          guard let path = Self.path(key, .body) else { return nil }
          rules.append(rule(path, value, depth + 1))
        }
        variants.append(PactVariant(index: index, rules: rules))
      }
      return .arrayContains(variants)
    default: return nil
    }
  }
}

extension PactRulesReader {
  private mutating func readGenerators(_ written: JSON) {
    guard written.kind == .object else { return unread.append((written, "the generators, which are no object")) }
    for (key, value) in written.members {
      guard let category = Self.category(key) else {
        unread.append((value, "the generators of \"\(key)\""))
        continue
      }
      if let type = value["type"]?.string {
        generators.append(PactGenerator(category: category, path: PactPath(), type: type, options: Self.options(value)))
        continue
      }
      for (key, value) in value.members {
        guard let path = Self.path(key, category), let type = value["type"]?.string else {
          unread.append((value, "the generator of \"\(key)\""))
          continue
        }
        generators.append(
          PactGenerator(
            category: category, path: path.cased(as: category), type: type, options: Self.options(value)))
      }
    }
  }

  private static func options(_ generator: JSON) -> JSON {
    .object(generator.members.filter { $0.key != "type" }.map { ($0.key, $0.value) })
  }
}

extension PactPath {
  /// Returns the path with the names of header fields in lowercase, because they aren't case-sensitive.
  fileprivate func cased(as category: PactRules.Category) -> PactPath {
    guard category == .header, case .member(let name)? = tokens.first else { return self }
    return PactPath([.member(name.lowercased())] + tokens.dropFirst())
  }
}
