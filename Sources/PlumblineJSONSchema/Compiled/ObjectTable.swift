import PlumblineJSONTree

/// The `properties`, `patternProperties` and `additionalProperties` of one subschema.
struct ObjectTable: Sendable {
  struct Property: Sendable {
    let name: MemberName
    /// The name in the form that the boolean pass uses.
    let text: TextRange
    let node: Int
    /// A Boolean value that indicates whether the view lacks the member because it is `readOnly` in a request or
    /// `writeOnly` in a response.
    var isWithheld = false
  }

  /// The properties in the order in which they are written.
  var properties: [Property] = []
  /// The hashes in ascending order, with the indices of their properties.
  private var order: [(hash: UInt32, index: Int32)] = []
  /// The indices of the patterns, along with the nodes for members that match.
  var patterns: [(pattern: Int, node: Int)] = []
  /// The node for all other members.
  var additional: Int?
  /// The rule of `additionalProperties`, which provides the keyword's location.
  var additionalPlace: Rule?
  /// A Boolean value that indicates whether the subschema describes properties in ways other than
  /// `additionalProperties`.
  var describesProperties = false

  mutating func seal() {
    order = properties.enumerated().map { (hash: $1.name.hash, index: Int32(clamping: $0)) }
    order.sort { ($0.hash, $0.index) < ($1.hash, $1.index) }
  }

  /// Returns the index of the property with the name in a document's key node.
  func property(_ document: JSONDocument, _ key: Int) -> Int? {
    let hash = UInt32(truncatingIfNeeded: document.tape[key].payload)
    var (low, high) = (0, order.count)
    while low < high {
      let middle = low + (high - low) / 2
      if order[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    while low < order.count, order[low].hash == hash {
      let index = Int(order[low].index)
      if document.string(key, equals: properties[index].name.bytes) { return index }
      low += 1
    }
    return nil
  }
}
