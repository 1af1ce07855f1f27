import PlumblineContractModel
import PlumblineJSONTree

/// The body of an expected message.
package enum PactBody: Sendable, Hashable {
  /// The pact doesn't specify a body, so any body is valid.
  case unstated
  /// The body is missing or empty.
  case empty
  case json(JSON)
  case text(String)
  case bytes([UInt8])

  /// - Parameters:
  ///   - owner: The request or the response.
  ///   - mediaType: The media type in the headers, or the media type that version 4 of the Pact format stores alongside
  ///     the content.
  init(_ owner: JSON, mediaType: String?, _ version: Pact.Version) {
    guard let written = owner["body"] else {
      self = .unstated
      return
    }
    guard version.major >= 4, written.kind == .object else {
      self.init(content: written, mediaType: mediaType, mayBeEncoded: version.major < 4)
      return
    }
    guard written["content"] != nil || written.members.keys.allSatisfy(Self.parts.contains) else {
      // Version 4 wraps the value itself in an object.
      self = .json(written)
      return
    }
    guard let content = written["content"], !content.isNull else {
      self = .empty
      return
    }
    if let text = content.string, let encoded = written["encoded"], encoded.bool != false {
      let isJSON = encoded.string?.lowercased() == "json"
      if isJSON, let json = try? JSON.parse(text) {
        self = .json(json)
      } else if !isJSON, let bytes = Base64.decode(text) {
        self = .bytes(bytes)
      } else {
        self = .text(text)
      }
    } else if let text = content.string, mediaType.map(MediaType.isJSON) == true {
      // In version 4, the content is the value itself.
      self = .json(JSON(text))
    } else {
      self.init(content: content, mediaType: mediaType)
    }
  }

  /// The members of a body in version 4.
  private static let parts: Set<String> = ["content", "contentType", "contentTypeHint", "encoded"]

  /// - Parameter mayBeEncoded: A Boolean value that indicates whether bytes are written in Base64 without an
  ///   indication, as before version 4.
  private init(content: JSON, mediaType: String?, mayBeEncoded: Bool = false) {
    if content.isNull || content.string == "" {
      self = .empty
    } else if let text = content.string {
      if mediaType.map(MediaType.isJSON) == true {
        self = .json((try? JSON.parse(text)) ?? JSON(text))
      } else if mayBeEncoded, mediaType.map(Self.isBinary) == true, text.utf8.count % 4 == 0,
        let bytes = Base64.decode(text)
      {
        self = .bytes(bytes)
      } else {
        self = .text(text)
      }
    } else {
      self = .json(content)
    }
  }

  /// Returns a Boolean value that indicates whether bodies of a media type that isn't JSON are binary rather than text.
  private static func isBinary(_ mediaType: String) -> Bool {
    let isText = mediaType.hasPrefix("text/") || MediaType.isXML(mediaType) || MediaType.isJSONLines(mediaType)
    return !isText && ![MediaType.form, "application/graphql", "application/javascript"].contains(mediaType)
  }

  /// Returns the media type that version 4 of the Pact format stores alongside the content.
  static func mediaType(of owner: JSON, _ version: Pact.Version) -> String? {
    guard version.major >= 4, let text = owner["body"]?["contentType"]?.string else { return nil }
    return MediaType.essence(of: text)
  }

  /// The bytes that are sent.
  package var sent: [UInt8] {
    switch self {
    case .unstated, .empty: []
    case .json(let json): json.serialized()
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    }
  }
}
