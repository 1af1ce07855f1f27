import HTTPMessages

/// Finds the endpoint of a request, at a cost that doesn't grow with the number of endpoints.
///
/// Templates are kept as a tree of path segments. A literal segment wins over a parameter, and a match that turns out
/// wrong further down goes back for the other branch.
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
    guard let segments = PathSegments.of(path) else { return .nothing }
    var methods: Set<HTTPMethod> = []
    if let index = search(segments[...], from: 0, for: method, others: &methods) { return .found(endpoints[index]) }
    return methods.isEmpty ? .nothing : .methodMissing(methods.sorted { $0.rawValue < $1.rawValue })
  }
}

extension Router {
  /// One segment's place in the tree.
  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    var parameter: Int?
    var methods: [HTTPMethod: Int] = [:]
  }

  private mutating func insert(_ request: Endpoint.RequestLine, as index: Int) {
    var node = 0
    for segment in request.template.segments {
      switch segment {
      case .literal(let text):
        if let next = nodes[node].literals[text] {
          node = next
        } else {
          nodes[node].literals[text] = nodes.count
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
    if nodes[node].methods[request.method] == nil { nodes[node].methods[request.method] = index }
  }

  /// The endpoint where a path ends with the method; the methods of every other end go into `others`. Literals are
  /// tried first. Recursion is as deep as the longest template, never as deep as the path, and visits no node twice.
  private func search(
    _ segments: ArraySlice<String>, from node: Int, for method: HTTPMethod, others: inout Set<HTTPMethod>
  ) -> Int? {
    guard let first = segments.first else {
      if let found = nodes[node].methods[method] { return found }
      others.formUnion(nodes[node].methods.keys)
      return nil
    }
    if let next = nodes[node].literals[first],
      let found = search(segments.dropFirst(), from: next, for: method, others: &others)
    {
      return found
    }
    guard !first.isEmpty, let next = nodes[node].parameter else { return nil }
    return search(segments.dropFirst(), from: next, for: method, others: &others)
  }
}
