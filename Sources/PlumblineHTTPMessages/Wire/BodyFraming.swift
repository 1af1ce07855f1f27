/// How the end of a body is told.
package enum BodyFraming: Sendable, Equatable {
  /// No body, and no field that speaks of one.
  case none
  case length(Int)
  case chunked
  /// The connection's end is the body's.
  case untilClose
}
