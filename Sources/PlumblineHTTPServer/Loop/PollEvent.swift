/// A descriptor that is ready, by the token that it was added with.
struct PollEvent {
  var token: UInt64
  var readiness: Readiness
}
