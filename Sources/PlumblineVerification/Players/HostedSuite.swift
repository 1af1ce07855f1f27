/// A suite whose calls are run one after another, each identified by its index.
///
/// A suite creates all its calls whenever it is asked for them, which costs more than running most of them. A hosted
/// suite therefore creates them only once, as the requesting side does.
final class HostedSuite {
  let suite: any CallSuite
  private(set) lazy var calls = suite.calls

  init(_ suite: any CallSuite) {
    self.suite = suite
  }
}
