/// Names a listener on a loop, from before the loop has heard of it.
struct ListenerTicket: Hashable, Sendable {
  let number: UInt64
}
