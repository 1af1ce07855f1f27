import PlumblineJSONTree

/// The boolean pass, which decides whether a value satisfies a node. `CompiledSchema` explains the design.
///
/// # Depth
///
/// The validator recurses along the instance and, within one value, along `allOf`, `anyOf` and similar keywords. At
/// most `limit` calls are open at once. On a caller's thread, the limit is `nearLimit`, which fits on any stack. A
/// value that needs more is judged again on a thread with a large stack (`DeepStack`), up to `farLimit`. Beyond that,
/// it is too deep to judge. Nodes that don't apply other schemas don't recurse and aren't counted.
///
/// # Cost
///
/// A pair of a node and a value is usually judged once or a few times. A malicious schema can make nested branches
/// judge the same pair repeatedly, twice as often with each level. After `budget` calls, verdicts are therefore cached
/// by node and value, which bounds the cost by the number of pairs.
///
/// # What stays undecided
///
/// A pattern that can't be decided, and everything that remains once `allowance` steps are used up, gets the result
/// that doesn't make the value invalid. This result is stored in `unknown`. `not` inverts it, because unknown rules
/// inside a `not` must fail. A rejected value is therefore certainly invalid, but a value that is accepted with a
/// non-`nil` `spentAt` is undecided.
///
/// # Dynamic references
///
/// The target of a `$dynamicRef` depends on the resources that have been entered. For schemas with dynamic references,
/// the validator keeps track of them as the number of a `DynamicScopes` entry.
struct Validator {
  /// The maximum number of nested calls of `holds` on a thread with an unknown stack size. In a debug build, they fit
  /// into 512 KiB.
  static let nearLimit = 40
  /// The maximum number of nested calls of `holds` on a dedicated stack.
  static let farLimit = 4_096

  let schema: CompiledSchema
  let document: JSONDocument
  // Unretained pointers to the tables of both constants above, which keep the tables alive.
  let nodes: TablePointer<SchemaNode>
  let rules: TablePointer<Rule>
  let shapes: TablePointer<ObjectShape>
  let slots: TablePointer<PropertySlot>
  let itemShapes: TablePointer<ItemsShape>
  let branchShapes: TablePointer<BranchShape>
  let discriminators: TablePointer<Discriminator>
  let discriminatorTexts: TablePointer<DiscriminatorText>
  let listedNodes: TablePointer<Int32>
  let lists: TablePointer<ValueShape>
  let decimals: TablePointer<Decimal64>
  let formats: TablePointer<Format>
  let machines: TablePointer<MachineReference>
  let texts: TablePointer<TextRange>
  let textBytes: ByteView
  let reader: TapeReader

  let limit: Int
  private let isDynamic: Bool
  private let budget: Int
  private var steps = 0
  /// The result of rules that can't be decided.
  private(set) var unknown = true
  /// A Boolean value that indicates whether any rule couldn't be decided.
  private(set) var metUnknown = false
  /// The number of steps left for the verdict. A step is a visit to a node or to a pattern's state.
  var allowance: Int
  /// The value at which the steps were used up.
  private(set) var spentAt: Int?
  private(set) var depth = 0
  /// A Boolean value that indicates whether any verdict was abandoned because of the depth.
  private(set) var isTooDeep = false
  private var scopes = DynamicScopes()
  private(set) var scope: Int32 = 0
  private var verdicts: [Judged: Bool] = [:]

  private struct Judged: Hashable {
    let node: Int32
    let value: Int32
    let scope: Int32
    let unknown: Bool
  }

  /// The number of steps that any verdict may take. They take about a tenth of a second.
  static let leastAllowance = 4_000_000
  /// The number of additional steps for each byte of the value's document.
  static let allowanceForEachByte = 64

  /// Calls a closure with a validator and returns its result. The validator must not escape the closure.
  static func judging<T>(
    _ document: JSONDocument, by schema: CompiledSchema, limit: Int = nearLimit, _ body: (inout Validator) -> T
  ) -> T {
    document.withReader { reader in
      var validator = Validator(schema, document, reader, limit: limit)
      return body(&validator)
    }
  }

