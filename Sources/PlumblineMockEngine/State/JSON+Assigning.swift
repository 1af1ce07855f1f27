import PlumblineJSONTree

extension JSON {
  /// The same value with another one at a place, which is made where its parent is an object; `nil` where there is none.
  func assigning(_ pointer: JSONPointer, _ value: JSON) -> JSON? {
    guard let parent = pointer.parent, let key = pointer.tokens.last else { return value }
    if at(pointer) != nil { return replacing(pointer, with: value) }
    return inserting(key: key, value: value, at: parent)
  }

  /// The sum of numbers, those taken away that are said to be; `nil` when it can't be told.
  static func sum(_ terms: [(value: JSON, isSubtracted: Bool)]) -> JSON? {
    var whole: Int? = 0
    var double = 0.0
    for (value, isSubtracted) in terms {
      guard let number = value.double else { return nil }
      double += isSubtracted ? -number : number
      if let before = whole, let next = value.int {
        let (result, isTooLarge) =
          isSubtracted ? before.subtractingReportingOverflow(next) : before.addingReportingOverflow(next)
        whole = isTooLarge ? nil : result
      } else {
        whole = nil
      }
    }
    if let whole { return JSON(whole) }
    return double.isFinite ? JSON(double) : nil
  }
}
