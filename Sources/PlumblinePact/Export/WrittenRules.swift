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

  /// Adds a rule for a place in a body, or for the field or parameter that the path names, and replaces an existing
  /// rule.
  ///
  /// - Parameter matchers: The matchers, one of which must hold. Version 2 has a single one.
  mutating func add(_ category: PactRules.Category, _ path: PactPath, _ matchers: [JSON]) {
    rules.removeAll { $0.category == category && $0.path == path }
    rules.append(Rule(category: category, path: path, matchers: matchers))
  }

  /// Adds a generator that fills an expression with values of the provider's states, such as `Bearer ${session}`.
  /// Version 2 has no generators.
  mutating func add(_ category: PactRules.Category, _ path: PactPath, from expression: String) {
    generators.removeAll { $0.category == category && $0.path == path }
    generators.append(Generator(category: category, path: path, expression: expression))
  }

  /// The members of the message, in their order.
  var members: [(String, JSON)] {
    let written = [("matchingRules", version == 2 ? flatRules : nestedRules), ("generators", writtenGenerators)]
    return written.filter { $0.1.count > 0 }
  }

  /// The rules in the form of version 2, such as `"$.body.id": { "match": "type" }`.
  private var flatRules: JSON {
    .object(
      rules.map { rule in
        let name = rule.category == .header ? "headers" : rule.category.rawValue
        return ("$.\(name)\(rule.path.description.dropFirst())", rule.matchers[0])
      })
  }

  /// The rules in the form of versions 3 and 4, such as `"body": { "$.id": { "matchers": [ … ] } }`.
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

  /// Returns the key for a place. Fields and parameters are keyed by their names, and values in bodies by an
  /// expression.
  private static func key(_ path: PactPath, _ category: PactRules.Category) -> String {
    guard category != .body, case .member(let name)? = path.tokens.first else { return path.description }
    return name
  }
}