  init(_ schema: CompiledSchema, _ document: JSONDocument, _ reader: TapeReader, limit: Int) {
    self.schema = schema
    self.document = document
    self.reader = reader
    self.limit = limit
    nodes = schema.nodes.pointer
    rules = schema.rules.pointer
    let tables = schema.tables
    shapes = tables.shapes.pointer
    slots = tables.slots.pointer
    itemShapes = tables.itemShapes.pointer
    branchShapes = tables.branchShapes.pointer
    discriminators = tables.discriminators.pointer
    discriminatorTexts = tables.discriminatorTexts.pointer
    listedNodes = tables.nodes.pointer
    lists = tables.lists.pointer
    decimals = tables.decimals.pointer
    formats = tables.formats.pointer
    machines = tables.machines.pointer
    texts = tables.texts.pointer
    textBytes = tables.bytes.pointer
    isDynamic = schema.isDynamic
    budget = reader.nodeCount &* 64 &+ 16_384
    allowance = Self.leastAllowance + document.bytes.count * Self.allowanceForEachByte
  }

  /// Returns the result for a pattern that can't be decided.
  mutating func answerUnknown(_ value: Int) -> Bool {
    metUnknown = true
    if allowance < 0, spentAt == nil { spentAt = value }
    return unknown
  }

  /// Runs a closure with the opposite result for unknown rules. This is necessary inside a `not`, and wherever a schema
  /// that holds counts against the value.
  mutating func inverted<Result>(_ body: (inout Validator) -> Result) -> Result {
    unknown.toggle()
    defer { unknown.toggle() }
    return body(&self)
  }

  /// Returns a Boolean value that indicates whether a string matches a pattern's machine, or `nil` if the steps are
  /// used up.
  mutating func runs(_ machine: Unmanaged<PatternMachine>, _ text: ByteView) -> Bool? {
    text.withSpan { text in machine._withUnsafeGuaranteedRef { $0.matches(text, &allowance) } }
  }

  /// Counts a call that is about to recurse. Returns `false` if it must not recurse.
  mutating func enter() -> Bool {
    // Once the verdict is abandoned, don't judge anything else.
    if depth >= limit || isTooDeep {
      isTooDeep = true
      return false
    }
    depth += 1
    return true
  }

  mutating func leave() { depth -= 1 }

  /// Enters the resource of a node, and returns the scope to return to.
  mutating func enterScope(of node: Int) -> Int32 {
    let outer = scope
    if isDynamic { scope = scopes.entering(nodes[node].resource, from: scope) }
    return outer
  }

  mutating func leaveScope(to outer: Int32) { scope = outer }

  /// Returns a Boolean value that indicates whether a rule rejects a value or can't be judged. `isTooDeep`
  /// distinguishes the two.
  mutating func refuses(_ rule: Rule, of node: Int, _ value: Int) -> Bool {
    isTooDeep = false
    if rule.kind.kinds & reader.kind(value).bit == 0 { return false }
    return rule.kind.appliesSchemas ? !applies(rule, of: node, value) : !assertionHolds(rule, value)
  }

  // Don't inline this function into its callers, which keeps stack frames small.
  @inline(never)
  mutating func holds(_ start: Int, _ value: Int) -> Bool {
    var node = start
    var entry = nodes[node]
    if isDynamic { return holdsInScope(node, entry, value) }
    while entry.alias >= 0 {
      node = Int(entry.alias)
      entry = nodes[node]
    }
    let bit: UInt8 = 1 &<< UInt8(truncatingIfNeeded: reader[value].kindBits)
    if entry.accepts & bit == 0 { return false }
    if entry.first == entry.end { return true }
    if entry.isLeaf { return assertionsHold(entry, bit, value) }
    if steps >= budget { return holdsFromMemory(node, entry, value) }
    steps &+= 1
    guard enter() else { return false }
    var index = Int(entry.first)
    while index < Int(entry.end) {
      let rule = rules[index]
      if rule.kinds & bit != 0, !holds(rule, of: node, value) { break }
      index &+= 1
    }
    leave()
    return index == Int(entry.end)
  }

