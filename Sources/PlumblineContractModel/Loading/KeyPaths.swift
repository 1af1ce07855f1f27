import PlumblineJSONTree

/// A namespace for finding the key paths of problems by their locations.
///
/// Values and problems are each visited once, in document order. A problem belongs to the last value that begins before
/// the problem's location.
enum KeyPaths {
  /// An object or array that contains the current value.
  private struct Container {
    /// The node after the last one inside the container.
    let end: Int
    let isObject: Bool
    /// The node of the current member's key, or the index of the current element.
    var item: Int

    init(_ node: Int, of document: JSONDocument) {
      end = document.next(node)
      isObject = document.kind(node) == .object
      item = isObject ? -2 : -1
    }

    /// Advances to the next key, to the next element, or to a key's value.
    mutating func enter(_ node: Int) {
      if !isObject {
        item += 1
      } else if node != item + 1 {
        item = node
      }
    }

    func token(in document: JSONDocument) -> String { isObject ? document.string(item) : "\(item)" }
  }

  /// Returns the problems, with key paths added to those in the given documents. Documents with a provenance are
  /// skipped, because their problems are reported at the origin.
  static func added(to problems: [Problem], in documents: [JSONDocument]) -> [Problem] {
    var result = problems
    let indices = Dictionary(grouping: problems.indices) { problems[$0].location.file }
    for document in documents where document.provenance == nil {
      let own = (indices[document.file] ?? []).sorted { problems[$0].location < problems[$1].location }
      if !own.isEmpty { add(to: &result, own, document) }
    }
    return result
  }

  /// Adds the key paths of the problems in one document.
  ///
  /// - Parameter own: The indices of the document's problems, sorted by location.
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
