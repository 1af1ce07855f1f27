import PlumblineJSONTree

/// A reader for `"itemSchema"`, the schema of each event or line of a streamed body.
///
/// Such a body is a list of items, and all other readers understand lists, so the file is read as if it declared a
/// list. Each value keeps its location in the file:
///
///     "itemSchema": { "type": "object" }   →   "schema": {"type":"array","x-stream":true,"items":{ "type": "object" }}
///
/// With `x-stream`, a mock's stream contains one item per alternative of the item schema.
struct ItemSchemas {
  let log: ProblemLog

  /// Returns the file's root with item schemas replaced with lists, and reports misplaced item schemas. If there are
  /// none, returns the document's original root.
  func listed(in document: JSONDocument) -> JSON {
    let found = contents(of: document.root).flatMap { items(of: $0) }.sorted { $0.node < $1.node }
    if found.isEmpty { return document.root }
    var text = SplicedText(of: document)
    for item in found {
      // A key's node directly precedes that of its value.
      text.replace(document.tape[item.node - 1].range, by: "\"schema\"")
      let range = document.tape[item.node].range
      text.replace(range.lowerBound..<range.lowerBound, by: #"{"type":"array","x-stream":true,"items":"#)
      text.replace(range.upperBound..<range.upperBound, by: "}")
    }
    do throws(JSONSyntaxError) {
      return try text.parsed().root
    } catch {
      log.error(error.location, error.message)
      return document.root
    }
  }

  /// Returns the `content` of each request, response and error in a file.
  private func contents(of root: JSON) -> [JSON] {
    var contents: [JSON] = []
    for endpoint in values(of: root["endpoints"]) {
      contents += [endpoint["content"]].compactMap { $0 }
      for answer in values(of: endpoint["success"]) {
        let answers = answer.kind == .array ? Array(answer.elements) : [answer]
        contents += answers.compactMap { $0["content"] }
      }
    }
    return contents + values(of: root["errors"]).compactMap { $0["content"] }
  }

  private func values(of object: JSON?) -> [JSON] { object?.members.map { $0.value } ?? [] }

  /// Returns the item schemas of a `content` that can be read as lists.
  private func items(of content: JSON) -> [JSON] {
    var items: [JSON] = []
    for (type, media) in content.members {
      guard let item = media["itemSchema"] else { continue }
      if let schema = media["schema"] {
        log.judge(schema.location)
        log.error(
          media.place(of: "itemSchema"), key: "itemSchema",
          "\"itemSchema\" describes each event or line, and \"schema\" the body as a whole; keep one of them.")
        continue
      }
      let essence = MediaType.essence(of: type)
      guard essence == MediaType.eventStream || MediaType.isJSONLines(essence) else {
        log.error(
          media.place(of: "itemSchema"), key: "itemSchema",
          "A body of \(type) isn't a stream, so it has no items to describe; use \"schema\". Streams are "
            + "text/event-stream and lines of JSON, such as application/x-ndjson.")
        continue
      }
      // The format check reports values that aren't schemas.
      if item.kind == .object || item.kind == .bool { items.append(item) }
    }
    return items
  }
}
