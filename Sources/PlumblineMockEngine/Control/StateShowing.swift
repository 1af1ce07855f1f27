import PlumblineJSONTree

/// A mock that can show what it remembers.
package protocol StateShowing {
  /// A member a collection with its items: `{ "comments": [ { "id": 7 } ] }`.
  ///
  /// `nil` where that is more than an answer may have.
  var collections: JSON? { get }
}
