/// A suite whose calls are run one after another, each identified by its index.
///
/// A suite creates all its calls on each request, which costs more than running most of them. They are therefore
/// created only once, as on the requesting side.
final class HostedSuite {
  let suite: any CallSuite
  private(set) lazy var calls = suite.calls

  init(_ suite: any CallSuite) {
    self.suite = suite
  }
}
