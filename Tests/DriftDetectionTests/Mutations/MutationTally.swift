/// A count of the changes of each kind, and of the inspector's results.
struct MutationTally: Sendable {
  struct Row: Sendable {
    /// The number of changes.
    var made = 0
    /// The number of changes for which exactly the expected findings were reported.
    var right = 0
    /// The number of expected findings that were reported.
    var caught = 0
    /// The number of expected findings that weren't reported.
    var missed = 0
    /// The number of reported findings that weren't expected.
    var extra = 0
    /// The first few changes with incorrect findings.
    var examples: [String] = []
  }

  private(set) var rows: [String: Row] = [:]

  mutating func note(_ change: Change, found: [String], in name: String) {
    var row = rows[change.kind] ?? Row()
    let came = Set(found)
    row.made += 1
    row.caught += came.intersection(change.expected).count
    row.missed += change.expected.subtracting(came).count
    row.extra += came.subtracting(change.expected).count + found.count - came.count
    if came == change.expected, came.count == found.count {
      row.right += 1
    } else if row.examples.count < 3 {
      row.examples.append("\(name): \(found), not \(change.expected.sorted())")
    }
    rows[change.kind] = row
  }

  mutating func add(_ other: MutationTally) {
    for (kind, row) in other.rows {
      var sum = rows[kind] ?? Row()
      sum.made += row.made
      sum.right += row.right
      sum.caught += row.caught
      sum.missed += row.missed
      sum.extra += row.extra
      sum.examples = Array((sum.examples + row.examples).prefix(3))
      rows[kind] = sum
    }
  }

  var missed: Int { rows.values.reduce(0) { $0 + $1.missed } }
  var extra: Int { rows.values.reduce(0) { $0 + $1.extra } }
  var made: Int { rows.values.reduce(0) { $0 + $1.made } }

  /// A human-readable table of the kinds.
  var table: String {
    let width = rows.keys.map(\.count).max() ?? 0
    func cells(_ name: String, _ cells: [String]) -> String {
      name + String(repeating: " ", count: width - name.count)
        + cells.map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()
    }
    let heading = cells(
      "change" + String(repeating: " ", count: max(0, width - 6)), ["made", "caught", "silent", "missed", "extra"])
    let lines = rows.sorted { $0.key < $1.key }.map { kind, row in
      cells(kind, [row.made, row.caught, row.made - row.caught, row.missed, row.extra].map { "\(max(0, $0))" })
    }
    let sums = [
      made, rows.values.reduce(0) { $0 + $1.caught }, 0, missed, extra,
    ].enumerated().map { $0.offset == 2 ? "" : "\($0.element)" }
    return ([heading] + lines + [cells("all", sums)]).joined(separator: "\n")
  }
}
