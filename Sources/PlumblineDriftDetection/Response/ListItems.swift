import PlumblineJSONTree

/// The list items in a JSON body, for naming the item that contains a finding, as in `In item 3 (id 7): …`.
struct ListItems {
  let body: JSON?

  /// Returns the findings, with the item's number, and its key if it has one, prepended to each message.
  func naming(_ findings: [Finding]) -> [Finding] {
    guard let body else { return findings }
    return findings.map { finding in
      // The location has to be `/response/body` or inside it.
      guard finding.rule.isAbout(.field, of: .response),
        let item = item(around: finding.pointer.tokens.dropFirst(2), in: body)
      else { return finding }
      var named = finding
      named.message = "In \(item): \(finding.message)"
      return named
    }
  }

  /// Returns the innermost item that is an object, or the outermost item if there is no object.
  private func item(around tokens: ArraySlice<String>, in body: JSON) -> String? {
    var place = body
    var item: (number: Int, value: JSON)?
    for token in tokens {
      guard let next = place.at(JSONPointer(tokens: [token])) else { break }
      if place.kind == .array, let index = Int(token), item == nil || next.kind == .object { item = (index + 1, next) }
      place = next
    }
    return item.map { found in "item \(found.number)" + (key(of: found.value).map { " (\($0))" } ?? "") }
  }

  /// Returns the member that identifies an item to readers, such as `id 7`, or `nil` if none may be shown.
  private func key(of item: JSON) -> String? {
    for name in ["id", "key", "uuid", "code"] {
      guard let key = item[name], key.kind == .number || key.kind == .string, !Secrecy.hides(key, under: name) else {
        continue
      }
      return "\(name) \(ShortText.literal(key))"
    }
    return nil
  }
}
