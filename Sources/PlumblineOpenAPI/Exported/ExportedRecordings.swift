import PlumblineJSONTree

/// A reader that converts the examples of an exported document back to the original recordings.
enum ExportedRecordings {
  /// Returns the recordings of an operation, each as a file with its name.
  static func recordings(of operation: JSON) -> [(name: String, file: JSON, place: JSON)] {
    var found: [(name: String, file: JSON, place: JSON)] = []
    for (status, response) in operation["responses"]?.members.map({ $0 }) ?? [] {
      for (_, media) in response["content"]?.members.map({ $0 }) ?? [] {
        for (name, example) in media["examples"]?.members.map({ $0 }) ?? [] {
          guard let rest = example[ContractExtensions.word("recording")] else { continue }
          found.append(
            (name, whole(rest, name, status: status, body: example["value"], of: operation), rest))
        }
      }
      for (name, rest) in response[ContractExtensions.word("recordings")]?.members.map({ $0 }) ?? [] {
        found.append((name, whole(rest, name, status: status, body: Optional.none, of: operation), rest))
      }
    }
    for (name, file) in operation[ContractExtensions.word("recordings")]?.members.map({ $0 }) ?? [] {
      found.append((name, file, file))
    }
    return found
  }

  /// Returns a recording with the parts that are stored elsewhere in the document: its status, its body, and its
  /// request's body.
  static func whole(_ rest: JSON, _ name: String, status: String, body: JSON?, of operation: JSON) -> JSON {
    var response = Members(of: rest["response"] ?? .emptyObject)
    if response["status"] == nil, let status = Int(status) { response.set("status", JSON(status)) }
    response.set("body", ifThere: body)
    var request = Members(of: rest["request"] ?? .emptyObject)
    request.set("body", ifThere: requestBody(name, of: operation))
    var recording = Members(of: rest)
    recording.set("request", request.json)
    recording.set("response", response.json)
    return recording.json
  }

  private static func requestBody(_ name: String, of operation: JSON) -> JSON? {
    for (_, media) in operation["requestBody"]?["content"]?.members.map({ $0 }) ?? [] {
      if let value = media["examples"]?[name]?["value"] { return value }
    }
    return Optional.none
  }
}
