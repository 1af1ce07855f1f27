import PlumblineJSONTree

extension Validator {
  /// Arrays of up to so many scalars are compared pair by pair, which needs no memory.
  private static let pairwiseLimit = 16

  /// Whether no two elements are equal.
  mutating func isUnique(_ array: Int) -> Bool {
    let count = document.count(array)
    if count < 2 { return true }
    // Elements without children lie side by side on the tape.
    guard count <= Self.pairwiseLimit, next(array) == array + 1 + count else { return repeatedItem(array) == nil }
    for later in array + 2...array + count {
      for earlier in array + 1..<later where reader.areEqual(earlier, reader, later) { return false }
    }
    return true
  }

  /// The first element that equals an earlier one.
  func repeatedItem(_ array: Int) -> (first: Int, again: Int)? {
    let count = document.count(array)
    if count < 2 { return nil }
    var seen: [JSON: Int] = [:]
    seen.reserveCapacity(count)
    var element = array + 1
    for index in 0..<count {
      if let first = seen.updateValue(index, forKey: JSON(document, element)) { return (first, index) }
      element = document.next(element)
    }
    return nil
  }
}
