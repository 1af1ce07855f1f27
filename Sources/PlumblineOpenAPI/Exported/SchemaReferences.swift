import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The names of a contract's schemas as components of a document.
struct ComponentNames {
  struct Name: Hashable {
    /// The contract's file.
    let file: String
    let schema: String
  }

  private var components: [Name: String] = [:]
  private var names: [String: Name] = [:]

  init() {}

  /// Creates the names for the components of an exported document.
  init(ofComponents schemas: JSON?) {
    for (component, schema) in schemas?.members.map({ $0 }) ?? [] where schema[ContractExtensions.word("frame")] == nil
    {
      add(
        Name(
          file: schema[ContractExtensions.word("file")]?.string ?? ContractForm.main,
          schema: schema[ContractExtensions.word("name")]?.string ?? component),
        as: component)
    }
  }

  mutating func add(_ name: Name, as component: String) {
    components[name] = component
    names[component] = name
  }

  func component(_ name: Name) -> String? { components[name] }
  func name(ofComponent component: String) -> Name? { names[component] }
}

/// A rewriter for references to schemas, from the form in a contract's file to that of a document, and back.
struct SchemaReferences {
  let names: ComponentNames
  /// The contract's file.
  let file: String

  /// Keywords whose names differ between documents and contracts, in both directions. If a schema has a member with one
  /// of these names, it is kept under the other name.
  private static let keywords = ["x-xml": "xml", "xml": "x-xml"]

  /// Returns a value of the contract in the document's form.
  func inDocument(_ value: JSON) -> JSON { note(value.renamingKeywords(Self.keywords)) }

  /// Returns a note by the contract's author in the document's form, which is read back unchanged.
  func note(_ value: JSON) -> JSON {
    value.changingReferences { text in
      guard let (file, token, rest) = Self.parts(text, after: "/schemas/") else { return nil }
      let name = ComponentNames.Name(file: file.isEmpty ? self.file : file, schema: token)
      return names.component(name).map { "#/components/schemas/\(Self.escaped($0))\(rest)" }
    }
  }

  /// Returns a value of the document in the contract's form.
  func inContract(_ value: JSON) -> JSON {
    value.renamingKeywords(Self.keywords).changingReferences { text in
      guard let (file, token, rest) = Self.parts(text, after: "/components/schemas/"), file.isEmpty,
        let name = names.name(ofComponent: token)
      else { return nil }
      return "\(name.file == self.file ? "" : name.file)#/schemas/\(Self.escaped(name.schema))\(rest)"
    }
  }

  /// Returns a value of the contract with its references in the shortest form, without the name of the file they are
  /// in.
  func shortest(_ value: JSON) -> JSON {
    value.changingReferences { text in
      guard let (file, token, rest) = Self.parts(text, after: "/schemas/") else { return nil }
      return "\(file == self.file ? "" : file)#/schemas/\(Self.escaped(token))\(rest)"
    }
  }

  /// Returns a reference's file, the name that follows a prefix in its fragment, and the rest.
  private static func parts(_ text: String, after prefix: String) -> (file: String, token: String, rest: String)? {
    guard let hash = text.firstIndex(of: "#") else { return nil }
    let fragment = text[text.index(after: hash)...]
    guard fragment.hasPrefix(prefix) else { return nil }
    let path = fragment.dropFirst(prefix.count)
    let end = path.firstIndex(of: "/") ?? path.endIndex
    guard let token = JSONPointer(fragment: "/\(path[..<end])")?.tokens.first else { return nil }
    return (String(text[..<hash]), token, String(path[end...]))
  }

  /// Returns a name encoded as a token of a URI's fragment (RFC 6901, section 6).
  static func escaped(_ name: String) -> String {
    var text = ""
    for byte in JSONPointer(tokens: [name]).description.dropFirst().utf8 {
      let letter = Unicode.Scalar(byte)
      if byte < 0x80, letter.properties.isAlphabetic || "0123456789-._~!$&'()*+,;=:@/?".unicodeScalars.contains(letter)
      {
        text.unicodeScalars.append(letter)
      } else {
        text += PercentEncoding.encoded(byte)
      }
    }
    return text
  }
}
