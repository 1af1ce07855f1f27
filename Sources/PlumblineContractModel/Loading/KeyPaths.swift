import PlumblineJSONTree

/// Finds the key paths of problems by their places.
///
/// Values and problems are both visited once, in document order: a problem belongs to the last value that begins before
/// its place.
enum KeyPaths {
  /// An object or array around the current value.
  private struct Container {
    /// The node after the last one inside.
    let end: Int
    let isObject: Bool
    /// The node of the key of the current member, or the index of the current element.
    var item: Int

    init(_ node: Int, of document: JSONDocument) {
      end = document.next(node)
      isObject = document.kind(node) == .object
      item = isObject ? -2 : -1
    }

    /// Advances to the next key, element or value of a key.
    mutating func enter(_ node: Int) {
      if !isObject {
        item += 1
      } else if node != item + 1 {
        item = node
      }
    }

    func token(in document: JSONDocument) -> String { isObject ? document.string(item) : "\(item)" }
  }

  /// Returns problems with the key paths of those that are in one of some documents. A document with a provenance has
  /// no paths, because its problems are reported at the origin.
  static func added(to problems: [Problem], in documents: [JSONDocument]) -> [Problem] {
    var result = problems
    let indices = Dictionary(grouping: problems.indices) { problems[$0].location.file }
    for document in documents where document.provenance == nil {
      let own = (indices[document.file] ?? []).sorted { problems[$0].location < problems[$1].location }
      if !own.isEmpty { add(to: &result, own, document) }
    }
    return result
  }

  /// - Parameter own: the indices of the document's problems, by place.
  private static func add(to problems: inout [Problem], _ own: [Int], _ document: JSONDocument) {
    var rest = own[...]
    var open: [Container] = []
    let count = document.tape.count
    for node in 0..<count {
      while let last = open.last, last.end == node { open.removeLast() }
      if let innermost = open.indices.last { open[innermost].enter(node) }
      let next = node + 1 < count ? document.location(ofOffset: Int(document.tape[node + 1].offset)) : nil
      while let index = rest.first {
        if let next, problems[index].location >= next { break }
        problems[index].keyPath = JSONPointer(tokens: open.map { $0.token(in: document) })
        rest.removeFirst()
      }
      if rest.isEmpty { return }
      let kind = document.kind(node)
      if kind == .object || kind == .array { open.append(Container(node, of: document)) }
    }
  }
}
