import PlumblineHTTPMessages

/// Finds the endpoint of a request, at a cost that doesn't grow with the number of endpoints.
///
/// Templates are a tree of path segments, and a node's literals are a hash table over their bytes: a path is walked where
/// it lies, and a hit makes no string. A literal segment wins over a parameter, and a match that turns out wrong further
/// down goes back for the other branch.
package struct Router: Sendable {
  /// What a path and a method led to.
  package enum Match: Sendable {
    case found(Endpoint)
    /// The path is known, with other methods: those.
    case methodMissing([HTTPMethod])
    case nothing
  }

  private var nodes: [Node] = [Node()]
  private let endpoints: [Endpoint]

  package init(_ endpoints: [Endpoint]) {
    self.endpoints = endpoints
    for (index, endpoint) in endpoints.enumerated() { insert(endpoint.request, as: index) }
  }

  /// The endpoint for a method and a path as sent, still percent-encoded and without its query. A slash at the end makes
  /// another path, and a parameter never stands for an empty segment.
  package func route(_ method: HTTPMethod, path: String) -> Match {
    route(method, path: Array(path.utf8)[...])
  }

  /// The endpoint for a method and the bytes of a path.
  package func route(_ method: HTTPMethod, path: ArraySlice<UInt8>) -> Match {
    guard var walk = PathWalk(path) else { return .nothing }
    if let index = search(&walk, from: 0, for: method) { return .found(endpoints[index]) }
    var methods: Set<HTTPMethod> = []
    collect(&walk, from: 0, into: &methods)
    return methods.isEmpty ? .nothing : .methodMissing(methods.sorted { $0.rawValue < $1.rawValue })
  }
}

extension Router {
  /// One segment's place in the tree.
  private struct Node: Sendable {
    var literals = SegmentTable()
    var parameter: Int?
    var methods: [(method: HTTPMethod, endpoint: Int)] = []
  }

  private mutating func insert(_ request: Endpoint.RequestLine, as index: Int) {
    var node = 0
    for segment in request.template.segments {
      switch segment {
      case .literal(let text):
        let bytes = Array(text.utf8)
        if let next = nodes[node].literals[bytes] {
          node = next
        } else {
          nodes[node].literals.insert(bytes, nodes.count)
          node = nodes.count
          nodes.append(Node())
        }
      case .parameter:
        if let next = nodes[node].parameter {
          node = next
        } else {
          nodes[node].parameter = nodes.count
          node = nodes.count
          nodes.append(Node())
        }
      }
    }
    // The first endpoint of two with one request line stays; the loader reports the second.
    if !nodes[node].methods.contains(where: { $0.method == request.method }) {
      nodes[node].methods.append((request.method, index))
    }
  }

  /// The endpoint where a path ends with the method. Literals are tried first. Recursion is as deep as the longest
  /// template, never as deep as the path, and visits no node twice.
  private func search(_ walk: inout PathWalk, from node: Int, for method: HTTPMethod) -> Int? {
    guard let segment = walk.next() else {
      for entry in nodes[node].methods where entry.method == method { return entry.endpoint }
      return nil
    }
    defer { walk.goBack(to: segment) }
    if let next = walk.place(of: segment, in: nodes[node].literals), let found = search(&walk, from: next, for: method)
    {
      return found
    }
    guard !segment.isEmpty, let next = nodes[node].parameter else { return nil }
    walk.goOn(after: segment)
    return search(&walk, from: next, for: method)
  }

  /// The methods of every place where the path ends.
  private func collect(_ walk: inout PathWalk, from node: Int, into methods: inout Set<HTTPMethod>) {
    guard let segment = walk.next() else { return methods.formUnion(nodes[node].methods.map(\.method)) }
    defer { walk.goBack(to: segment) }
    if let next = walk.place(of: segment, in: nodes[node].literals) { collect(&walk, from: next, into: &methods) }
    guard !segment.isEmpty, let next = nodes[node].parameter else { return }
    walk.goOn(after: segment)
    collect(&walk, from: next, into: &methods)
  }
}
