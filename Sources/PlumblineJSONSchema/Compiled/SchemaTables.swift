import PlumblineJSONTree

/// The tables that rules refer to when their operand is an index.
///
/// Entries have two forms at the same index: one for reports, examples, and comparisons, and a flat one without
/// references for the boolean pass.
struct SchemaTables: Sendable {
  var numbers: GrowingTable<JSONNumber> = []
  /// The values of `enum`, and the values of `const` as lists with one value.
  var values: GrowingTable<[JSON]> = []
  /// The same values as sets, for lists that are too long to search.
  var longLists: GrowingTable<Set<JSON>?> = []
  /// The patterns. An entry is `nil` if the pattern can't be decided.
  var patterns: GrowingTable<Pattern?> = []
  var formats: GrowingTable<Format> = []
  var names: GrowingTable<[MemberName]> = []
  var objects: GrowingTable<ObjectTable> = []
  var items: GrowingTable<ItemsTable> = []
  var contains: GrowingTable<ContainsTable> = []
  /// The nodes of `allOf`, `anyOf` and `oneOf`.
  var branches: GrowingTable<[Int]> = []
  var conditionals: GrowingTable<ConditionalTable> = []
  /// The entries of `dependentSchemas`: a name, and the node that applies if the member is present.
  var dependentSchemas: GrowingTable<[(name: MemberName, node: Int)]> = []
  /// The entries of `dependentRequired`: a name, and the names that are required if the member is present.
  var dependentNames: GrowingTable<[(name: MemberName, needed: [MemberName])]> = []
  var dynamics: GrowingTable<DynamicTable> = []

  /// The flat form of `patterns`.
  var machines: GrowingTable<MachineReference> = []
  /// The flat form of `numbers`.
  var decimals: GrowingTable<Decimal64> = []
  /// The flat form of `values`.
  var lists: GrowingTable<ValueShape> = []
  /// The flat form of `objects`.
  var shapes: GrowingTable<ObjectShape> = []
  /// The flat form of `items`.
  var itemShapes: GrowingTable<ItemsShape> = []
  /// The flat form of `branches`.
  var branchShapes: GrowingTable<BranchShape> = []
  var discriminators: GrowingTable<Discriminator> = []
  var discriminatorTexts: GrowingTable<DiscriminatorText> = []
  /// The nodes of flat items and branches.
  var nodes: GrowingTable<Int32> = []
  var slots: GrowingTable<PropertySlot> = []
  var texts: GrowingTable<TextRange> = []
  /// The bytes of names and strings.
  var bytes: GrowingTable<UInt8> = []

  /// Stores a string for comparison.
  mutating func text(_ utf8: [UInt8]) -> TextRange {
    let start = bytes.count
    for byte in utf8 { bytes.append(byte) }
    return TextRange(start: Int32(clamping: start), count: Int32(clamping: utf8.count))
  }

  /// Stores a list of nodes and returns its start.
  mutating func list(_ list: [Int]) -> Int32 {
    let start = nodes.count
    for node in list { nodes.append(Int32(clamping: node)) }
    return Int32(clamping: start)
  }
}

/// The `prefixItems` and `items` of one subschema. In older drafts, these are `items` and `additionalItems`.
struct ItemsTable: Sendable {
  var prefix: [Int] = []
  var rest: Int?
}

/// A `contains` with its bounds.
struct ContainsTable: Sendable {
  var node: Int
  var minimum: Int
  var maximum: Int?
  var minimumPlace: Rule?
  var maximumPlace: Rule?
  /// A Boolean value that indicates whether matching elements count as evaluated, as they do since 2020-12.
  var evaluates = true
}

/// An `if` with its `then` and `else`.
struct ConditionalTable: Sendable {
  var test: Int
  var then: Int?
  var otherwise: Int?
}

/// A `$dynamicRef` to a dynamic anchor, or a `$recursiveRef`. The target depends on the dynamic scope.
struct DynamicTable: Sendable {
  /// The number of the anchor's name.
  var anchor: Int32
  /// The target of the reference if no resource in the dynamic scope has the anchor.
  var node: Int
}

/// A range of bytes in the tables.
struct TextRange: Sendable {
  var start: Int32
  var count: Int32
}

/// The `prefixItems` and `items` of a subschema, without references.
struct ItemsShape: Sendable {
  var prefixStart: Int32
  var prefixCount: Int32
  /// The node for the other elements, or -1.
  var rest: Int32
}

/// An `allOf`, `anyOf` or `oneOf`, without references.
struct BranchShape: Sendable {
  var start: Int32
  var count: Int32
  /// The index of the discriminator of `anyOf` or `oneOf`, or -1.
  var discriminator: Int32 = -1
}

/// An `enum` or `const`, without references.
struct ValueShape: Sendable {
  var textStart: Int32 = 0
  var textCount: Int32 = 0
  /// The kinds of the values, with one bit for each `JSONKind`.
  var kinds: UInt8 = 0
  var allowsTrue = false
  var allowsFalse = false
  /// A Boolean value that indicates whether there are so many values that `longLists` contains them.
  var isLong = false
}

/// An unretained reference to a pattern's machine, or `nil` if the pattern can't be decided. The pattern at the same
/// index retains the machine.
///
/// The type is unchecked, because unmanaged references aren't sendable, although the machine is.
struct MachineReference: @unchecked Sendable {
  let machine: Unmanaged<PatternMachine>?
}
