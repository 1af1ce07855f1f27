/// The side that schemas are seen from, which determines the meaning of `readOnly` and `writeOnly`.
///
///     {"required": ["id", "password"],
///      "properties": {"id": {"readOnly": true}, "password": {"writeOnly": true}}}
///
///     .all        both are required
///     .request    "id" isn't: the server gives it
///     .response   "password" isn't: it is never shown
///
/// An optional member that is present is still validated by its schema. In JSON Schema these keywords are annotations
/// (2020-12 validation, 9.4); their effect on `required` comes from OpenAPI (3.0.4, Schema Object).
public enum SchemaView: Sendable, Hashable, CaseIterable {
  /// A schema as written.
  case all
  /// A client's request: without members that are `readOnly`.
  case request
  /// A server's response: without members that are `writeOnly`.
  case response

  /// The keyword of members that don't belong there.
  var withheld: String? {
    switch self {
    case .all: nil
    case .request: "readOnly"
    case .response: "writeOnly"
    }
  }
}
