import PlumblineContractModel
import PlumblineJSONTree

/// A recording of an exported contract.
struct ExportedRecording {
  let name: String
  /// The recording's file, without `$schema`.
  let file: JSON

  var status: Int { file["response"]?["status"]?.int ?? 0 }

  /// Returns the key of the Responses Object that covers the recording's status, or `nil` if there is none.
  func key(among keys: [String]) -> String? {
    ["\(status)", "\(status / 100)XX", "default"].first { keys.contains($0) }
  }

  /// Returns the key that matches the media type of a message's body, or `nil` if none does.
  func mediaType(of message: String, among keys: [String]) -> String? {
    let headers = file[message]?["headers"]?.members.map { $0 } ?? []
    let written = headers.first { $0.key.lowercased() == "content-type" }?.value
    let essence = MediaType.essence(of: written.map { $0.string ?? $0[0]?.string ?? "" } ?? "application/json")
    return keys.first { MediaType.essence(of: $0) == essence }
  }

  /// A description of the recording's origin.
  var summary: String {
    let provenance = file["provenance"]
    let day = provenance?["on"]?.string ?? ""
    let source = provenance?["from"]?.string.map { " from \($0)" } ?? ""
    switch provenance?["kind"]?.string {
    case "recorded": return "Recorded on \(day)\(source)"
    case "imported": return "Imported on \(day)\(source)"
    default: return "Written from the documentation on \(day)"
    }
  }
}

/// A writer for recordings as examples of an operation's requests and responses.
enum RecordingsExport {
  /// Returns a request's `content` with the bodies of accepted requests added as examples.
  static func adding(_ recordings: [ExportedRecording], toRequest content: JSON) -> JSON {
    var content = content
    for recording in recordings where (200...399).contains(recording.status) {
      guard let body = recording.file["request"]?["body"], recording.file["request"]?["encoding"] == nil,
        let type = recording.mediaType(of: "request", among: content.members.keys)
      else { continue }
      let example = JSON.object([("summary", JSON(recording.summary)), ("value", body)])
      content = adding(example, recording.name, to: type, of: content)
    }
    return content
  }

  /// Adds recordings to their responses. Those that match no response are added to the operation itself.
  static func add(_ recordings: [ExportedRecording], to operation: inout Members) {
    let whole = operation.json
    var responses = Members(of: whole["responses"] ?? .emptyObject)
    var rest = Members()
    for recording in recordings {
      guard let key = recording.key(among: responses.names), var response = responses[key] else {
        rest.set(recording.name, recording.file)
        continue
      }
      if add(recording, at: key, to: &response, of: whole) {
        responses.set(key, response)
      } else {
        rest.set(recording.name, recording.file)
      }
    }
    operation.set("responses", responses.json)
    if !rest.isEmpty { operation.set(ContractExtensions.word("recordings"), rest.json) }
  }

  /// Adds a recording to a response if it can be read back unchanged.
  private static func add(
    _ recording: ExportedRecording, at key: String, to response: inout JSON, of operation: JSON
  ) -> Bool {
    let content = response["content"]
    let encoding = recording.file["response"]?["encoding"]?.string
    let type = content.flatMap { recording.mediaType(of: "response", among: $0.members.keys) }
    let body = recording.file["response"]?["body"]
    let isExample = type != nil && body != nil && (encoding == nil || encoding == "text")
    let shortened = shortened(recording, at: key, hasExample: isExample, of: operation)
    let again = ExportedRecordings.whole(
      shortened, recording.name, status: key, body: isExample ? body : Optional.none, of: operation)
    guard again == recording.file else { return false }
    guard isExample, let type, let content, let body else {
      let others = response[ContractExtensions.word("recordings")] ?? .emptyObject
      response = response.setting(
        ContractExtensions.word("recordings"), to: others.setting(recording.name, to: shortened))
      return true
    }
    let example = JSON.object([
      ("summary", JSON(recording.summary)), ("value", body), (ContractExtensions.word("recording"), shortened),
    ])
    response = response.setting("content", to: adding(example, recording.name, to: type, of: content))
    return true
  }

  /// Returns a recording without the parts that the document contains elsewhere.
  private static func shortened(
    _ recording: ExportedRecording, at key: String, hasExample: Bool, of operation: JSON
  ) -> JSON {
    var response = Members(of: recording.file["response"] ?? .emptyObject)
    if key == "\(recording.status)" { response.remove("status") }
    if hasExample { response.remove("body") }
    var request = Members(of: recording.file["request"] ?? .emptyObject)
    let content = operation["requestBody"]?["content"]?.members.map { $0.value } ?? []
    if content.contains(where: { $0["examples"]?[recording.name] != nil }) { request.remove("body") }
    var file = Members(of: recording.file)
    file.set("request", request.json)
    file.set("response", response.json)
    return file.json
  }

  private static func adding(_ example: JSON, _ name: String, to type: String, of content: JSON) -> JSON {
    guard let media = content[type] else { return content }
    let examples = (media["examples"] ?? .emptyObject).setting(name, to: example)
    return content.setting(type, to: media.setting("examples", to: examples))
  }
}
