import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The address of an item that a request may have created, taken from its response, such as `Location: /zones/5` or
/// `id 5`.
///
/// It helps users find and remove items that the run can't remove.
struct MadeAddress: CustomStringConvertible {
  /// The members that identify an item in most APIs, the most specific first.
  private static let members = ["id", "uuid", "guid", "key", "name", "slug", "self", "href", "url"]
  /// The maximum number of items to list from one response.
  private static let most = 10

  let description: String

  /// Returns `nil` if the response has no address.
  init?(of response: Response?, in contract: Contract) {
    guard let response else { return nil }
    if let location = response.headers["location"] ?? response.headers["content-location"], !location.isEmpty {
      description = "Location: \(location)"
      return
    }
    guard let body = try? JSON.parse(response.body.bytes ?? []) else { return nil }
    let payload = contract.payload(of: body) ?? body
    let things = payload.kind == .array ? Array(payload.elements) : [payload]
    let found = things.compactMap(Self.identifier)
    guard !found.isEmpty else { return nil }
    let rest = found.count > Self.most ? " and \(found.count - Self.most) more" : ""
    description = found.prefix(Self.most).joined(separator: ", ") + rest
  }

  private static func identifier(of thing: JSON) -> String? {
    guard thing.kind == .object else { return nil }
    let named = thing.members.map(\.key).filter { MarkPlaces.isReference($0) }
    for name in members + named {
      guard let value = thing[name], let text = value.string ?? value.int.map({ "\($0)" }), !text.isEmpty,
        !SecretNames.isSecret(name, holding: text)
      else { continue }
      return "\(name) \(text)"
    }
    // The item may be nested, as in `{ "zone": { "id": 5 } }`.
    guard thing.members.count == 1, let only = thing.members.first, only.value.kind == .object else { return nil }
    return identifier(of: only.value).map { "\(only.key) \($0)" }
  }
}
