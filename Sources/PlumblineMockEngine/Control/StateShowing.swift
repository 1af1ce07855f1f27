import PlumblineJSONTree

/// A mock that can show what it remembers.
package protocol StateShowing {
  /// A member a collection with its items: `{ "comments": [ { "id": 7 } ] }`.
  var collections: JSON { get }
}
