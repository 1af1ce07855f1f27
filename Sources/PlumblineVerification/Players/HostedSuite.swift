/// A suite whose calls are played one after the other, each by its number.
///
/// A suite makes all its calls whenever it is asked for them, which costs more than most clients' work for one of them. So
/// they are made once, as the side that asks for them makes them once.
final class HostedSuite {
  let suite: any CallSuite
  private(set) lazy var calls = suite.calls

  init(_ suite: any CallSuite) {
    self.suite = suite
  }
}
