import PlumblineContractModel
import PlumblineJSONTree

extension Report.OmittedMutations {
  /// Creates a line from the output of ``write(to:)``.
  init(_ json: JSON) throws(Problem) {
    var givenUp: GivenUp?
    if let reason = try json.textIfAny("reason") { givenUp = GivenUp(call: try json.text("call"), reason: reason) }
    self.init(
      service: try json.text("service"), endpoint: try json.text("endpoint"), givenUp: givenUp,
      count: try json.count("leftOut"), all: try json.count("variants"))
  }

  /// Writes the line as an object.
  func write(to json: inout JSONBuilder) {
    json.object { json in
      json.member("service", service)
      json.member("endpoint", endpoint)
      if let givenUp {
        json.member("call", givenUp.call)
        json.member("reason", givenUp.reason)
      }
      json.member("leftOut", count)
      json.member("variants", all)
    }
  }
}
