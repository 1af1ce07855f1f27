import PlumblineHTTPMessages

/// A router that finds the endpoint for a request. The cost doesn't depend on the number of endpoints.
///
/// The templates form a tree of path segments. A node's literals are in a hash table keyed by their bytes, so a path is
/// traversed in place and a match creates no string. From left to right, each segment is tried as
///
/// 1. a literal,
/// 2. a pattern inside the segment, starting with the one that has the most text (``SegmentPattern/precedes(_:)``),
/// 3. a parameter that is the whole segment,
/// 4. a parameter that spans slashes, starting with the one that has the most segments after it, then in the order of
/// patterns.
///
/// If a match fails further down, the search backtracks. If the `when` of an endpoint doesn't hold, the search tries
/// the next endpoint at the same node, in the contract's order, and then the next node. The result is deterministic,
/// and doesn't depend on the order of endpoints at different nodes.
package struct Router: Sendable {
  /// The result of routing a request.
  package enum Match: Sendable {
    case found(Endpoint)
    /// The path is known, but only with these methods.
    case methodMissing([HTTPMethod])
    /// The method and the path are known, but no endpoint's condition holds. The associated value contains the
    /// endpoints in the order in which they were tried.
    case conditionMissing([Endpoint])
    case nothing

    /// The endpoint, or `nil` if none was found.
    package var endpoint: Endpoint? {
      if case .found(let endpoint) = self { endpoint } else { nil }
    }
  }

  private var nodes: [Node] = [Node()]
  private let endpoints: [Endpoint]
  /// Groups of endpoints with the same request line that differ in their conditions, in the contract's order.
  private var groups: [[Int]] = []
  /// A Boolean value that indicates whether routing some requests requires more than their method and path.
  private let hasConditions: Bool
  /// A Boolean value that indicates whether routing some requests requires their body.
  package let looksIntoBodies: Bool

  package init(_ endpoints: [Endpoint]) {
    self.endpoints = endpoints
    hasConditions = endpoints.contains { !$0.condition.clauses.isEmpty }
    looksIntoBodies = endpoints.contains { $0.condition.looksIntoBody }
    for (index, endpoint) in endpoints.enumerated() { insert(endpoint, as: index) }
    for index in nodes.indices {
      nodes[index].patterns.sort { $0.pattern.precedes($1.pattern) }
      nodes[index].across.sort { $0.tail != $1.tail ? $0.tail > $1.tail : $0.pattern.precedes($1.pattern) }
    }
  }

  /// Returns the endpoint for a request.
  ///
  /// - Parameter method: A method to use instead of the request's, such as GET for a HEAD request.
  package func route(_ request: Request, as method: HTTPMethod? = nil) -> Match {
    hasConditions
      ? route(method ?? request.method, path: request.pathBytes, RouteChoice(request))
      : route(method ?? request.method, path: request.pathBytes, nil)
  }

  /// Returns the endpoint whose rules apply to a request. HEAD is supported wherever GET is (RFC 9110 section 9.3.2),
  /// so a HEAD request that matches no endpoint uses that of GET.
  package func resolve(_ request: Request) -> Match {
    let match = route(request)
    guard request.method == .head, case .methodMissing(let methods) = match, methods.contains(.get) else {
      return match
    }
    return route(request, as: .get)
  }

  /// Returns the endpoint for a method and a path. A trailing slash makes a different path, and a parameter never
  /// matches an empty segment.
  ///
  /// - Parameter path: The path, percent-encoded and without a query.
  package func route(_ method: HTTPMethod, path: String) -> Match {
    route(method, path: Array(path.utf8)[...])
  }

  /// Returns the endpoint for a method and the bytes of a path.
  package func route(_ method: HTTPMethod, path: ArraySlice<UInt8>) -> Match {
    guard hasConditions else { return route(method, path: path, nil) }
    return route(Request(method: method, target: String(decoding: path, as: UTF8.self)))
  }

  /// Returns every endpoint that a request with the given method and path may reach, in the order in which they are
  /// tried.
  package func endpoints(_ method: HTTPMethod, path: String) -> [Endpoint] {
    guard let walk = PathWalk(Array(path.utf8)[...]) else { return [] }
    let choice = RouteChoice(nil)
    let open = search(walk, for: method, choice)
    return (choice.missed + (open.map { [$0] } ?? [])).map { endpoints[$0] }
  }

  private func route(_ method: HTTPMethod, path: ArraySlice<UInt8>, _ choice: RouteChoice?) -> Match {
    guard let walk = PathWalk(path) else { return .nothing }
    if let index = search(walk, for: method, choice) { return .found(endpoints[index]) }
    if let missed = choice?.missed, !missed.isEmpty { return .conditionMissing(missed.map { endpoints[$0] }) }
    var methods: Set<HTTPMethod> = []
    collect(walk, into: &methods)
    return methods.isEmpty ? .nothing : .methodMissing(methods.sorted { $0.rawValue < $1.rawValue })
  }
}

