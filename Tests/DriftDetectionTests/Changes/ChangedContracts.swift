import PlumblineContractModel
import PlumblineDriftDetection

/// Two contracts with a single difference, and the expected result of their comparison.
enum ChangedContracts {
  /// Returns the changes between contracts that have these members in addition to those that every contract has.
  static func changes(_ old: String, _ new: String, today: String? = nil) -> [Drift] {
    ContractComparison(old: contract(old), new: contract(new), options: .init(today: today)).changes()
  }

  /// Returns the changes between contracts with one endpoint that has these members.
  static func changes(ofEndpoint old: String, _ new: String, today: String? = nil) -> [Drift] {
    changes(endpoint(old), endpoint(new), today: today)
  }

  /// Returns the changes between two schemas of a request's body.
  static func changes(ofBody old: String, _ new: String) -> [Drift] {
    changes(ofEndpoint: "\"body\": \(old)", "\"body\": \(new)")
  }

  /// Returns the changes between two schemas of a response's body.
  static func changes(ofAnswer old: String, _ new: String) -> [Drift] {
    changes(ofEndpoint: answer(old), answer(new))
  }

  static func contract(_ members: String) -> Contract {
    let envelope = members.contains("\"envelope\"") ? "" : "\"envelope\": null, "
    let text = "{ \"plumbline\": 1, \"service\": \"notes\", \"title\": \"Notes\", \(envelope)\(members) }"
    return Notes.make(files: ["contract.json": text])
  }

  /// Returns an endpoint whose response has no body unless the members describe one.
  static func endpoint(_ members: String, id: String = "notes.put", request: String = "PUT /notes") -> String {
    "\"endpoints\": { \(line(members, id: id, request: request)) }"
  }

  static func line(_ members: String, id: String = "notes.put", request: String = "PUT /notes") -> String {
    let success = members.contains("\"success\"") ? "" : "\"success\": { \"204\": {} }"
    let parts = [
      "\"summary\": \"Put\"", "\"request\": \"\(request)\"", "\"source\": \"1\"", members, success,
    ]
    return "\"\(id)\": { \(parts.filter { !$0.isEmpty }.joined(separator: ", ")) }"
  }

  static func answer(_ schema: String, status: Int = 200) -> String {
    "\"success\": { \"\(status)\": { \"body\": \(schema) } }"
  }
}

extension [Drift] {
  /// The identifiers of the rules.
  var rules: [String] { map(\.rule.id) }
}
