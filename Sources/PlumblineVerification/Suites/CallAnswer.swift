import PlumblineHTTPMessages
import PlumblineJSONTree

/// The response of a call's own endpoint, for comparison with the client's result.
///
/// A suite reads it without the client's code, to find clients that consistently decode something incorrectly.
public struct CallAnswer: Sendable {
  let body: JSON?

  init(_ response: Response) {
    self.init(body: response.body.bytes.flatMap { try? JSON.parse($0) })
  }

  init(body: JSON?) {
    self.body = body
  }

  /// Returns the text at a location in the body, given as a JSON Pointer (RFC 6901) such as `/data/created_at`, or
  /// `nil` if there is none.
  public func text(at pointer: String) -> String? { value(pointer)?.string }

  /// Returns the number at a location in the body, or `nil` if there is none.
  public func number(at pointer: String) -> Double? { value(pointer)?.number.flatMap { Double($0.literal) } }

  /// Returns the number of items in the array at a location in the body, or `nil` if there is none.
  public func count(at pointer: String) -> Int? { value(pointer).flatMap { $0.kind == .array ? $0.count : nil } }

  private func value(_ pointer: String) -> JSON? { JSONPointer(pointer).flatMap { body?.at($0) } }
}
