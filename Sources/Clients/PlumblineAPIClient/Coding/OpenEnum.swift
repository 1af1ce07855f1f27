/// An open set of known strings. Unknown values survive decoding and encoding.
///
///     struct TicketStatus: OpenEnum {
///       let rawValue: String
///       static let new = Self(rawValue: "NEW")
///       static let known: [Self] = [.new]
///     }
///     let status: TicketStatus = "SHIPPED"   // kept, and status.isKnown is false
///
/// A `switch` over an open enum needs a `default`, which lets an app show a newer server's value unchanged.
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, CodingKeyRepresentable,
  CustomStringConvertible, ExpressibleByStringLiteral
where RawValue == String {
  /// Creates a value from any string, known or not.
  init(rawValue: String)

  /// The known values, in the order of the document that names them or, if none does, of the contract that assumes
  /// them.
  static var known: [Self] { get }
}

extension OpenEnum {
  /// Creates a value from any string, known or not.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// A Boolean value that indicates whether this is one of the ``known`` values.
  public var isKnown: Bool { Self.known.contains(self) }

  /// The string on the wire.
  public var description: String { rawValue }
}
