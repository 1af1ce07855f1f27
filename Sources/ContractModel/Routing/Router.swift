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

  /// The endpoint for a method and a path as sent, still percent-encoded and without its query.
  package func route(_ method: HTTPMethod, path: String) -> Match {
    let segments = PathTemplate.segments(of: path)
    guard let node = leaf(segments[...], from: 0, having: method) ?? leaf(segments[...], from: 0, having: nil) else {
      return .nothing
    }
    if let index = nodes[node].methods[method] { return .found(endpoints[index]) }
    return .methodMissing(nodes[node].methods.keys.sorted { $0.rawValue < $1.rawValue })
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

  /// The node where a path ends, with the method if one is given; literals are tried first. Recursion is as deep as the
  /// longest template, never as deep as the path.
  private func leaf(_ segments: ArraySlice<String>, from node: Int, having method: HTTPMethod?) -> Int? {
    guard let first = segments.first else {
      let methods = nodes[node].methods
      return (method.map { methods[$0] != nil } ?? !methods.isEmpty) ? node : nil
    }
    if let next = nodes[node].literals[first], let found = leaf(segments.dropFirst(), from: next, having: method) {
      return found
    }
    if !first.isEmpty, let next = nodes[node].parameter {
      return leaf(segments.dropFirst(), from: next, having: method)
    }
    return nil
  }
}
