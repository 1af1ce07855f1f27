/// The error numbers that callers tell apart, whatever their value on a platform.
package enum SocketErrorMeaning: Sendable, Hashable {
  case refused, reset, timedOut, addressInUse, addressNotAvailable, notPermitted, other
}
