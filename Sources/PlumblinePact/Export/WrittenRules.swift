import PlumblineJSONTree

/// The matching rules and generators of a request or a response, in the form of a version of the specification.
struct WrittenRules {
  private struct Rule {
    let category: PactRules.Category
    let path: PactPath
    let matchers: [JSON]
  }

  private struct Generator {
    let category: PactRules.Category
    let path: PactPath
    let expression: String
  }

  private let version: Int
  private var rules: [Rule] = []
  private var generators: [Generator] = []

  init(version: Int) { self.version = version }

  /// Adds a rule for a place in a body, or for the field or parameter that the path names, in the place of an older one.
  ///
  /// - Parameter matchers: one of these must hold; version 2 has a single one.
  mutating func add(_ category: PactRules.Category, _ path: PactPath, _ matchers: [JSON]) {
    rules.removeAll { $0.category == category && $0.path == path }
    rules.append(Rule(category: category, path: path, matchers: matchers))
  }

  /// Adds a generator that fills an expression with values of the provider's states: `Bearer ${session}`. Version 2 has none.
  mutating func add(_ category: PactRules.Category, _ path: PactPath, from expression: String) {
    generators.removeAll { $0.category == category && $0.path == path }
    generators.append(Generator(category: category, path: path, expression: expression))
  }

  /// The members of the message, in their order.
  var members: [(String, JSON)] {
    let written = [("matchingRules", version == 2 ? flatRules : nestedRules), ("generators", writtenGenerators)]
    return written.filter { $0.1.count > 0 }
  }

  /// `"$.body.id": { "match": "type" }`.
  private var flatRules: JSON {
    .object(
      rules.map { rule in
        let name = rule.category == .header ? "headers" : rule.category.rawValue
        return ("$.\(name)\(rule.path.description.dropFirst())", rule.matchers[0])
      })
  }

  /// `"body": { "$.id": { "matchers": [ … ] } }`.
  private var nestedRules: JSON {
    byCategory(
      rules.map { rule in
        let combine: [(String, JSON)] = rule.matchers.count > 1 ? [("combine", "OR")] : [("combine", "AND")]
        return (rule.category, rule.path, JSON.object([("matchers", .array(rule.matchers))] + combine))
      })
  }

  private var writtenGenerators: JSON {
    if version == 2 { return .emptyObject }
    return byCategory(
      generators.map { generator in
        (
          generator.category, generator.path,
          JSON.object([("type", "ProviderState"), ("expression", JSON(generator.expression)), ("dataType", "STRING")])
        )
      })
  }

  private func byCategory(_ entries: [(category: PactRules.Category, path: PactPath, value: JSON)]) -> JSON {
    .object(
      PactRules.Category.allCases.compactMap { category in
        let own = entries.filter { $0.category == category }
        guard !own.isEmpty else { return nil }
        return (category.rawValue, JSON.object(own.map { (Self.key($0.path, category), $0.value) }))
      })
  }

  /// Fields and parameters are keyed by their name, values of bodies by an expression.
  private static func key(_ path: PactPath, _ category: PactRules.Category) -> String {
    guard category != .body, case .member(let name)? = path.tokens.first else { return path.description }
    return name
  }
}
