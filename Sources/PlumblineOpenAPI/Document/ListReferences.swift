import PlumblineJSONTree

/// A rewriter for references that identify an element of a list by its index. Without it, they would refer to the wrong
/// elements once earlier ones are left out.
///
/// `#/paths/~1a/get/parameters/2` becomes `…/parameters/1` if the first element is left out. A reference to an omitted
/// element keeps its index. It no longer resolves, so it is left out and reported like any unresolved reference.
struct ListReferences {
  let documents: DocumentSet
  /// The parts to leave out of each document, by path.
  let edits: [String: WeakerSchemas.Edits]

  /// Returns the rewritten references of a document, by node.
  func texts(in document: JSONDocument, _ path: String) -> [Int: String] {
    let removed = edits[path]?.removed ?? []
    var texts: [Int: String] = [:]
    var pending = [document.root]
    while let value = pending.popLast() {
      for (key, member) in value.members where !removed.contains(member.node) {
        if key == "$ref", let text = member.string {
          if let other = moved(text, from: member) { texts[member.node] = other }
        } else if member.kind == .object || member.kind == .array {
          pending.append(member)
        }
      }
      for element in value.elements where !removed.contains(element.node) { pending.append(element) }
    }
    return texts
  }

  /// Returns the rewritten reference, or `nil` if it doesn't change.
  private func moved(_ reference: String, from value: JSON) -> String? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count > 1, parts[1].hasPrefix("/"), let tokens = JSONPointer(fragment: String(parts[1]))?.tokens,
      tokens.contains(where: { Int($0) != nil }),
      case .found(let root) = documents.resolve("\(parts[0])#", from: value),
      let removed = edits[documents.path(of: root)]?.removed, !removed.isEmpty
    else { return nil }
    // Use the tokens as written, without the empty one before the first slash.
    var pieces = parts[1].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard pieces.count == tokens.count + 1 else { return nil }
    var isOther = false
    var place = root
    for (depth, token) in tokens.enumerated() {
      guard let next = place.at(JSONPointer(tokens: [token])) else { break }
      if place.kind == .array, let index = Int(token) {
        if removed.contains(next.node) {
          pieces[depth + 1] = "\(index)%20(left%20out)"
          isOther = true
          break
        }
        let earlier = place.elements.prefix(index).filter { removed.contains($0.node) }.count
        if earlier > 0 {
          pieces[depth + 1] = "\(index - earlier)"
          isOther = true
        }
      }
      place = next
    }
    return isOther ? "\(parts[0])#\(pieces.joined(separator: "/"))" : nil
  }
}
