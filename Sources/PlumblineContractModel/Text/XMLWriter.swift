import PlumblineJSONSchema
import PlumblineJSONTree

/// A writer of a value as an element, with the names and kinds of nodes from the value's schema (``XMLForm``).
///
/// Bound prefixes are passed down with the elements, so that a namespace is declared where it is first needed. An
/// unbound prefix is omitted, because no parser accepts one.
struct XMLWriter {
  private typealias Scope = [String: String]
  private typealias Attribute = (name: String, value: String)

  private(set) var text = ""
  private let whole: JSON
  private let schema: Schema?

  init(_ value: JSON, of schema: Schema?) {
    whole = value
    self.schema = schema
  }

  /// Writes the whole value as an element.
  mutating func write(named name: String) {
    let scope = ["xml": "http://www.w3.org/XML/1998/namespace"]
    element(whole, JSONPointer(), named: name, form(at: JSONPointer()), items: "item", in: scope)
  }

  private func form(at place: JSONPointer) -> XMLForm {
    XMLForm(schema?.sources(at: place, in: whole) ?? [])
  }

  /// Writes an element.
  ///
  /// - Parameter items: The name for elements of a list whose schema declares none.
  private mutating func element(
    _ value: JSON, _ place: JSONPointer, named name: String, _ form: XMLForm, items: String, in outer: Scope
  ) {
    var scope = outer
    var attributes: [Attribute] = []
    let tag = Self.qualified(form.name ?? name, form, isElement: true, &scope, &attributes)
    let written = self.attributes(of: value, place, &scope, &attributes)
    text += "<\(tag)"
    for attribute in attributes { text += " \(attribute.name)=\"\(XMLText.escaped(attribute.value))\"" }
    text += ">"
    let start = text.utf8.count
    content(value, place, except: written, items: items, in: scope)
    if text.utf8.count == start {
      text.removeLast()
      text += "/>"
    } else {
      text += "</\(tag)>"
    }
  }

  /// Adds the members of an object that are attributes, and returns their keys. A duplicate attribute name becomes an
  /// element.
  private func attributes(
    of value: JSON, _ place: JSONPointer, _ scope: inout Scope, _ attributes: inout [Attribute]
  ) -> Set<String> {
    guard value.kind == .object, schema != nil else { return [] }
    var written: Set<String> = []
    for (key, member) in value.members where !Self.isContainer(member) {
      let form = self.form(at: place.appending(key))
      guard form.node == XMLForm.Node.attribute else { continue }
      var (declared, inner): ([Attribute], Scope) = ([], scope)
      let name = Self.qualified(form.name ?? key, form, isElement: false, &inner, &declared)
      if attributes.contains(where: { $0.name == name }) { continue }
      written.insert(key)
      scope = inner
      attributes += declared
      if !member.isNull { attributes.append((name: name, value: ParameterStyle.text(of: member))) }
    }
    return written
  }

  /// Writes the content of a value.
  private mutating func content(
    _ value: JSON, _ place: JSONPointer, except written: Set<String>, items: String, in scope: Scope
  ) {
    switch value.kind {
    case .object:
      for (key, member) in value.members where !written.contains(key) {
        self.member(member, place.appending(key), named: key, in: scope)
      }
    case .array: self.items(value, place, named: items, in: scope)
    case .null: break
    default: text += XMLText.escaped(ParameterStyle.text(of: value))
    }
  }

  private mutating func member(_ value: JSON, _ place: JSONPointer, named name: String, in scope: Scope) {
    let form = self.form(at: place)
    guard value.kind == .array else { return node(value, place, named: name, form, in: scope) }
    // A list's name becomes that of the wrapping element. The list's elements share it, unless they have different
    // names.
    if form.isWrapped {
      element(value, place, named: name, form, items: form.name ?? name, in: scope)
    } else {
      items(value, place, named: name, in: scope)
    }
  }

  private mutating func items(_ list: JSON, _ place: JSONPointer, named name: String, in scope: Scope) {
    for (index, value) in list.elements.enumerated() {
      let place = place.appending(index)
      node(value, place, named: name, self.form(at: place), in: scope)
    }
  }

  private mutating func node(
    _ value: JSON, _ place: JSONPointer, named name: String, _ form: XMLForm, in scope: Scope
  ) {
    let isContainer = Self.isContainer(value)
    switch form.node {
    case .some(.omitted): content(value, place, except: [], items: name, in: scope)
    case .some(.text) where !isContainer: content(value, place, except: [], items: name, in: scope)
    case .some(.cdata) where !isContainer:
      if !value.isNull { text += "<![CDATA[\(Self.unparsed(ParameterStyle.text(of: value)))]]>" }
    default: element(value, place, named: name, form, items: "item", in: scope)
    }
  }

  private static func isContainer(_ value: JSON) -> Bool { value.kind == .object || value.kind == .array }
}

// MARK: - Names and texts

extension XMLWriter {
  /// Returns a name with its prefix, and declares the namespace if it isn't in scope. For an element, this includes the
  /// default namespace, which doesn't apply to attributes (Namespaces in XML 1.0 section 6.2).
  private static func qualified(
    _ name: String, _ form: XMLForm, isElement: Bool, _ scope: inout Scope, _ attributes: inout [Attribute]
  ) -> String {
    let prefix = form.prefix.map { Self.name($0) } ?? ""
    if let namespace = form.namespace, scope[prefix] != namespace, !["xml", "xmlns"].contains(prefix),
      isElement || !prefix.isEmpty && scope[prefix] == nil
    {
      scope[prefix] = namespace
      attributes.append((name: prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)", value: namespace))
    }
    let bound = scope[prefix]
    let isMeant = form.namespace == nil || form.namespace == bound
    return prefix.isEmpty || bound == nil || !isMeant ? Self.name(name) : "\(prefix):\(Self.name(name))"
  }

  /// Returns a valid element name, with other characters replaced with underscores.
  private static func name(_ text: String) -> String {
    var name = ""
    for letter in text {
      let isPart = letter.isASCII && (letter.isLetter || letter.isNumber || "-_.".contains(letter))
      name.append(isPart ? letter : "_")
    }
    guard let first = name.first else { return "_" }
    return first.isLetter || first == "_" ? name : "_" + name
  }

  /// Returns text for a CDATA section, split at `]]>`, which would end the section. Control characters aren't allowed
  /// there, so they are replaced with spaces.
  private static func unparsed(_ text: String) -> String {
    var parts: [String] = [""]
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 && !["\n", "\t"].contains(scalar)
      parts[parts.count - 1].unicodeScalars.append(isControl ? " " : scalar)
      if parts[parts.count - 1].hasSuffix("]]") { parts.append("") }
    }
    return parts.joined(separator: "]]><![CDATA[")
  }
}
