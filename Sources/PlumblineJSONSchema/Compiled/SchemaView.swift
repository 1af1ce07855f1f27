/// The view that a schema is seen from. It determines the meaning of `readOnly` and `writeOnly`.
///
///     {"required": ["id", "password"],
///      "properties": {"id": {"readOnly": true}, "password": {"writeOnly": true}}}
///
///     .all        both are required
///     .request    "id" isn't: the server gives it
///     .response   "password" isn't: it is never shown
///
/// An optional member that is present is still validated by its schema. In JSON Schema, these keywords are annotations
/// (2020-12 validation, 9.4); their effect on `required` comes from OpenAPI (3.0.4, Schema Object).
public enum SchemaView: Sendable, Hashable, CaseIterable {
  /// The schema as written.
  case all
  /// The schema of a client's request, without members that are `readOnly`.
  case request
  /// The schema of a server's response, without members that are `writeOnly`.
  case response

  /// The keyword that marks the members withheld from the view.
  var withheld: String? {
    switch self {
    case .all: nil
    case .request: "readOnly"
    case .response: "writeOnly"
    }
  }
}
