/// A path whose interpolated values are percent-encoded as one segment each.
///
///     let path: EndpointPath = "/api/v2/dashboard/widgets/\("a/b")/data"
///     path.percentEncoded  // "/api/v2/dashboard/widgets/a%2Fb/data"
public struct EndpointPath: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The path as it goes into a URL, with a leading slash.
  public let percentEncoded: String

  /// A path without values.
  public init(stringLiteral value: String) {
    var interpolation = StringInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
    interpolation.appendLiteral(value)
    self.init(stringInterpolation: interpolation)
  }

  /// A path with values.
  public init(stringInterpolation: StringInterpolation) {
    let encoded = stringInterpolation.encoded
    percentEncoded = encoded.hasPrefix("/") ? encoded : "/" + encoded
  }

  /// The percent-encoded path.
  public var description: String { percentEncoded }

  /// Collects literal parts as they are and values as encoded segments.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var encoded = ""

    /// Starts with nothing.
    public init(literalCapacity: Int, interpolationCount: Int) {
      encoded.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Adds what the programmer wrote; slashes stay.
    public mutating func appendLiteral(_ literal: String) {
      encoded += PercentEncoding.path(literal)
    }

    /// Adds a number.
    public mutating func appendInterpolation(_ value: Int) {
      encoded += String(value)
    }

    /// Adds one segment; its slashes are encoded.
    public mutating func appendInterpolation(_ value: String) {
      encoded += PercentEncoding.segment(value)
    }
  }
}
