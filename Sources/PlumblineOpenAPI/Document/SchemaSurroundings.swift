import PlumblineJSONTree

/// The parts of schemas that a place stands in and that would refuse more, not less, if something there were left out.
///
/// A keyword that is left out makes its schema let more in. Below "not" and "if" that turns right values into wrong ones, and so
/// they are left out whole. Of a "oneOf", another branch than the right one may fit as well: it is read as "anyOf".
struct SchemaSurroundings {
  /// A keyword that asks whether a schema fits.
  struct Test {
    let key: String
    let value: JSON
  }

  /// The outermost such keyword; `nil` where there is none.
  private(set) var test: Test?
  /// The lists of "oneOf" outside of it, by their nodes.
  private(set) var choices: [Int] = []
  /// The name of the component that it is in: `Pet` below `/components/schemas/Pet`.
  private(set) var component: String?
  /// The keys from the document on, as far as they lead to a component's name.
  private var way: [String] = []
  /// A Boolean value that indicates whether the members here are named by people, as those of "properties" are.
  private var hasFreeNames = false
  /// A Boolean value that indicates whether this is a value that a document shows, and no schema.
  private var isShown = false

  private static let maps: Set<String> = [
    "properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "schemas", "parameters", "responses",
    "headers", "paths",
  ]
  private static let values: Set<String> = ["example", "examples", "default", "enum", "const"]
  private static let tests: Set<String> = ["not", "if", "contains"]

  /// The surroundings of a member here.
  func entering(_ key: String, _ value: JSON) -> SchemaSurroundings {
    if isShown { return self }
    var inner = self
    if way.count < 3 { inner.way.append(key) }
    if way == ["components", "schemas"] || way == ["definitions"] { inner.component = key }
    inner.hasFreeNames = false
    if hasFreeNames { return inner }
    inner.hasFreeNames = Self.maps.contains(key)
    inner.isShown = Self.values.contains(key)
    guard test == nil, !inner.isShown else { return inner }
    if Self.tests.contains(key) {
      inner.test = Test(key: key, value: value)
    } else if key == "oneOf", value.kind == .array {
      inner.choices.append(value.node)
    }
    return inner
  }

  /// The surroundings of an element here.
  func entering() -> SchemaSurroundings {
    var inner = self
    inner.hasFreeNames = false
    return inner
  }

  /// The same outside of the test.
  var outside: SchemaSurroundings {
    var outside = self
    outside.test = nil
    return outside
  }

  /// The same where a list is left out whole.
  func without(_ list: JSON?) -> SchemaSurroundings {
    var rest = self
    if let list { rest.choices.removeAll { $0 == list.node } }
    return rest
  }
}

/// The schemas that let more in than their document says, as parts of them are left out.
struct WeakerSchemas {
  private var choices: [String: Set<Int>] = [:]
  private var components: Set<String> = []

  mutating func note(_ part: PartFinder.Part) {
    choices[part.path, default: []].formUnion(part.surroundings.choices)
    if let component = part.surroundings.component { components.insert(component) }
  }

  /// The lists of "oneOf" that are read as "anyOf": those around what is left out, and those with a branch that is such a schema.
  func loosened(in document: JSONDocument, _ path: String) -> Set<Int> {
    var found = choices[path] ?? []
    if components.isEmpty { return found }
    visit(document) { key, value in
      if key == "oneOf", value.kind == .array, value.elements.contains(where: isWeaker) { found.insert(value.node) }
    }
    return found
  }

  /// The tests that ask whether such a schema fits, which are left out.
  func removed(in document: JSONDocument, _ path: String) -> Set<Int> {
    var found: Set<Int> = []
    if components.isEmpty { return found }
    visit(document) { key, value in
      if key == "not" || key == "if", isWeaker(value) { found.insert(value.node) }
    }
    return found
  }

  private func isWeaker(_ schema: JSON) -> Bool {
    guard let reference = schema["$ref"]?.string, let slash = reference.lastIndex(of: "/") else { return false }
    return reference.contains("#/") && components.contains(String(reference[reference.index(after: slash)...]))
  }

  private func visit(_ document: JSONDocument, _ look: (String, JSON) -> Void) {
    var pending = [document.root]
    while let value = pending.popLast() {
      for (key, member) in value.members {
        look(key, member)
        pending.append(member)
      }
      pending += value.elements
    }
  }
}
