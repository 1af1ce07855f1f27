import PlumblineHTTPMessages
import Synchronization

/// An index of a contract's templates that finds the templates nearest to a path. The cost of a search hardly depends
/// on their number.
///
/// The templates form a tree of segments. ``NearestSearch`` describes the search. The latest results are cached,
/// because the response, the console and the inspection all need the same ones.
///
/// Measured (`plumbline-bench mock --only 404`, the whole response): a path that isn't cached takes 0.2 to 0.3 ms with
/// 10 endpoints and 0.5 ms with 10,000, and a cached one takes less than 2 µs with either. The search alone takes 20 µs
/// with 1,000 or 10,000 endpoints; the linear scan in `NearestScanTests` takes 4 ms and 35 ms, respectively.
final class NearestIndex: Sendable {
  struct Node: Sendable {
    /// The literal segments below the node, in the contract's order, and their child nodes.
    var literals: [(letters: SegmentLetters, node: Int)] = []
    /// The indices of ``literals`` in alphabetical order, and in the alphabetical order of the reversed words. They are
    /// built only if there are many literals.
    var forwards: [Int] = []
    var backwards: [Int] = []
    /// The parameters below the node, and the types of their values. The type immediately rules out strings that aren't
    /// integers.
    var parameters: [(type: SimpleType?, node: Int)] = []
    /// The other segments below the node: patterns and parameters that span slashes.
    var others: [(segment: PathTemplate.Segment, node: Int)] = []
    /// The indices of the endpoints whose templates end at the node.
    var endpoints: [Int] = []
    /// The index of the first endpoint at the node or below.
    let first: Int
    /// The minimum and maximum numbers of remaining segments in the templates below the node.
    var fewest = 0
    var most = 0
    /// The set of methods that endpoints at the node or below take, with one bit for each.
    var methods: UInt64 = 0
  }

  typealias Found = (endpoint: Endpoint, reason: String, cost: Int)

  /// The maximum cost of an endpoint that still counts as similar to the request.
  static let farthest = 10
  /// The maximum number of endpoints that a search returns.
  static let count = 3
  /// The maximum number of siblings to compare exhaustively with the path's segment.
  static let few = 48
  /// The maximum number of cached searches, and the maximum length of a cached path.
  private static let remembered = (searches: 8, path: 512)

  let endpoints: [Endpoint]
  let nodes: [Node]
  private let methods: [HTTPMethod]
  private let last = Mutex<[(method: HTTPMethod, path: String, found: [Found])]>([])

  init(_ endpoints: [Endpoint]) {
    self.endpoints = endpoints
    var nodes = [Node(first: 0)]
    var methods: [HTTPMethod] = []
    // The child nodes by literal. Searching thousands of siblings for each template would take quadratic time.
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

  /// Determines the number of segments after each node.
  private static func measure(_ nodes: inout [Node]) {
    // Child nodes were created after their parents.
    for index in nodes.indices.reversed() {
      let node = nodes[index]
      let below = node.literals.map(\.node) + node.parameters.map(\.node) + node.others.map(\.node)
      nodes[index].fewest = node.endpoints.isEmpty ? (below.map { nodes[$0].fewest }.min() ?? 0) + 1 : 0
      let goesAcross = node.others.contains { if case .across = $0.segment { true } else { false } }
      // Longer paths are never compared.
      nodes[index].most = (below.map { nodes[$0].most + 1 }.max() ?? 0) + (goesAcross ? PathAlignment.longest : 0)
    }
  }

  /// Returns the bit for a method in ``Node/methods``, or zero if no endpoint takes the method.
  func bit(of method: HTTPMethod) -> UInt64 { Self.bit(of: method, methods) }

  private static func bit(of method: HTTPMethod, _ methods: [HTTPMethod]) -> UInt64 {
    methods.firstIndex(of: method).map { 1 << UInt64(min($0, 63)) } ?? 0
  }

  /// Returns the nearest endpoints, nearest first.
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
