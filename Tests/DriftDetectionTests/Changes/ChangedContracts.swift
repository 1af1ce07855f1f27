import PlumblineContractModel
import PlumblineDriftDetection

/// Two contracts with a single difference, and the expected result of their comparison.
enum ChangedContracts {
  /// Returns the changes between contracts that have these members besides those of every contract.
  static func changes(_ old: String, _ new: String, today: String? = nil) -> [Drift] {
    ContractComparison(old: contract(old), new: contract(new), options: .init(today: today)).changes()
  }

  /// Returns the changes between contracts with one endpoint that has these members.
  static func changes(ofEndpoint old: String, _ new: String, today: String? = nil) -> [Drift] {
    changes(endpoint(old), endpoint(new), today: today)
  }

  /// Returns the changes if a request's body has these schemas.
  static func changes(ofBody old: String, _ new: String) -> [Drift] {
    changes(ofEndpoint: "\"body\": \(old)", "\"body\": \(new)")
  }

  /// Returns the changes if a response's body has these schemas.
  static func changes(ofAnswer old: String, _ new: String) -> [Drift] {
    changes(ofEndpoint: answer(old), answer(new))
  }

  static func contract(_ members: String) -> Contract {
    let envelope = members.contains("\"envelope\"") ? "" : "\"envelope\": null, "
    let text = "{ \"plumbline\": 1, \"service\": \"notes\", \"title\": \"Notes\", \(envelope)\(members) }"
    return Notes.make(files: ["contract.json": text])
  }

  /// An endpoint; its response says nothing unless the members describe it.
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
  /// The ids of the rules.
  var rules: [String] { map(\.rule.id) }
}
