/// What a new thread runs, on its way through a C pointer.
final class ThreadBody: Sendable {
  let name: String
  let run: @Sendable () -> Void

  init(name: String, _ run: @escaping @Sendable () -> Void) {
    self.name = name
    self.run = run
  }
}
