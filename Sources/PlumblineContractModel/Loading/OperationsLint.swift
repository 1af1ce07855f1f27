import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check for states that apply a body as a JSON Patch (RFC 6902) although it can't be one. A JSON Patch is an array
/// of operations, so the body's schema must allow arrays.
struct OperationsLint {
  /// The endpoint as written in its file.
  let endpoint: JSON
  let file: String
  let context: ReadingContext

  /// Checks a state.
  ///
  /// - Parameter rule: A state whose `merge` may be `operations`.
  func check(_ rule: JSON) {
    guard let merge = rule["merge"], merge.string == "operations" else { return }
    let remedy =
      "\"content\": { \"application/json-patch+json\": { \"schema\": { \"type\": \"array\" } } }"
    let bodies = endpoint["content"]?.members.filter { MediaType.isJSON(MediaType.essence(of: $0.key)) } ?? []
    guard endpoint["body"] != nil || !bodies.isEmpty else {
      context.log.servableError(
        merge.location,
        "\"operations\" are the steps of a JSON Patch in the request body, but this endpoint describes none; add \(remedy)."
      )
      return
    }
    let schemas = ([endpoint["body"]] + bodies.map { $0.value["schema"] }).compactMap { $0 }
    // A body without a schema may be anything.
    guard schemas.count == bodies.count + (endpoint["body"] == nil ? 0 : 1), let first = schemas.first else { return }
    let isListed = schemas.contains { context.schemas.outline.types(of: $0, in: file)?.contains("array") ?? true }
    if isListed { return }
    context.log.servableError(
      first["type"]?.location ?? first.location,
      "\"operations\" (\(merge.location)) are an array of JSON Patch steps, but this schema allows no array; describe "
        + "them with \(remedy), or use \"merge\": \"patch\".")
  }
}
