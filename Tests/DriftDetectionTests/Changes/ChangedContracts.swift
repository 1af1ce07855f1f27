import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Two contracts that differ in one thing, and what a comparison says of them.
enum ChangedContracts {
  /// What differs between contracts of which these are the members besides what every contract has.
  static func changes(_ old: String, _ new: String, today: String? = nil) -> [Drift] {
    ContractComparison(old: contract(old), new: contract(new), options: .init(today: today)).changes()
  }

  /// What differs between contracts with one endpoint of which these are the members.
  static func changes(ofEndpoint old: String, _ new: String, today: String? = nil) -> [Drift] {
    changes(endpoint(old), endpoint(new), today: today)
  }

  /// What differs where a request's body has these schemas.
  static func changes(ofBody old: String, _ new: String) -> [Drift] {
    changes(ofEndpoint: "\"body\": \(old)", "\"body\": \(new)")
  }

  /// What differs where an answer's body has these schemas.
  static func changes(ofAnswer old: String, _ new: String) -> [Drift] {
    changes(ofEndpoint: answer(old), answer(new))
  }

  static func contract(_ members: String) -> Contract {
    let envelope = members.contains("\"envelope\"") ? "" : "\"envelope\": null, "
    let text = "{ \"plumbline\": 1, \"service\": \"notes\", \"title\": \"Notes\", \(envelope)\(members) }"
    return Notes.make(files: ["contract.json": text])
  }

  /// One endpoint; it says nothing by its answer unless it is told to.
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
