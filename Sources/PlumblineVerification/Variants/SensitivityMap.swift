import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// What the methods of a service's client need of each field of each answer, found by experiment.
package struct SensitivityMap: Sendable {
  package let service: String
  /// One a call, sorted by endpoint and name.
  package let calls: [CallSensitivity]

  package init(service: String, outcomes: [VariantOutcome]) {
    self.service = service
    calls = outcomes.compactMap(\.sensitivity).sorted { ($0.endpoint, $0.call) < ($1.endpoint, $1.call) }
  }

  /// The ids of the endpoints, sorted.
  package var endpoints: [String] { Set(calls.map(\.endpoint)).sorted() }

  /// The fields of an endpoint's answers that none of its calls reads, of nested ones the outermost.
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

  /// A notice for each documented field that no call reads. The envelope's own members are every client's business and
  /// are left out.
  package func ignoredFields(_ contract: Contract) -> [Drift] {
    let slots = [contract.envelope?.flag, contract.envelope?.message, contract.envelope?.errorCode].compactMap { $0 }
    return endpoints.flatMap { id -> [Drift] in
      neverRead(of: id).filter { $0.tokens.first.map { !slots.contains($0) } ?? false }.map { field in
        Drift(
          rule: Rule.client.ignoresField, service: service, endpoint: id,
          pointer: JSONPointer(tokens: ["response", "body"] + field.tokens), expected: "a field that is read",
          actual: "never read", message: "The contract documents this field, and no call of the suite reads it.",
          contract: contract.endpoint(id)?.location)
      }
    }
  }
}