  /// Returns a Boolean value that indicates whether the assertions of a leaf hold. A leaf doesn't recurse, so the call
  /// isn't counted.
  @inline(__always)
  private mutating func assertionsHold(_ entry: SchemaNode, _ bit: UInt8, _ value: Int) -> Bool {
    var index = Int(entry.first)
    while index < Int(entry.end) {
      let rule = rules[index]
      if rule.kinds & bit != 0, !assertionHolds(rule, value) { return false }
      index &+= 1
    }
    return true
  }

  private mutating func holdsFromMemory(_ node: Int, _ entry: SchemaNode, _ value: Int) -> Bool {
    // Caching a verdict costs more than a step of a pattern does.
    allowance &-= 16
    if allowance < 0 { return answerUnknown(value) }
    let judged = Judged(
      node: Int32(clamping: node), value: Int32(clamping: value), scope: scope, unknown: unknown)
    if let verdict = verdicts[judged] { return verdict }
    guard enter() else { return false }
    defer { leave() }
    let verdict = allHold(entry, node, value)
    if !isTooDeep { verdicts[judged] = verdict }
    return verdict
  }

  private mutating func holdsInScope(_ node: Int, _ entry: SchemaNode, _ value: Int) -> Bool {
    if entry.start == entry.end { return entry.accepts != 0 }
    let outer = enterScope(of: node)
    defer { leaveScope(to: outer) }
    if steps >= budget { return holdsFromMemory(node, entry, value) }
    steps &+= 1
    guard enter() else { return false }
    defer { leave() }
    return allHold(entry, node, value)
  }

  private mutating func allHold(_ entry: SchemaNode, _ node: Int, _ value: Int) -> Bool {
    let bit: UInt8 = 1 &<< UInt8(truncatingIfNeeded: reader[value].kindBits)
    if entry.accepts & bit == 0 { return false }
    for index in entry.range where rules[index].kinds & bit != 0 {
      if !holds(rules[index], of: node, value) { return false }
    }
    return true
  }

  @inline(__always)
  private mutating func holds(_ rule: Rule, of node: Int, _ value: Int) -> Bool {
    if rule.kind == .object { return membersHold(rule.index, value) }
    return rule.kind.appliesSchemas ? applies(rule, of: node, value) : assertionHolds(rule, value)
  }

  /// Returns a Boolean value that indicates whether a rule that applies other schemas holds.
  @inline(never)
  private mutating func applies(_ rule: Rule, of node: Int, _ value: Int) -> Bool {
    switch rule.kind {
    case .object: return membersHold(rule.index, value)
    case .items: return itemsHold(rule.index, value)
    case .reference: return holds(rule.index, value)
    case .dynamicReference: return holds(target(rule), value)
    case .allOf: return allHold(branchShapes[rule.index], value)
    case .anyOf: return anyHolds(branchShapes[rule.index], value)
    case .oneOf: return oneHolds(branchShapes[rule.index], value)
    case .not: return !inverted { $0.holds(rule.index, value) } && !isTooDeep
    case .conditional: return conditionalHolds(rule.index, value)
    case .contains: return containsHolds(rule.index, value)
    case .propertyNames: return namesHold(rule.index, value)
    case .dependentSchemas: return dependentSchemasHold(rule.index, value)
    case .unevaluatedProperties: return unevaluatedPropertiesHold(rule.index, of: node, value)
    case .unevaluatedItems: return unevaluatedItemsHold(rule.index, of: node, value)
    default: return true
    }
  }

  /// Returns the target of a dynamic reference: the anchor in the outermost entered resource that has it.
  func target(_ rule: Rule) -> Int {
    let table = schema.tables.dynamics[rule.index]
    for resource in scopes.resources(of: scope) {
      if let node = schema.targets[DynamicTarget(resource: resource, anchor: table.anchor)] { return Int(node) }
    }
    return table.node
  }
}
