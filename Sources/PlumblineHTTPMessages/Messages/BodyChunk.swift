/// One piece of a streamed body, or how it ended.
package enum BodyChunk: Sendable {
  case bytes([UInt8])
  case end(trailers: HeaderFields)
  case failed(TransportFailure)
}
