import PlumblineJSONTree

/// Holds schemas of one set of files to those of another: is each value of the one a value of the other?
///
///     let comparison = SchemaComparison(old: ["contract.json": before], new: ["contract.json": after], view: .response)
///     comparison.inclusion(of: newTicket, on: .new, in: oldTicket).gaps.first?.witness      // {"id": "17"}
package final class SchemaComparison {
  /// Which of the two sets of files a schema stands in.
  package enum Side: Sendable, Hashable { case old, new }

  private let old: [String: JSONDocument]
  private let new: [String: JSONDocument]
  private let view: SchemaView

  /// - Parameters:
  ///   - old: the files of one side, by the names that references in them use.
  ///   - new: those of the other.
  ///   - view: from which side their schemas are seen.
  package init(old: [String: JSONDocument], new: [String: JSONDocument], view: SchemaView) {
    self.old = old
    self.new = new
    self.view = view
  }

  /// Whether each value of one schema is a value of another, which stands on the other side.
  ///
  /// - Parameters:
  ///   - values: the schema whose values are asked about, in a file of its side; `nil` takes anything.
  ///   - side: the side of `values`; `bounds` is the other's.
  ///   - bounds: the schema that is to take them; `nil` takes anything.
  package func inclusion(of values: JSON?, on side: Side, in bounds: JSON?) -> SchemaInclusion {
    SchemaInclusion()
  }
}
