import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Writes HAR 1.2. The source of an entry is kept; its content is written from the exchange.
package enum HARWriter {
  /// Returns a file's text.
  package static func text(of file: HARFile) -> String {
    let log = file.log.setting("entries", to: .array(file.entries.map(entry)))
    return JSON.object([("log", log)]).prettyText + "\n"
  }

  private static func entry(_ entry: HAREntry) -> JSON {
    var json = entry.source
    if var request = json["request"], let data = request["postData"], data["text"] != nil,
      let bytes = entry.exchange.request.body.bytes
    {
      request = request.setting("postData", to: writing(bytes, into: data))
      json = json.setting("request", to: request)
    }
    guard let response = json["response"], let content = response["content"], content["text"] != nil,
      let answer = entry.exchange.response, let bytes = answer.body.bytes,
      // A cache's content for a response without content isn't part of that response.
      !bytes.isEmpty || ![204, 304].contains(answer.status) && entry.exchange.request.method != .head
    else { return json }
    return json.setting("response", to: response.setting("content", to: writing(bytes, into: content)))
  }

  /// Text if the bytes are text, or else Base64.
  private static func writing(_ bytes: [UInt8], into content: JSON) -> JSON {
    if content["encoding"] == nil, let text = String(validating: bytes, as: UTF8.self) {
      return content.setting("text", to: JSON(text))
    }
    return content.setting("text", to: JSON(Base64.encode(bytes))).setting("encoding", to: "base64")
  }
}
