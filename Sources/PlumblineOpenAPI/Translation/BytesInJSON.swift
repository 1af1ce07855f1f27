import PlumblineContractModel
import PlumblineJSONTree

/// Strings of bytes in JSON bodies. JSON has no bytes, and `format: binary` doesn't say how a text represents them, so only the
/// string's type can be checked there.
final class BytesInJSON {
  private let following: Following
  private let log: NoteLog
  /// The schemas that were looked at, so that shared ones are walked once.
  private var seen: Set<JSON.Identity> = []

  init(following: Following, log: NoteLog) {
    self.following = following
    self.log = log
  }

  /// Notes the strings of bytes in a schema of JSON, and in those that it refers to.
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
