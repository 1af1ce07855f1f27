import PlumblineHTTPMessages
import Synchronization

/// A contract's templates, laid out for finding those that are near a path, at a cost that hardly grows with their number.
///
/// Templates are a tree of segments; ``NearestSearch`` says how it is searched. What was found last is remembered for a
/// moment, as the answer, the console and the inspection all ask for the same.
final class NearestIndex: Sendable {
  struct Node: Sendable {
    /// The literal segments below, in the contract's order: their texts, and where they lead.
    var literals: [(letters: SegmentLetters, node: Int)] = []
    /// Their indices by letters, and by letters read backwards; made where there are many.
    var forwards: [Int] = []
    var backwards: [Int] = []
    /// The parameters below, by the type of their values: whether a text can be an integer is known before anything else is.
    var parameters: [(type: SimpleType?, node: Int)] = []
    /// The segments below that are neither: patterns, and what goes across slashes.
    var others: [(segment: PathTemplate.Segment, node: Int)] = []
    /// The endpoints whose templates end here.
    var endpoints: [Int] = []
    /// The first endpoint here or below.
    let first: Int
    /// How many more segments the templates have that go through here.
    var fewest = 0
    var most = 0
    /// A bit for each method that an endpoint here or below takes.
    var methods: UInt64 = 0
  }

  typealias Found = (endpoint: Endpoint, reason: String, cost: Int)

  /// Beyond this cost an endpoint has nothing to do with the request.
  static let farthest = 10
  /// How many nearest ones a search finds.
  static let count = 3
  /// Up to so many segments side by side are all compared with the path's.
  static let few = 48
  /// How many searches are remembered, and how long a path may be for that.
  private static let remembered = (searches: 8, path: 512)

  let endpoints: [Endpoint]
  let nodes: [Node]
  private let methods: [HTTPMethod]
  private let last = Mutex<[(method: HTTPMethod, path: String, found: [Found])]>([])

  init(_ endpoints: [Endpoint]) {
    self.endpoints = endpoints
    var nodes = [Node(first: 0)]
    var methods: [HTTPMethod] = []
    // Where a literal of a node leads: looking through thousands of siblings for each would take their square.
    var places: [Int: [String: Int]] = [:]
    for (index, endpoint) in endpoints.enumerated() {
      if !methods.contains(endpoint.request.method) { methods.append(endpoint.request.method) }
      let method = Self.bit(of: endpoint.request.method, methods)
      var node = 0
      nodes[0].methods |= method
      for segment in endpoint.request.template.segments.prefix(PathAlignment.longest) {
        switch segment {
        case .literal(let text):
          if let next = places[node]?[text] {
            node = next
            nodes[node].methods |= method
            continue
          }
          places[node, default: [:]][text] = nodes.count
          nodes[node].literals.append((SegmentLetters(text), nodes.count))
        case .parameter(let name):
          let type = endpoint.path.first { $0.name == name }?.type
          if let next = nodes[node].parameters.first(where: { $0.type == type })?.node {
            node = next
            nodes[node].methods |= method
            continue
          }
          nodes[node].parameters.append((type, nodes.count))
        case .pattern, .across:
          if let next = nodes[node].others.first(where: { $0.segment.shape == segment.shape })?.node {
            node = next
            nodes[node].methods |= method
            continue
          }
          nodes[node].others.append((segment, nodes.count))
        }
        node = nodes.count
        nodes.append(Node(first: index, methods: method))
      }
      nodes[node].endpoints.append(index)
    }
    Self.measure(&nodes)
    for index in nodes.indices where nodes[index].literals.count > Self.few {
      let literals = nodes[index].literals
      nodes[index].forwards = literals.indices.sorted { literals[$0].letters.isBefore(literals[$1].letters) }
      nodes[index].backwards = literals.indices.sorted {
        literals[$0].letters.isBefore(literals[$1].letters, isReversed: true)
      }
    }
    self.nodes = nodes
    self.methods = methods
  }

  /// Works out how many segments come after each node.
  private static func measure(_ nodes: inout [Node]) {
    // What is below was made later.
    for index in nodes.indices.reversed() {
      let node = nodes[index]
      let below = node.literals.map(\.node) + node.parameters.map(\.node) + node.others.map(\.node)
      nodes[index].fewest = node.endpoints.isEmpty ? (below.map { nodes[$0].fewest }.min() ?? 0) + 1 : 0
      let goesAcross = node.others.contains { if case .across = $0.segment { true } else { false } }
      // No path is compared beyond that.
      nodes[index].most = (below.map { nodes[$0].most + 1 }.max() ?? 0) + (goesAcross ? PathAlignment.longest : 0)
    }
  }

  /// What stands for a method in ``Node/methods``: nothing where no endpoint takes it.
  func bit(of method: HTTPMethod) -> UInt64 { Self.bit(of: method, methods) }

  private static func bit(of method: HTTPMethod, _ methods: [HTTPMethod]) -> UInt64 {
    methods.firstIndex(of: method).map { 1 << UInt64(min($0, 63)) } ?? 0
  }

  /// The nearest endpoints, the nearest first.
  func find(_ method: HTTPMethod, path: String) -> [Found] {
    if let known = last.withLock({ $0.first { $0.path == path && $0.method == method } }) { return known.found }
    var search = NearestSearch(self, method, PathSegments.letters(of: path))
    let found = search.run()
    if path.utf8.count <= Self.remembered.path {
      last.withLock { last in
        last.insert((method, path, found), at: 0)
        if last.count > Self.remembered.searches { last.removeLast() }
      }
    }
    return found
  }
}
