import Foundation

/// A weather station, as the app shows it.
public struct Station: Decodable, Sendable {
  public let id: String
  public let name: String
  /// The station's code, which consists of digits such as "1042".
  public let code: String
  public let updated: Date
  public let height: Double?

  /// The station's number, by which the app sorts. The client's first bug is that this property traps for an invalid
  /// code.
  public var number: Int { Int(code)! }
}

/// A page of a list.
struct Page<Item: Decodable & Sendable>: Decodable, Sendable {
  let items: [Item]
  let more: Bool
}

/// A measurement as the server sends it.
public struct Reading: Decodable, Sendable {
  public let station: String
  public let celsius: Double
}
