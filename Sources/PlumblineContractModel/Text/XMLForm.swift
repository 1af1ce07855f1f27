import PlumblineJSONTree

/// The XML representation of a value, as declared by `x-xml` in its schemas (OpenAPI's XML Object).
struct XMLForm {
  /// The kind of node for a value (`nodeType` in OpenAPI 3.2).
  enum Node: String {
    case element, attribute, text, cdata
    /// No node. The value's content is added to its parent.
    case omitted = "none"
  }

  /// The name of the element or attribute, or `nil` to use the member's name.
  let name: String?
  let namespace: String?
  let prefix: String?
  /// The kind of node, or `nil` if it isn't declared.
  let node: Node?
  /// A Boolean value that indicates whether a wrapping element encloses a list's elements.
  let isWrapped: Bool

  /// Reads the form of a value.
  ///
  /// - Parameter sources: The schemas that apply, nearest first. The first one with a setting determines it.
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
