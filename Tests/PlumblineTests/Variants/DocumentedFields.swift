/// The fields that a service's contract documents, read only from the text of its files.
struct DocumentedFields {
  private let texts: ContractTexts

  init(_ service: String) throws { texts = try ContractTexts(service) }

  /// Returns the fields of all JSON responses that an endpoint promises, such as `/data/*/id`, or `/*/id` in a bare
  /// response.
  func fields(of wanted: String) -> Set<String> {
    var found: Set<String> = []
    for (name, id, endpoint) in texts.endpoints where id == wanted {
      guard let success = endpoint["success"] as? [String: Any] else { continue }
      for answers in success.values {
        for answer in (answers as? [Any]) ?? [answers] {
          if let payload = (answer as? [String: Any])?["payload"] { walk(payload, name, "/data", 0, &found) }
          if let body = (answer as? [String: Any])?["body"] { walk(body, name, "", 0, &found) }
        }
      }
    }
    return found
  }

  private func walk(_ schema: Any, _ file: String, _ place: String, _ depth: Int, _ found: inout Set<String>) {
    guard let schema = schema as? [String: Any], depth < 12 else { return }
    if let reference = schema["$ref"] as? String, let (target, name) = texts.target(of: reference, in: file) {
      walk(target, name, place, depth + 1, &found)
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
      for branch in schema[keyword] as? [Any] ?? [] { walk(branch, file, place, depth + 1, &found) }
    }
    for (name, property) in schema["properties"] as? [String: Any] ?? [:] {
      found.insert("\(place)/\(name)")
      walk(property, file, "\(place)/\(name)", depth + 1, &found)
    }
    if let items = schema["items"] { walk(items, file, "\(place)/*", depth + 1, &found) }
  }
}
