import PlumblineJSONTree

extension Schema {
  /// The single changes that make a valid value invalid, at most `limit`, in the order of the value; none for a value
  /// that is not valid itself.
  ///
  ///     schema.breakages(of: ["id": 7]).map(\.description)
  ///     // ["required at '': 'id' removed", "type at '/id': null in place of a number", …]
  ///
  /// A change replaces, removes or adds one value at one place. Each was judged by the validator: the changed value
  /// breaks that keyword at that place and no other keyword anywhere. A keyword that can be broken in several ways has
  /// several breakages: `required` one for each name, `type` one for each other type, of other keywords the first that
  /// works. Keywords that can't be broken alone, such as a `type` beside an `enum` of that type, have none.
  public func breakages(of value: JSON, limit: Int = 200) -> [Breakage] {
    guard limit > 0, isValid(value) else { return [] }
    var finder = BreakageFinder(schema: self, value: value, limit: limit)
    finder.find()
    return finder.found
  }
}
