import PlumblineHTTPMessages

/// One change of a kept promise, and the findings that it must cause: these and no others.
struct Change {
  /// The change, in words: `remove a field`.
  let kind: String
  let exchange: Exchange
  /// `rule pointer`, or the rule alone; none if the contract allows the change.
  let expected: Set<String>
}
