/// An element of an XML document, with the namespaces that its prefixes stand for.
struct XMLElement: Sendable {
  struct Name: Sendable, Hashable {
    let namespace: String
    let local: String
  }

  let name: Name
  let attributes: [(name: Name, value: String)]
  let children: [XMLElement]
  /// Its own text, without the blanks around it.
  let text: String

  subscript(attribute: Name) -> String? { attributes.first { $0.name == attribute }?.value }
}
