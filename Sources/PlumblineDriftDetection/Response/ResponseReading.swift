import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A response with its body read once, as JSON if it may be JSON.
struct ResponseReading {
  let response: Response
  /// The body's bytes; `nil` for a stream, which can't be judged.
  let bytes: [UInt8]?
  /// The JSON body; `nil` when there is none or it is not JSON.
  let body: JSON?
  /// The syntax error of a body that may have been intended as JSON.
  let error: JSONSyntaxError?
  /// True when there is nothing to expect: a response to HEAD, or a status that never has a body.
  let isBodyless: Bool

  /// The media type without its parameters; `nil` when the response names none.
  let mediaType: String?

  init(_ response: Response, to request: Request) {
    self.response = response
    bytes = response.body.bytes
    mediaType = response.mediaType
    isBodyless = request.method == .head || HTTPStatus.isBodyless(response.status)
    let saysJSON = mediaType.map(MediaType.isJSON) ?? true
    guard let bytes, !bytes.isEmpty, saysJSON || Self.looksLikeJSON(bytes) else {
      body = nil
      error = nil
      return
    }
    do {
      body = try JSON.parse(bytes, file: "response body")
      error = nil
    } catch {
      body = nil
      self.error = error
    }
  }

  var status: Int { response.status }

  /// True when there is a body to judge, and nothing in it but white space.
  var isBlank: Bool {
    bytes?.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D } ?? false
  }

  private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
