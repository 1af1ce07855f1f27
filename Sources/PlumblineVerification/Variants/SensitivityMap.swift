import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting

/// The requirements that a service's client methods have for each field of each response, found by experiment.
package struct SensitivityMap: Sendable {
  package let service: String
  /// The requirements of each call, sorted by endpoint and name.
  package let calls: [CallSensitivity]

  package init(service: String, outcomes: [VariantOutcome]) {
    self.service = service
    calls = outcomes.compactMap(\.sensitivity).sorted { ($0.endpoint, $0.call) < ($1.endpoint, $1.call) }
  }

  /// The ids of the endpoints, sorted.
  package var endpoints: [String] { Set(calls.map(\.endpoint)).sorted() }

  /// Returns the fields of an endpoint's responses that none of its calls reads. If a field's parent is never read
  /// either, only the parent is included.
  package func neverRead(of endpoint: String) -> [JSONPointer] {
    var fields: [JSONPointer: Bool] = [:]
    for field in calls.lazy.filter({ $0.endpoint == endpoint }).flatMap(\.fields) {
      fields[field.field] = (fields[field.field] ?? true) && field.isRead == false
    }
    return fields.filter(\.value).keys.filter { field in
      var parent = field.parent
      while let place = parent, !place.tokens.isEmpty {
        if fields[place] == true { return false }
        parent = place.parent
      }
      return true
    }.sorted()
  }

  /// Returns a notice for each documented field that no call reads. The envelope's own members are excluded, because
  /// they aren't specific to one endpoint.
  package func ignoredFields(_ contract: Contract) -> [Drift] {
    let envelope = contract.envelope
    let slots = [envelope?.flag?.place, envelope?.message, envelope?.errorCode].compactMap { $0 }
    return endpoints.flatMap { id -> [Drift] in
      neverRead(of: id).filter { field in
        !field.tokens.isEmpty && !slots.contains { field.isWithin($0) || $0.isWithin(field) }
      }.map { field in
        Drift(
          rule: Rule.client.ignoresField, service: service, endpoint: id,
          pointer: JSONPointer(tokens: ["response", "body"] + field.tokens), expected: "a field that is read",
          actual: "never read", message: "The contract documents this field, but no call in the suite reads it.",
          contract: contract.endpoint(id)?.location)
      }
    }
  }
}

/// The requirements that one call's client method has for its endpoint's response.
package struct CallSensitivity: Sendable {
  package let endpoint: String
  package let call: String
  /// The requirements for each field, sorted by name.
  package internal(set) var fields: [FieldSensitivity] = []
}

extension SensitivityMap {
  /// Returns the map as sorted JSON. It is identical for the same client and contract.
  ///
  /// - Parameter schema: The path of `sensitivity.schema.json` relative to the file's folder, or `nil` to omit
  ///   `$schema`.
  package func json(schema: String? = "../sensitivity.schema.json") -> JSON {
    let all = endpoints.map { ($0, json(of: $0)) }
    return JSON.object(
      (schema.map { [("$schema", JSON($0))] } ?? []) + [
        ("plumbline", 1), ("service", JSON(service)), ("endpoints", JSON.object(all)),
      ])
  }

  private func json(of endpoint: String) -> JSON {
    let unread = neverRead(of: endpoint).map { JSON($0.description) }
    let needs = groups(of: endpoint).map { group in
      JSON.object([
        ("calls", JSON.array(group.names.map { JSON($0) })),
        // One line per field, so that reviews show exactly which fields have changed.
        ("fields", JSON.object(group.fields.map { ($0.field.description, JSON($0.need)) })),
      ])
    }
    return JSON.object([("neverRead", JSON.array(unread)), ("needs", JSON.array(needs))])
  }

  /// Returns an endpoint's calls, grouped by equal requirements.
  private func groups(of endpoint: String) -> [(names: [String], fields: [FieldSensitivity])] {
    var groups: [(names: [String], fields: [FieldSensitivity])] = []
    for call in calls where call.endpoint == endpoint {
      let fields = call.fields.map(\.withoutTexts)
      if let index = groups.firstIndex(where: { $0.fields.map(\.withoutTexts) == fields }) {
        groups[index].names.append(call.call)
      } else {
        groups.append(([call.call], call.fields))
      }
    }
    return groups
  }

  /// The human-readable map. An endpoint's calls with equal requirements share a table. Line breaks in names are
  /// escaped.
  package var text: String {
    var lines: [String] = []
    for id in endpoints {
      for group in groups(of: id) {
        lines += ["", "\(id): \(group.names.joined(separator: "; "))"]
        if group.fields.isEmpty { lines.append("  no field: the response isn't JSON") }
        let width = min(48, group.fields.map(\.field.description.printable.count).max() ?? 0)
        lines += group.fields.map { field in
          let name = field.field.description.printable
          return "  \(name)\(String(repeating: " ", count: max(0, width - name.count)))  \(field.need)"
            + (field.texts.map { " · \($0)" } ?? "")
        }
      }
      let unread = neverRead(of: id)
      if !unread.isEmpty {
        lines.append("  no call reads: " + unread.map(\.description).joined(separator: ", "))
      }
    }
    return lines.dropFirst().map(\.printable).joined(separator: "\n") + "\n"
  }
}
