import PlumblineJSONTree

/// Reads a `$ref` in the place of all of a response's headers, which OpenAPI doesn't allow and documents of several files have.
///
/// `headers: { $ref: headers.yaml }` is written anew with a reference for each header of that map: `X-Left: { $ref:
/// headers.yaml#/X-Left }`, so that what is in the other file is read as it is there.
struct HeaderMaps {
  let documents: DocumentSet
  let log: NoteLog

  /// A map that a reference leads to.
  private struct Map {
    let reference: JSON
    let text: String
    let names: [String]

    /// The reference to one of its headers.
    func reference(to name: String) -> String {
      let token = name.replacing("~", with: "~0").replacing("/", with: "~1").replacing("%", with: "%25")
      return "\(text)\(text.contains("#") ? "" : "#")/\(token)"
    }
  }

  /// The keys below which no response is.
  private static let others: Set<String> = [
    "schema", "itemSchema", "schemas", "definitions", "properties", "example", "examples", "value", "default", "enum",
  ]

  /// The document with a reference for each header, every value with the place that it has.
  func expanded(_ document: JSONDocument) -> JSONDocument {
    let maps = self.maps(in: document)
    guard !maps.isEmpty else { return document }
    var json = JSONBuilder.tracing
    write(document.root, maps, into: &json)
    let (bytes, provenance) = json.traced()
    guard let provenance else { return document }
    return (try? JSONDocument.parse(bytes, file: document.root.location.file, provenance: provenance)) ?? document
  }

  /// The maps of a document's responses, by the nodes of what is in their place.
  private func maps(in document: JSONDocument) -> [Int: Map] {
    var found: [Int: Map] = [:]
    let root = document.root
    // A file may be a response.
    let isResponse = root["description"]?.kind == .string && root["type"] == nil
    var pending: [(value: JSON, isResponse: Bool, hasResponses: Bool)] = [(root, isResponse, false)]
    while let (value, isResponse, hasResponses) = pending.popLast() {
      if isResponse, let headers = value["headers"], let map = map(headers) { found[headers.node] = map }
      for (key, member) in value.members where hasResponses || !Self.others.contains(key) {
        pending.append((member, hasResponses, key == "responses" && !hasResponses))
      }
      for element in value.elements { pending.append((element, false, false)) }
    }
    return found
  }

  private func map(_ headers: JSON) -> Map? {
    guard headers.kind == .object, headers.count == 1, let reference = headers["$ref"], let text = reference.string,
      case .found(let target) = documents.resolve(text, from: reference), target.kind == .object
    else { return nil }
    let fragment = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first ?? ""
    let names = target.members.keys.filter { !$0.hasPrefix("x-") || target[$0]?.kind == .object }
    let isMap = names.allSatisfy { target[$0]?.kind == .object } && target["schema"] == nil && target["content"] == nil
    guard isMap, !names.isEmpty, fragment.isEmpty || fragment.hasPrefix("/") else { return nil }
    return Map(reference: reference, text: text, names: names)
  }

  private func write(_ value: JSON, _ maps: [Int: Map], into json: inout JSONBuilder) {
    json.comes(from: value)
    if let map = maps[value.node] { return write(map, into: &json) }
    switch value.kind {
    case .object:
      json.object { json in
        for (key, member) in value.members {
          json.comes(from: JSON(member.document, member.node - 1))
          json.member(key) { write(member, maps, into: &$0) }
        }
      }
    case .array:
      json.array { json in
        for element in value.elements { write(element, maps, into: &json) }
      }
    default: json.value(value)
    }
  }

  private func write(_ map: Map, into json: inout JSONBuilder) {
    log.note(
      map.reference, "The headers are a \"$ref\", which OpenAPI doesn't allow; the reference was followed.")
    json.object { json in
      for name in map.names {
        json.comes(from: map.reference)
        json.member(name) { json in
          json.object { $0.member("$ref", map.reference(to: name)) }
        }
      }
    }
  }
}
