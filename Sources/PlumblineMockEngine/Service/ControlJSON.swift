import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The JSON representation of the control interface's values.
enum ControlJSON {
  static func response(_ status: Int, _ value: JSON) -> Response {
    Response(
      status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
      body: Body(value.serialized()))
  }

  static func problem(_ problem: Problem) -> JSON {
    [
      "level": JSON(problem.level.rawValue), "file": JSON(problem.location.file), "line": JSON(problem.location.line),
      "column": JSON(problem.location.column), "message": JSON(problem.message),
    ]
  }

  /// - Parameter isOld: A Boolean value that indicates whether to use the old name of errors.
  static func override(_ override: Override, left: Int?, isOld: Bool) -> JSON {
    var members: [(String, JSON)] = [("endpoint", JSON(override.endpoint))]
    switch override.plays {
    case .recording(let name): members.append(("recording", JSON(name)))
    case .failure(let name): members.append((isOld ? "failure" : "error", JSON(name)))
    case .status(let status): members.append(("status", JSON(status)))
    case .written(let answer):
      members.append(("status", JSON(answer.status)))
      members.append(("headers", .object(answer.fields.map { ($0.name, JSON($0.value)) })))
      if let body = try? JSON.parse(answer.body) {
        members.append(("body", body))
      } else {
        members.append(("text", JSON(String(decoding: answer.body, as: UTF8.self))))
      }
    case .made: members.append(("made", true))
    }
    if let left { members.append(("times", JSON(left))) }
    return .object(members)
  }

  static func fault(_ rule: FaultRule, left: Int?) -> JSON {
    var members: [(String, JSON)] = [
      ("fault", JSON(rule.fault.description)), ("share", JSON(rule.share)),
      ("endpoint", JSON(rule.endpoint.description)),
    ]
    if let left { members.append(("times", JSON(left))) }
    return .object(members)
  }

  static func delay(_ rule: DelayRule) -> JSON {
    ["delay": JSON(rule.delay.description), "endpoint": JSON(rule.endpoint.description)]
  }

  static func session(_ session: ServedSession) -> [(String, JSON)] {
    let port = session.ownPort
    return [
      ("name", JSON(session.name)), ("baseURL", port.map { JSON($0.baseURL) } ?? nil),
      ("port", port.map { JSON($0.port) } ?? nil),
    ]
  }

  static func drift(_ drift: Drift) -> JSON {
    var members: [(String, JSON)] = [
      ("rule", JSON(drift.rule.id)), ("severity", JSON(drift.severity.rawValue)),
    ]
    if let pointer = drift.pointer { members.append(("pointer", JSON("\(pointer)"))) }
    if let expected = drift.expected { members.append(("expected", JSON(expected))) }
    if let actual = drift.actual { members.append(("actual", JSON(actual))) }
    members.append(("message", JSON(drift.message)))
    members.append(("count", JSON(drift.count)))
    if let place = drift.contract {
      members.append(
        ("contract", ["file": JSON(place.file), "line": JSON(place.line), "column": JSON(place.column)]))
    }
    return .object(members)
  }
}
