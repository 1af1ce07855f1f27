import PlumblineJSONTree

/// The parts from which an endpoint is created.
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
    var answers: [DocumentedAnswer] = []
    var failures: [Failure] = []
    /// The number of the endpoint's own errors, which come first.
    var ownFailureCount = 0
  }

  /// The changes that a request makes, and the way in which it is processed.
  struct Effects {
    let isSafe: Bool
    var states: [StateRule] = []
    var batch: Batch?
    var idempotencyKey: Parameter?
  }
}
