import PlumblineJSONTree

/// The XML representation of a value (OpenAPI's XML Object), as declared by `x-xml` in its schemas.
struct XMLForm {
  /// The kind of node for a value (OpenAPI 3.2's `nodeType`).
  enum Node: String {
    case element, attribute, text, cdata
    /// No node: the value's content is added to its parent.
    case omitted = "none"
  }

  /// The name of the element or attribute; `nil` for the member's own name.
  let name: String?
  let namespace: String?
  let prefix: String?
  /// The kind of node; `nil` if there is no declaration.
  let node: Node?
  /// A Boolean value that indicates whether a list's elements have an enclosing element of their own.
  let isWrapped: Bool

  /// - Parameter sources: the schemas that apply, the nearest first; the first that has a setting determines it.
  init(_ sources: [JSON]) {
    let said: [JSON] = sources.compactMap { $0["x-xml"] }
    func text(_ key: String) -> String? {
      said.lazy.compactMap { $0[key]?.string }.first { !$0.isEmpty }
    }
    func isSet(_ key: String) -> Bool { said.contains { $0[key]?.bool == true } }
    name = text("name")
    namespace = text("namespace")
    prefix = text("prefix")
    node = text("nodeType").flatMap { Node(rawValue: $0) } ?? (isSet("attribute") ? Node.attribute : nil)
    isWrapped = isSet("wrapped") || node == Node.element
  }
}
