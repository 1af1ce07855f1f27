import PlumblineTesting
import Synchronization
import Testing

/// Runs a closure as a test with the trait would, and returns the issues that it recorded. Those issues don't fail the
/// calling test.
func issues(
  of trait: PlumblineTrait, _ body: @escaping @Sendable (MockedService) async throws -> Void
) async throws -> [Issue] {
  let test = try #require(Test.current)
  let seen = Mutex<[Issue]>([])
  try await withKnownIssue(isIntermittent: true) {
    try await trait.provideScope(for: test, testCase: Test.Case.current) { try await body(.current) }
  } matching: { issue in
    seen.withLock { $0.append(issue) }
    return true
  }
  return seen.withLock { $0 }
}

extension Issue {
  /// The issue's message.
  var text: String {
    comments.map(\.rawValue).joined(separator: "\n") + (error.map { "\($0)" } ?? "")
  }
}
