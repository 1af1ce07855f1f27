/// An element of an XML document, with the namespaces that its prefixes represent.
struct XMLElement: Sendable {
  struct Name: Sendable, Hashable {
    let namespace: String
    let local: String
  }

  let name: Name
  let attributes: [(name: Name, value: String)]
  let children: [XMLElement]
  /// The element's own text, without surrounding blanks.
  let text: String

  subscript(attribute: Name) -> String? { attributes.first { $0.name == attribute }?.value }
}