extension Router {
  /// A node of the tree, which represents one segment.
  private struct Node: Sendable {
    var literals = SegmentTable()
    var patterns: [(pattern: SegmentPattern, node: Int)] = []
    var parameter: Int?
    /// The segments that span slashes. The number of segments after each one determines where it ends.
    var across: [(pattern: SegmentPattern, tail: Int, node: Int)] = []
    var takers: [Taker] = []
    /// A Boolean value that indicates whether there are only literals and whole parameters below the node.
    var isPlain: Bool { patterns.isEmpty && across.isEmpty }
  }

  /// An endpoint that handles a method at the end of a path.
  private struct Taker: Sendable {
    let method: HTTPMethod
    let endpoint: Int
    /// The index in ``groups``, or `nil` if no condition selects the endpoint.
    var group: Int?
  }

  private mutating func insert(_ endpoint: Endpoint, as index: Int) {
    let segments = endpoint.request.template.segments
    var node = 0
    for (place, segment) in segments.enumerated() {
      node = self.node(below: node, for: segment, tail: segments.count - 1 - place)
    }
    let hasCondition = !endpoint.condition.clauses.isEmpty
    guard let known = nodes[node].takers.firstIndex(where: { $0.method == endpoint.request.method }) else {
      nodes[node].takers.append(
        Taker(method: endpoint.request.method, endpoint: index, group: hasCondition ? groups.count : nil))
      if hasCondition { groups.append([index]) }
      return
    }
    // An endpoint after one without a condition is never reached. The loader reports that.
    if let group = nodes[node].takers[known].group { groups[group].append(index) }
  }

  private mutating func node(below node: Int, for segment: PathTemplate.Segment, tail: Int) -> Int {
    let next = nodes.count
    switch segment {
    case .literal(let text):
      let bytes = Array(text.utf8)
      if let known = nodes[node].literals[bytes] { return known }
      nodes[node].literals.insert(bytes, next)
    case .pattern(let pattern):
      if let known = nodes[node].patterns.first(where: { $0.pattern.isSameShape(as: pattern) }) { return known.node }
      nodes[node].patterns.append((pattern, next))
    case .parameter:
      if let known = nodes[node].parameter { return known }
      nodes[node].parameter = next
    case .across(let pattern):
      let known = nodes[node].across.first { $0.tail == tail && $0.pattern.isSameShape(as: pattern) }
      if let known { return known.node }
      nodes[node].across.append((pattern, tail, next))
    }
    nodes.append(Node())
    return next
  }

  /// A node that a path has reached, and the start of the rest of the path.
  private struct Place {
    let node: Int
    let position: Int
  }

  /// Returns the endpoint that handles the method at the end of a path.
  ///
  /// The search visits no node twice. Pending branches are kept in an array, so that long templates don't overflow the
  /// stack.
  ///
  /// - Parameter choice: The choice among endpoints at the same node, or `nil` if the contract has no conditions.
  private func search(_ path: PathWalk, for method: HTTPMethod, _ choice: RouteChoice?) -> Int? {
    var walk = path
    var node = 0
    var open: [Place] = []
    while true {
      if let segment = walk.next() {
        if let next = step(from: node, along: segment, &walk, &open) {
          node = next
          continue
        }
      } else if let taker = nodes[node].takers.first(where: { $0.method == method }) {
        guard let group = taker.group else { return taker.endpoint }
        if let found = choice?.choose(from: groups[group], of: endpoints) { return found }
      }
      guard let place = open.popLast() else { return nil }
      node = place.node
      walk.goOn(at: place.position)
    }
  }

  /// Collects the methods of every node where the path ends.
  private func collect(_ path: PathWalk, into methods: inout Set<HTTPMethod>) {
    var walk = path
    var node = 0
    var open: [Place] = []
    while true {
      if let segment = walk.next() {
        if let next = step(from: node, along: segment, &walk, &open) {
          node = next
          continue
        }
      } else {
        methods.formUnion(nodes[node].takers.map(\.method))
      }
      guard let place = open.popLast() else { return }
      node = place.node
      walk.goOn(at: place.position)
    }
  }

  /// Returns the first child node that a segment matches, and adds the others to the pending branches. The walk has
  /// already passed the segment.
  ///
  /// - Parameter open: The pending branches, with the next one last.
  private func step(
    from node: Int, along segment: Range<Int>, _ walk: inout PathWalk, _ open: inout [Place]
  ) -> Int? {
    let after = segment.upperBound + 1
    let parameter = segment.isEmpty ? nil : nodes[node].parameter
    let literal = walk.place(of: segment, in: nodes[node].literals)
    if nodes[node].isPlain {
      if literal != nil, let parameter { open.append(Place(node: parameter, position: after)) }
      return literal ?? parameter
    }
    for (pattern, tail, next) in nodes[node].across.reversed() {
      guard let run = walk.run(from: segment, leaving: tail), walk.fits(run, pattern) else { continue }
      open.append(Place(node: next, position: run.upperBound + 1))
    }
    if let parameter { open.append(Place(node: parameter, position: after)) }
    for (pattern, next) in nodes[node].patterns.reversed() where walk.fits(segment, pattern) {
      open.append(Place(node: next, position: after))
    }
    if let literal { return literal }
    guard let first = open.popLast() else { return nil }
    walk.goOn(at: first.position)
    return first.node
  }
}
