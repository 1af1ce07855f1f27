import PlumblineJSONTree

extension SensitivityMap {
  /// The map as JSON, sorted, the same for the same client and contract.
  package var json: JSON {
    let all = endpoints.map { ($0, json(of: $0)) }
    return JSON.object([
      ("$schema", "../sensitivity.schema.json"), ("plumbline", 1), ("service", JSON(service)),
      ("endpoints", JSON.object(all)),
    ])
  }

  private func json(of endpoint: String) -> JSON {
    let unread = neverRead(of: endpoint).map { JSON($0.description) }
    let needs = groups(of: endpoint).map { group in
      JSON.object([
        ("calls", JSON.array(group.names.map { JSON($0) })),
        // A line a field, so that a review reads what has changed.
        ("fields", JSON.object(group.fields.map { ($0.field.description, JSON($0.need)) })),
      ])
    }
    return JSON.object([("neverRead", JSON.array(unread)), ("needs", JSON.array(needs))])
  }

  /// An endpoint's calls, those together that need the same.
  private func groups(of endpoint: String) -> [(names: [String], fields: [FieldSensitivity])] {
    var groups: [(names: [String], fields: [FieldSensitivity])] = []
    for call in calls where call.endpoint == endpoint {
      if let index = groups.firstIndex(where: { $0.fields == call.fields }) {
        groups[index].names.append(call.call)
      } else {
        groups.append(([call.call], call.fields))
      }
    }
    return groups
  }

  /// The map for people: an endpoint's calls that need the same are one table.
  package var text: String {
    var lines: [String] = []
    for id in endpoints {
      for group in groups(of: id) {
        lines += ["", "\(id): \(group.names.joined(separator: "; "))"]
        if group.fields.isEmpty { lines.append("  no field: the answer isn't JSON") }
        let width = min(48, group.fields.map(\.field.description.count).max() ?? 0)
        lines += group.fields.map { field in
          let name = field.field.description
          return "  \(name)\(String(repeating: " ", count: max(0, width - name.count)))  \(field.need)"
        }
      }
      let unread = neverRead(of: id)
      if !unread.isEmpty {
        lines.append("  no call reads: " + unread.map(\.description).joined(separator: ", "))
      }
    }
    return lines.dropFirst().joined(separator: "\n") + "\n"
  }
}
