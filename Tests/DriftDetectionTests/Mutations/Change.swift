import PlumblineHTTPMessages

/// A change that breaks a promise of the contract, and the exact findings that it must cause.
struct Change {
  /// The change in words, such as `remove a field`.
  let kind: String
  let exchange: Exchange
  /// The findings as `rule pointer` or as the rule alone. The set is empty if the contract allows the change.
  let expected: Set<String>
}
