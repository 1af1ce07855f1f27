import PlumblineJSONSchema
import PlumblineJSONTree

/// A reader for conditions. It checks that the values at their addresses can exist.
struct ConditionReader {
  /// The names that an endpoint's addresses may use.
  struct Scope {
    var path: [String] = []
    var query: [String] = []
    /// The names of the header fields, in lowercase.
    var headers: [String] = []
    var cookies: [String] = []
    var hasBody = false
    /// The schemas of the request's bodies. If the array is empty, one of the bodies may be anything.
    var bodies: [JSON] = []
    /// A Boolean value that indicates whether addresses may use `item#`.
    var hasItem = false
    /// A Boolean value that indicates whether the condition selects among endpoints. Such a condition depends only on
    /// the request, and its query parameters and header fields don't need to be declared.
    var tellsEndpoints = false
  }

  let context: ReadingContext
  let file: String
  var scope: Scope

  /// Header fields that any request may have, even if they aren't documented.
  static let commonHeaders = [
    "accept", "accept-encoding", "accept-language", "authorization", "content-type", "cookie", "if-match",
    "if-modified-since", "if-none-match", "if-unmodified-since", "prefer", "range", "user-agent",
  ]

  /// A copy of this reader for conditions that may use `item#`.
  var seeingItem: ConditionReader {
    var scope = scope
    scope.hasItem = true
    return ConditionReader(context: context, file: file, scope: scope)
  }

  /// A copy of this reader for conditions that select among endpoints.
  var tellingEndpoints: ConditionReader {
    var scope = scope
    scope.tellsEndpoints = true
    return ConditionReader(context: context, file: file, scope: scope)
  }

  func read(_ value: JSON) -> Condition {
    Condition(
      clauses: value.members.compactMap { text, schema in
        let address = address(text, at: value.place(of: text))
        guard let schema = context.schemas.compile(schema, in: file), let address else { return nil }
        return Condition.Clause(address: address, schema: schema)
      })
  }

  /// Reads an address from a string value.
  func address(_ value: JSON?) -> Address? {
    value.flatMap { value in value.string.flatMap { address($0, at: value.location) } }
  }

  /// Reads an address, and reports undefined names in it.
  func address(_ text: String, at location: SourceLocation) -> Address? {
    guard let address = context.address(text, at: location) else { return nil }
    if scope.tellsEndpoints {
      switch address {
      case .query, .header, .cookie: return address
      case .persona, .credential, .item:
        context.log.error(
          location,
          "\"\(text)\" isn't part of the request, and an endpoint's \"when\" can only refer to the request: path.NAME, query.NAME, "
            + "header.NAME, cookie.NAME or body#/POINTER. Put requirements on the caller into \"requires\".")
        return nil
      case .path, .body: break
      }
    }
    switch address {
    case .path(let name): check(name, "path parameter", among: scope.path, at: location)
    case .query(let name): check(name, "query parameter", among: scope.query, at: location)
    case .header(let name):
      if !Self.commonHeaders.contains(name.lowercased()) {
        check(name.lowercased(), "request header", among: scope.headers, at: location)
      }
    case .cookie(let name): check(name, "cookie", among: scope.cookies, at: location)
    case .body(let pointer):
      if !scope.hasBody {
        context.log.error(location, "\"\(text)\" refers to the request body, but this endpoint has no \"body\".")
      }
      check(text, pointer, at: location)
    case .persona(let name):
      if context.names.knowsMain {
        var seen: Set<String> = []
        let members = context.names.personaMembers.filter { seen.insert($0).inserted }
        check(name, "member of a persona", among: members, at: location)
      }
    case .credential(let name):
      if context.names.knowsMain { check(name, "credential", among: context.names.credentials, at: location) }
    case .item:
      if !scope.hasItem {
        context.log.error(
          location, "\"\(text)\" refers to an item, which only the guards and values of a \"state\" can do.")
      }
    }
    return address
  }

  /// Reports a pointer into the request's body that none of the body's schemas describes.
  private func check(_ text: String, _ pointer: JSONPointer, at location: SourceLocation) {
    let missteps = scope.bodies.map { context.schemas.outline.misstep(of: pointer, in: $0, file) }
    guard let first = missteps.first, let misstep = first, !missteps.contains(where: { $0 == nil }) else { return }
    let message =
      "\"\(text)\" refers to \"\(misstep.token)\", which isn't in the schema of the request body"
      + Spelling.suggestion(for: misstep.token, among: misstep.names)
    if missteps.allSatisfy({ $0?.isClosed ?? false }) {
      context.log.servableError(location, message)
    } else {
      context.log.warning(location, message)
    }
  }

  private func check(_ name: String, _ kind: String, among names: [String], at location: SourceLocation) {
    // If a file couldn't be read, it may define the name.
    if !names.contains(name), context.names.knowsAll {
      context.reportUnknown(kind, name, among: names, at: location)
    }
  }
}
