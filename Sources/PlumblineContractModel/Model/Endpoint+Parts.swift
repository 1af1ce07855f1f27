import PlumblineJSONTree

/// The parts that an endpoint is made of.
extension Endpoint {
  /// The endpoint's name, and the words about it.
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

  /// The responses that are promised.
  struct Outcomes {
    var answers: [DocumentedAnswer] = []
    var failures: [Failure] = []
    /// The number of failures that are its own, the first ones.
    var ownFailureCount = 0
  }

  /// The changes that a request makes, and how it is carried out.
  struct Effects {
    let isSafe: Bool
    var states: [StateRule] = []
    var batch: Batch?
    var idempotencyKey: Parameter?
  }
}
