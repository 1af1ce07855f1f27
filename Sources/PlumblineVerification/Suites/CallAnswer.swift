import PlumblineHTTPMessages
import PlumblineJSONTree

/// What a call's own endpoint answered, to be compared with what the client made of it.
///
/// A suite reads it with no code of the client's, so that a client that reads all of it in the same wrong way is found.
public struct CallAnswer: Sendable {
  let body: JSON?

  init(_ response: Response) {
    self.init(body: response.body.bytes.flatMap { try? JSON.parse($0) })
  }

  init(body: JSON?) {
    self.body = body
  }

  /// The text at a place in the body, as a JSON Pointer (RFC 6901): `/data/created_at`; `nil` where none is there.
  public func text(at pointer: String) -> String? { value(pointer)?.string }

  /// The number at a place in the body; `nil` where none is there.
  public func number(at pointer: String) -> Double? { value(pointer)?.number.flatMap { Double($0.literal) } }

  /// How many items the array at a place in the body has; `nil` where none is there.
  public func count(at pointer: String) -> Int? { value(pointer).flatMap { $0.kind == .array ? $0.count : nil } }

  private func value(_ pointer: String) -> JSON? { JSONPointer(pointer).flatMap { body?.at($0) } }
}
