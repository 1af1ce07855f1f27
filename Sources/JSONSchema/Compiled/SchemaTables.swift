import JSONTree

/// What rules point at when their operand is an index.
struct SchemaTables: Sendable {
  var numbers: [JSONNumber] = []
  /// The values of `enum`, and of `const` as a list of one.
  var values: [[JSON]] = []
  /// Patterns; nil for those that stay undecided.
  var patterns: [Pattern?] = []
  var formats: [Format] = []
  var names: [[PropertyName]] = []
  var objects: [ObjectTable] = []
  var items: [ItemsTable] = []
  var contains: [ContainsTable] = []
  /// The nodes of `allOf`, `anyOf` and `oneOf`.
  var branches: [[Int]] = []
  var conditionals: [ConditionalTable] = []
  /// `dependentSchemas`: a name and what applies where it is present.
  var dependentSchemas: [[(name: PropertyName, node: Int)]] = []
  /// `dependentRequired`: a name and those that must come with it.
  var dependentNames: [[(name: PropertyName, needed: [PropertyName])]] = []
}

/// A member name made ready for comparison.
struct PropertyName: Sendable {
  let text: String
  let bytes: [UInt8]
  let hash: UInt32

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    hash = KeyHash(bytes).payload
  }
}

/// `properties`, `patternProperties` and `additionalProperties` of one subschema.
struct ObjectTable: Sendable {
  struct Property: Sendable {
    let name: PropertyName
    let node: Int
  }

  /// In the order they are written.
  var properties: [Property] = []
  /// Hashes in ascending order with the indices of their properties.
  private var order: [(hash: UInt32, index: Int)] = []
  /// A pattern's index and the node for members that match.
  var patterns: [(pattern: Int, node: Int)] = []
  /// What applies to members that nothing else here names.
  var additional: Int?
  /// Where `additionalProperties` stands.
  var additionalPlace: Rule?
  /// Whether the subschema says anything of properties other than by `additionalProperties`.
  var describesProperties = false

  mutating func add(_ name: String, _ node: Int) {
    properties.append(Property(name: PropertyName(name), node: node))
  }

  mutating func seal() {
    order = properties.enumerated().map { (hash: $1.name.hash, index: $0) }
    order.sort { ($0.hash, $0.index) < ($1.hash, $1.index) }
  }

  /// The index of the property that a key node of a document names.
  func property(_ document: JSONDocument, _ key: Int) -> Int? {
    let hash = UInt32(truncatingIfNeeded: document.tape[key].payload)
    var (low, high) = (0, order.count)
    while low < high {
      let middle = low + (high - low) / 2
      if order[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    while low < order.count, order[low].hash == hash {
      let index = order[low].index
      if document.string(key, equals: properties[index].name.bytes) { return index }
      low += 1
    }
    return nil
  }
}

/// `prefixItems` and `items` of one subschema.
struct ItemsTable: Sendable {
  var prefix: [Int] = []
  var rest: Int?
}

/// `contains` with its bounds.
struct ContainsTable: Sendable {
  var node: Int
  var minimum: Int
  var maximum: Int?
  var minimumPlace: Rule?
  var maximumPlace: Rule?
}

/// `if`, `then` and `else`.
struct ConditionalTable: Sendable {
  var test: Int
  var then: Int?
  var otherwise: Int?
}
