import PlumblineContractModel
import PlumblineJSONTree

/// A search for binary strings in JSON bodies. JSON has no binary data, and `format: binary` doesn't specify an
/// encoding, so only the type of the string can be checked.
final class BytesInJSON {
  private let following: Following
  private let log: NoteLog
  /// The visited schemas, so that shared ones are visited only once.
  private var seen: Set<JSON.Identity> = []

  init(following: Following, log: NoteLog) {
    self.following = following
    self.log = log
  }

  /// Reports the binary strings in a JSON schema, and in the schemas that it references.
  func note(in schema: JSON) {
    var waiting = [schema]
    while let next = waiting.popLast() {
      guard next.kind == .object, seen.insert(next.identity).inserted else { continue }
      if let reference = next["$ref"], let text = reference.string,
        case .found(let target) = following.documents.resolve(text, from: reference)
      {
        waiting.append(target)
      }
      if let format = next["format"], format.string == "binary" { note(format, of: next) }
      waiting += Self.parts(of: next)
    }
  }

  private func note(_ format: JSON, of schema: JSON) {
    log.note(
      format,
      "JSON has no bytes, so \"format\": \"binary\" isn't checked in this body; base64 in a string is \"format\": \"byte\", and "
        + "from OpenAPI 3.1 on \"contentEncoding\": \"base64\".", about: schema)
  }

  private static func parts(of schema: JSON) -> [JSON] {
    let members = ["properties", "patternProperties"].flatMap { schema[$0]?.members.map(\.value) ?? [] }
    let branches = ["allOf", "anyOf", "oneOf", "prefixItems"].flatMap { schema[$0]?.elements.map { $0 } ?? [] }
    return members + branches + ["items", "additionalProperties"].compactMap { schema[$0] }
  }
}
