/// How one run of a client method ended, as its caller saw it.
package enum CallResult: Sendable {
  /// It returned a decoded value.
  case returned
  /// It threw, and this is what the error says.
  case threw(ClientFailure)
  /// It neither returned nor threw before the deadline.
  case hung(Duration)
}
