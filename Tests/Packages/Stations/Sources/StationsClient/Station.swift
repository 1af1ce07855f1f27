import Foundation

/// A weather station, as the app shows it.
public struct Station: Decodable, Sendable {
  public let id: String
  public let name: String
  /// Digits, such as "1042".
  public let code: String
  public let updated: Date
  public let height: Double?

  /// The station's number, by which the app sorts. It traps for an invalid code: the client's first bug.
  public var number: Int { Int(code)! }
}

/// A page of a list.
struct Page<Item: Decodable & Sendable>: Decodable, Sendable {
  let items: [Item]
  let more: Bool
}

/// A measurement, as it comes.
public struct Reading: Decodable, Sendable {
  public let station: String
  public let celsius: Double
}
