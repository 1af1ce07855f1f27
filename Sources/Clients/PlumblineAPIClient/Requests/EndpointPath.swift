import Foundation

/// A path whose interpolated values are percent-encoded as one segment each.
///
///     let path: EndpointPath = "/api/v2/dashboard/widgets/\("a/b")/data"
///     path.percentEncoded  // "/api/v2/dashboard/widgets/a%2Fb/data"
public struct EndpointPath: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The path for use in a URL, with a leading slash.
  public let percentEncoded: String

  /// Creates a path without interpolated values.
  public init(stringLiteral value: String) {
    var interpolation = StringInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
    interpolation.appendLiteral(value)
    self.init(stringInterpolation: interpolation)
  }

  /// Creates a path with interpolated values.
  public init(stringInterpolation: StringInterpolation) {
    let encoded = stringInterpolation.encoded
    percentEncoded = encoded.hasPrefix("/") ? encoded : "/" + encoded
  }

  /// The percent-encoded path.
  public var description: String { percentEncoded }

  /// The parts of an interpolated path: literals as written, and values as encoded segments.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var encoded = ""

    /// Creates an empty path.
    public init(literalCapacity: Int, interpolationCount: Int) {
      encoded.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Appends a literal part. Its slashes are kept.
    public mutating func appendLiteral(_ literal: String) {
      encoded += PercentEncoding.path(literal)
    }

    /// Appends a number.
    public mutating func appendInterpolation(_ value: Int) {
      encoded += String(value)
    }

    /// Appends a value as one segment. Its slashes are encoded.
    public mutating func appendInterpolation(_ value: String) {
      encoded += PercentEncoding.segment(value)
    }
  }
}

/// A namespace for percent-encoding that keeps only RFC 3986's unreserved characters.
///
/// `URLComponents` keeps `+` in a query, which servers read as a space.
enum PercentEncoding {
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  private static let path = unreserved.union(CharacterSet(charactersIn: "/:@!$&'()*+,;="))

  /// Returns an encoded query name or value.
  static func query(_ text: String) -> String { encode(text, unreserved) }

  /// Returns an encoded path segment. `.` and `..` are also encoded, because URL parsers would resolve them.
  static func segment(_ text: String) -> String {
    if text == "." { return "%2E" }
    if text == ".." { return "%2E%2E" }
    return encode(text, unreserved)
  }

  /// Returns an encoded literal path. Its slashes are kept.
  static func path(_ text: String) -> String { encode(text, path) }

  private static func encode(_ text: String, _ allowed: CharacterSet) -> String {
    text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }
}
