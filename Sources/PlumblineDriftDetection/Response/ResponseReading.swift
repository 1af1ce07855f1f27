import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A response with its body, read once and parsed as JSON if it may be JSON.
struct ResponseReading {
  let response: Response
  /// The body's bytes, or `nil` for a stream, which can't be checked.
  let bytes: [UInt8]?
  /// The JSON body, or `nil` if there is none or it isn't JSON.
  let body: JSON?
  /// The syntax error of a body that may have been intended as JSON.
  let error: JSONSyntaxError?
  /// A Boolean value that indicates whether the response can't have a body because the request is a HEAD or the status
  /// doesn't allow one.
  let isBodyless: Bool

  /// The media type without its parameters, or `nil` if the response has none.
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

  /// A Boolean value that indicates whether there is a body that consists only of white space.
  var isBlank: Bool {
    bytes?.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D } ?? false
  }

  private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
