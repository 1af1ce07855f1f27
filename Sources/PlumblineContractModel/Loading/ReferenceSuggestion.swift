import PlumblineJSONTree

/// A search for the target that an unresolved `$ref` was probably meant to have.
struct ReferenceSuggestion {
  let documents: [String: JSONDocument]

  /// Returns the reference with its first wrong part corrected, or `nil` if nothing similar exists.
  func nearest(to reference: String, in file: String) -> String? {
    let target = String(reference.prefix { $0 != "#" })
    let fragment = reference.dropFirst(target.count)
    let name = target.isEmpty ? file : target
    guard let document = documents[name] else {
      return Spelling.nearest(name, among: documents.keys.sorted()).map { $0 + fragment }
    }
    guard let pointer = JSONPointer(fragment: String(fragment)) else { return nil }
    // Shared definitions may be in any of the files.
    if let other = documents.keys.sorted().first(where: { $0 != name && documents[$0]?.root.at(pointer) != nil }),
      pointer.tokens.count > 1
    {
      return other + fragment
    }
    var tokens: [String] = []
    var value = document.root
    for token in pointer.tokens {
      if let next = value.at(JSONPointer(tokens: [token])) {
        tokens.append(token)
        value = next
      } else if let right = Spelling.nearest(token, among: value.members.keys), let next = value[right] {
        tokens.append(right)
        value = next
      } else {
        return nil
      }
    }
    return tokens == pointer.tokens ? nil : "\(target)#\(JSONPointer(tokens: tokens))"
  }
}
