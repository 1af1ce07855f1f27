import Foundation
import PlumblineVerification

extension CallAnswer {
  /// What is wrong with an instant that the client has read from a date-time (RFC 3339) of the answer: it is off by a time
  /// zone, say. `nil` where it is right, or where the answer has none that can be read.
  ///
  /// - Parameter pointer: where in the answer the date-time stands: `/data/created_at`.
  func mistake(in date: Date, from pointer: String) -> String? {
    guard let text = text(at: pointer), let told = Self.instant(text), abs(date.timeIntervalSince(told)) >= 1 else {
      return nil
    }
    return "\(pointer) is \(text), and the client has \(date.formatted(.iso8601))"
  }

  /// With none of the client's own code, so that its mistakes aren't made twice.
  private static func instant(_ text: String) -> Date? {
    (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
}
