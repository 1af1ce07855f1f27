import Foundation
import PlumblineTime

extension CallAnswer {
  /// Returns the date at a location in the body, from a date-time in any zone and with any fraction of a second (RFC
  /// 3339), or `nil` if there is none.
  ///
  /// The date is parsed without the client's code, so that the client's mistakes aren't repeated.
  public func date(at pointer: String) -> Date? {
    guard let text = text(at: pointer), let moment = Timestamp(text) else { return nil }
    let fraction = moment.fraction.isEmpty ? 0 : Double("0.\(moment.fraction)") ?? 0
    return Date(timeIntervalSince1970: Double(moment.second) + fraction)
  }

  /// Returns the problem with a date that the client decoded from a date-time in the response, for example that it is
  /// off by a time zone. Returns `nil` if the date is correct, or if the response has no date-time there.
  ///
  /// ```swift
  /// gives: { ticket, answer in answer.mistake(in: ticket.createdAt, from: "/data/created_at") }
  /// ```
  /// - Parameters:
  ///   - date: The client's date, which may differ by up to a second.
  ///   - pointer: The location of the date-time in the response, as a JSON Pointer (RFC 6901).
  public func mistake(in date: Date?, from pointer: String) -> String? {
    guard let said = self.date(at: pointer), let text = text(at: pointer) else { return nil }
    guard let date else { return "\(pointer) is \(text), but the client has no date" }
    guard abs(date.timeIntervalSince(said)) >= 1 else { return nil }
    return "\(pointer) is \(text), but the client has \(date.formatted(.iso8601))"
  }
}
