import PlumblineContractModel
import PlumblineJSONTree

/// Checks for mistakes in those parts of a Swagger 2.0 description that OpenAPI 3.0 moved, where the rules for 3.0
/// can't find them.
extension SwaggerDocument {
  private static let formats = ["csv", "ssv", "tsv", "pipes", "multi"]

  /// Returns the strings of a list. A single string is read as a list with one element.
  func list(_ key: String, of holder: JSON) -> [String]? {
    guard let said = holder[key] else { return nil }
    switch said.kind {
    case .array: return said.elements.compactMap(\.string).filter { !$0.isEmpty }
    case .string:
      log.assumption(said, "\"\(key)\" has to be an array, not a string. It is read as a list of this one.")
      return said.string.map { [$0] }
    default:
      log.omission(
        holder.key(of: key) ?? said,
        "\"\(key)\" has to be an array of strings, not \(said.kind == .null ? "null" : "this"). \"\(key)\" is left out.",
        about: said)
      return nil
    }
  }

  /// Reports a `collectionFormat` that doesn't exist or doesn't apply to the parameter.
  func checkFormat(of parameter: JSON) {
    guard let format = parameter["collectionFormat"] else { return }
    let name = format.string ?? format.text
    let isNamed = ["query", "formData"].contains(parameter["in"]?.string)
    if !Self.formats.contains(name) {
      log.omission(
        format,
        "\"\(name)\" is not allowed here; it is \(Spelling.list(Self.formats, joining: "or")). \"collectionFormat\" is left out."
      )
    } else if name == "multi", !isNamed {
      log.omission(
        format,
        "\"multi\" is for parameters of the query and of forms. \"collectionFormat\" is left out, so commas separate.")
    }
  }

  /// Reports all bodies except the one that is read.
  func checkBodies(_ bodies: [JSON]) {
    for other in bodies.dropFirst() {
      log.omission(other, "A request has one body, so this second \"in: body\" is left out.")
    }
  }

  /// Reports a member of OpenAPI 3 that has the same meaning as an existing member of Swagger 2.0.
  func leaveOut(_ key: String, of holder: JSON, beside other: String) {
    guard let value = holder[key] else { return }
    log.omission(
      holder.key(of: key) ?? value, "\"\(key)\" is a word of OpenAPI 3. It is left out, as there is \(other) as well.",
      about: value)
  }
}
