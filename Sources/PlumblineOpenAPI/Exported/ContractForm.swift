import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The form that contracts are compared in to ensure that an exported contract is the same when it is read back.
///
/// Two contracts are equal if their files have equal values in this form. The order has to match for the members of
/// schemas' `properties`, parameters, media types, `endpoints`, and everything else whose order matters to readers. The
/// form differs from hand-written contracts only as follows:
///
/// - `$schema`, which is for editors, and the empty sections of a file are removed.
/// - `title` and `envelope` are present. They default to the service's name and null.
/// - `required` states for each described body whether there must be one, and has no empty lists.
/// - References to a schema in the same file don't name the file.
/// - Renamed keys have their new names.
package enum ContractForm {
  package static let main = "contract.json"
  static let links = RenamedFile.deepLinks.new
  /// The files in a contract's folder that aren't part of its promises.
  package static let apart: Set<String> = Set(["waivers.json", "imported.json"] + RenamedFile.fieldUsage.names)

  private static let sections: Set<String> = [
    "servers", "credentials", "personas", "errors", "schemas", "features", "resources", "endpoints",
  ]
  /// The members whose own members are ordered.
  private static let ordered: Set<String> = [
    "properties", "patternProperties", "content", "path", "query", "cookies", "success", "servers", "credentials",
    "personas", "errors", "schemas", "features", "resources", "endpoints", "links",
  ]

  /// Returns a file of a contract in this form.
  package static func file(_ root: JSON, named name: String) -> JSON {
    let isLinks = RenamedFile.deepLinks.names.contains(name)
    let references = SchemaReferences(names: ComponentNames(), file: name)
    let root = references.shortest(isLinks ? root : root.withCurrentKeys)
    var members = Members()
    for (key, value) in root.members where key != "$schema" {
      if !isLinks, sections.contains(key), value.count == 0 { continue }
      guard !isLinks, key == "endpoints" else {
        members.set(key, value)
        continue
      }
      members.set(key, JSON.object(value.members.map { ($0.key, endpoint($0.value)) }))
    }
    if name == main {
      if members["title"] == nil { members.set("title", ifThere: root["service"]) }
      if members["envelope"] == nil { members.set("envelope", .null) }
    }
    return members.json
  }

  private static func endpoint(_ value: JSON) -> JSON {
    var required = Members()
    for (place, names) in value["required"]?.members.map({ $0 }) ?? [] where names.kind != .array || names.count > 0 {
      required.set(place, names)
    }
    if value["body"] != nil || value["content"] != nil, required["body"] == nil { required.set("body", JSON(true)) }
    var members = Members(of: value)
    members.remove("required")
    if !required.isEmpty { members.set("required", required.json) }
    return members.json
  }

  /// Returns a recording in this form, without `$schema`.
  package static func recording(_ root: JSON) -> JSON {
    var members = Members(of: root)
    members.remove("$schema")
    return members.json
  }

  /// Returns a Boolean value that indicates whether two values have the same meaning and, where it matters, the same
  /// order.
  ///
  /// - Parameter key: The key of the values.
  package static func isSame(_ one: JSON, _ other: JSON, under key: String = "") -> Bool {
    guard one.kind == other.kind else { return false }
    switch one.kind {
    case .object:
      guard one.count == other.count else { return false }
      if ordered.contains(key), one.members.keys != other.members.keys { return false }
      return one.members.allSatisfy { name, value in other[name].map { isSame(value, $0, under: name) } ?? false }
    case .array:
      return one.count == other.count && zip(one.elements, other.elements).allSatisfy { isSame($0, $1) }
    case .number: return one.text == other.text
    default: return one == other
    }
  }

  /// Returns the default description of a response with a status. OpenAPI requires a description.
  static func description(ofStatus key: String) -> String {
    if let status = Int(key) { return HTTPStatus.reason(for: status) }
    return key.first.flatMap { Int(String($0)) }.map { HTTPStatus.reason(for: $0 * 100 + 99) } ?? "Any other answer"
  }
}
