import PlumblineContractModel

/// The endpoints of a service in aligned columns: the id, confidence, number of recordings, method, and path.
///
/// The path comes last, because its length varies most. If a line is too long, the parameters in its path lose their
/// names, and then the middle of the path is cut.
package struct ListingTable {
  private let width: Int?
  private let rows: [(endpoint: Report.EndpointLine, recordings: Int)]

  /// - Parameters:
  ///   - width: The maximum number of columns, or `nil` to never truncate lines, as for output to a pipe.
  ///   - rows: The endpoints, each with its number of recordings.
  package init(_ rows: [(endpoint: Report.EndpointLine, recordings: Int)], width: Int?) {
    self.rows = rows
    self.width = width
  }

  /// The heading and a line for each endpoint, without line breaks.
  package var lines: [String] {
    let titles = ["endpoint", "standing", "rec."]
    let all = rows.map { row in
      let parts = row.endpoint.request.printable.split(separator: " ", maxSplits: 1).map(String.init)
      return (
        cells: [row.endpoint.id.printable, row.endpoint.standings, String(row.recordings)],
        method: parts.count > 1 ? parts[0] : "", path: parts.last ?? "",
        when: row.endpoint.when.map { " when " + $0.printable }
      )
    }
    let columns = titles.indices.map { index in
      max(titles[index].displayWidth, all.map { $0.cells[index].displayWidth }.max() ?? 0)
    }
    let methods = all.map(\.method.displayWidth).max() ?? 0
    let used = 2 + columns.reduce(0) { $0 + $1 + 2 } + methods + 1
    let room = width.map { max(16, $0 - used) }

    func line(_ cells: [String], _ rest: String) -> String {
      let number = String(repeating: " ", count: max(0, columns[2] - cells[2].displayWidth)) + cells[2]
      return "  " + cells[0].padded(to: columns[0]) + "  " + cells[1].padded(to: columns[1]) + "  " + number + "  "
        + rest
    }
    return [line(titles, "request")]
      + all.map { row in
        let path = room.map { row.path.shortenedPath(to: $0) } ?? row.path
        let left = room.map { max(0, $0 - path.displayWidth) }
        let when = row.when.map { when in left.map { when.clipped(to: $0) } ?? when } ?? ""
        return line(row.cells, row.method.padded(to: methods) + " " + path + when)
      }
  }
}
