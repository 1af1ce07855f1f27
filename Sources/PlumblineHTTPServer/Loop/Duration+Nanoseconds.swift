extension Duration {
  /// Whole nanoseconds, 0 for less than none.
  package var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000)).partialValue
  }
}
