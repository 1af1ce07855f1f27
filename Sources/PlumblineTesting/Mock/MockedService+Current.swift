extension MockedService {
  /// Those of the test that runs, the innermost last. Child tasks have them too, detached tasks don't.
  @TaskLocal static var running: [MockedService] = []

  /// The mock of the test that runs; where traits are nested, that of the innermost.
  ///
  /// - Throws: ``MockError`` where there is none: no trait, no `withPlumbline` around, or a detached task.
  public static var current: MockedService {
    get throws {
      if let mock = running.last { return mock }
      throw MockError(
        "No mock runs here: give the test or its suite the trait .plumbline(\"SERVICE\"), and ask in the test's own task."
      )
    }
  }

  /// The mock of a service, for tests whose client talks to several.
  ///
  /// - Throws: ``MockError`` where none of that name runs.
  public static func current(_ service: String) throws -> MockedService {
    if let mock = running.last(where: { $0.service == service }) { return mock }
    throw MockError(
      "No mock of \(service) runs here: give the test or its suite the trait .plumbline(\"\(service)\").")
  }

  /// Runs something with this mock as the current one.
  func scoped<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$running.withValue(Self.running + [self], operation: body, isolation: isolation)
  }
}
