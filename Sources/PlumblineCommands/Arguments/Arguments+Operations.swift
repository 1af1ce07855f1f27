extension Arguments {
  /// Returns the `--only` patterns, which select operations of a document, or `nil` if the option isn't given.
  func operationPatterns() throws(UsageError) -> [String]? {
    guard has("--only") else { return nil }
    let patterns = all("--only").flatMap { text in
      text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard patterns.allSatisfy({ $0.contains { $0 != " " } }) else {
      throw UsageError("--only takes comma-separated patterns, as in: --only 'issues-*,GET /repos/*'.")
    }
    return patterns
  }
}
