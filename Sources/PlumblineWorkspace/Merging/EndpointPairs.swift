import PlumblineJSONTree

/// The pairs of endpoints with different ids but the same request line. They are considered the same endpoint.
struct EndpointPairs: Sendable {
  /// The final ids of endpoints in the files, for those whose ids change.
  private(set) var present: [String: String] = [:]
  /// The final ids of endpoints in the document, for those whose ids change.
  private(set) var incoming: [String: String] = [:]
  /// The final ids of endpoints in the last import, for those whose ids change.
  private(set) var base: [String: String] = [:]

  /// - Parameters:
  ///   - base: The endpoints in the last import, by id.
  ///   - present: The endpoints in the files.
  ///   - incoming: The endpoints in the document.
  init(_ base: [String: ValueDigest], _ present: [ServiceUnits.Endpoint], _ incoming: [ServiceUnits.Endpoint]) {
    let presentLines = Self.lines(present)
    let incomingLines = Self.lines(incoming)
    let presentIDs = Set(present.map(\.id))
    let incomingIDs = Set(incoming.map(\.id))
    var matched: Set<String> = []
    for (id, digest) in base.sorted(by: { $0.key < $1.key }) {
      let line = digest["request"]
      let ours =
        presentIDs.contains(id)
        ? id : Self.only(presentLines, line) { base[$0] == nil && !incomingIDs.contains($0) }
      let theirs =
        incomingIDs.contains(id)
        ? id : Self.only(incomingLines, line) { base[$0] == nil && !presentIDs.contains($0) }
      guard let ours, let theirs, ours != theirs else { continue }
      // A new id on either side wins. If both sides have a new id, the one in the files wins.
      let final = ours == id ? theirs : ours
      matched.formUnion([ours, theirs])
      if ours != final { self.present[ours] = final }
      if theirs != final { self.incoming[theirs] = final }
      if id != final { self.base[id] = final }
    }
    // If an endpoint has been added on both sides, it keeps the id in the files.
    for endpoint in incoming where !presentIDs.contains(endpoint.id) && base[endpoint.id] == nil {
      guard !matched.contains(endpoint.id) else { continue }
      let line = endpoint.value["request"].map(ValueDigest.init(of:))
      let ours = Self.only(presentLines, line) { base[$0] == nil && !incomingIDs.contains($0) && !matched.contains($0) }
      if let ours { self.incoming[endpoint.id] = ours }
    }
  }

  private static func lines(_ endpoints: [ServiceUnits.Endpoint]) -> [ValueDigest: [String]] {
    var lines: [ValueDigest: [String]] = [:]
    for endpoint in endpoints {
      guard let line = endpoint.value["request"] else { continue }
      lines[ValueDigest(of: line), default: []].append(endpoint.id)
    }
    return lines
  }

  /// Returns the id of the endpoint with a request line, or `nil` if several endpoints have the same line.
  private static func only(
    _ lines: [ValueDigest: [String]], _ line: ValueDigest?, where isFree: (String) -> Bool
  ) -> String? {
    guard let ids = line.flatMap({ lines[$0] }), ids.count == 1, let id = ids.first, isFree(id) else { return nil }
    return id
  }
}
