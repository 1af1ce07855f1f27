/// A set of known strings that stays open: a value that nobody knew yet survives decoding and encoding.
///
///     struct TicketStatus: OpenEnum {
///       let rawValue: String
///       static let new = Self(rawValue: "NEW")
///       static let known: [Self] = [.new]
///     }
///     let status: TicketStatus = "SHIPPED"   // kept, and status.isKnown is false
///
/// A `switch` over one needs a `default`, which is where an app shows a newer server's value as it is.
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, CodingKeyRepresentable,
  CustomStringConvertible, ExpressibleByStringLiteral
where RawValue == String {
  /// Keeps any string, known or not.
  init(rawValue: String)

  /// The values that are known, in the order of the document that names them or, where none does, of the contract that
  /// assumes them.
  static var known: [Self] { get }
}

extension OpenEnum {
  /// Any string, known or not.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// A Boolean value that indicates whether it is one of the ``known`` values.
  public var isKnown: Bool { Self.known.contains(self) }

  /// The string on the wire.
  public var description: String { rawValue }
}
