import PlumblineJSONTree

/// The parts that make up an endpoint, for its initializer.
extension Endpoint {
  /// The endpoint's name and descriptions.
  struct Entry {
    let id: String
    var summary = ""
    var source = ""
    var features: [String] = []
    var standing = Standing.documented
    var isDeprecated = false
    var deprecation: Deprecation?
    let location: SourceLocation
  }

  struct Parameters {
    var path: [Parameter] = []
    var query: [Parameter] = []
    var headers: [Parameter] = []
    var cookies: [Parameter] = []
  }

  /// The documented responses.
  struct Outcomes {
    var answers: [DocumentedResponse] = []
    var failures: [Failure] = []
    /// The number of errors that the endpoint declares itself. They come first.
    var ownFailureCount = 0
  }

  /// The changes that a request makes, and how it is processed.
  struct Effects {
    let isSafe: Bool
    var states: [StateRule] = []
    var batch: Batch?
    var idempotencyKey: Parameter?
  }
}
