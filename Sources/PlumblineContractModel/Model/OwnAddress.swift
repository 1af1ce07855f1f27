import PlumblineHTTPMessages
import PlumblineJSONTree

/// A URL of the server itself in an item, written as a path with members of the item in braces, such as
/// `/files/{id}/content`.
package struct OwnAddress: Sendable, Hashable {
  package let text: String
  /// The strings around the members.
  private let texts: [String]
  /// The locations in an item of the values to insert between the strings, such as `/id`.
  package let members: [JSONPointer]
  /// The part of a form that contains the uploaded bytes that the URL serves, as for ``UploadFact``, or `nil` if the
  /// content is unknown.
  package let part: JSONPointer?

  /// Parses a path, or returns `nil` if a brace isn't closed. A name in braces is a top-level member or a pointer, such
  /// as `{/owner/id}`.
  package init?(_ text: String, part: JSONPointer? = nil) {
    var texts: [String] = []
    var members: [JSONPointer] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else { return nil }
      let name = String(rest[rest.index(after: open)..<close])
      let place = name.hasPrefix("/") ? JSONPointer(name) : JSONPointer(tokens: [name])
      guard let place, !name.isEmpty else { return nil }
      texts.append(String(rest[..<open]))
      members.append(place)
      rest = rest[rest.index(after: close)...]
    }
    self.text = text
    self.part = part
    self.texts = texts + [String(rest)]
    self.members = members
  }

  /// Returns the path for an item, or `nil` if the item lacks one of the members or one of them is a list or an object.
  package func path(of item: JSON) -> String? {
    var path = texts[0]
    for (member, text) in zip(members, texts.dropFirst()) {
      guard let value = item.at(member), let shown = value.string ?? value.number?.literal else { return nil }
      path += PercentEncoding.encode(shown) + text
    }
    return path
  }
}
