import Foundation

/// A namespace for the API's JSON conventions: date-times in RFC 3339 format, and strict numbers.
public enum JSONCoding {
  /// Returns a new decoder for responses. Decoders are mutable, so they aren't shared.
  @Sendable public static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let date = DateTime.date(from: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "an RFC 3339 date-time such as 2026-11-20T08:30:00Z")
      }
      return date
    }
    return decoder
  }

  /// Returns an encoder for request bodies. It sorts keys, so that equal values yield equal bytes.
  @Sendable public static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard let text = DateTime.string(from: date) else {
        throw EncodingError.invalidValue(
          date, .init(codingPath: encoder.codingPath, debugDescription: "The date has no RFC 3339 form."))
      }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
    return encoder
  }
}
