import PlumblineContractModel
import PlumblineJSONTree

extension Report.UsedValue {
  /// Creates a value from the output of ``write(to:)``.
  init(_ json: JSON) throws(Problem) {
    var endpoints: [String] = []
    for endpoint in try json.list("endpoints") {
      guard let id = endpoint.string else {
        throw Problem(endpoint.location, "\"endpoints\" must contain names, not \(endpoint.kind.name).")
      }
      endpoints.append(id)
    }
    self.init(
      service: try json.text("service"), variable: try json.text("variable"), value: try json.text("value"),
      origin: try json.word("origin"), endpoints: endpoints)
  }

  /// Writes the value as an object.
  func write(to json: inout JSONBuilder) {
    json.object { json in
      json.member("service", service)
      json.member("variable", variable)
      json.member("value", value)
      json.member("origin", origin.rawValue)
      json.array("endpoints", of: endpoints) { json, endpoint in json.string(endpoint) }
    }
  }
}
