import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting

extension Sample {
  private static func endpoint(
    _ service: String, _ id: String, _ request: String, _ standing: Standing = .documented
  ) -> Report.EndpointLine {
    Report.EndpointLine(service: service, id: id, request: request, standing: standing)
  }

  private static let inventory = [
    endpoint("truelog", "assets.list", "GET /api/v2/assets"),
    endpoint("truelog", "assets.get", "GET /api/v2/assets/{asset_id}"),
    endpoint("truelog", "assets.update", "PUT /api/v2/assets/{asset_id}"),
    endpoint("truelog", "accessories.checkin", "POST /api/v2/accessories/{accessory_id}/checkin", .assumed),
    endpoint("truelog", "accessories.checkout", "POST /api/v2/accessories/{accessory_id}/checkout", .unconfirmed),
    comment,
    endpoint("truelog", "comments.list", "GET /api/v2/tickets/{ticket_id}/comments"),
    endpoint("truelog", "tickets.list", "GET /api/v2/tickets"), edit,
    endpoint("truelog", "tickets.delete", "DELETE /api/v2/tickets/{ticket_id}", .assumed),
    endpoint("photoscout", "spots.list", "GET /spots"),
    endpoint("photoscout", "spots.nearby", "GET /spots/nearby", .unconfirmed),
  ]

  private static func found(
    _ rule: Rule, _ endpoint: Int, _ pointer: JSONPointer?, _ expected: String?, _ actual: String?, _ message: String,
    status: Int? = 200, count: Int = 1, line: Int? = nil, call: String? = nil, recording: String? = nil,
    detail: String? = nil
  ) -> Drift {
    let one = inventory[endpoint]
    var drift = Drift(
      rule: rule, service: one.service, endpoint: one.id, status: status, pointer: pointer, expected: expected,
      actual: actual, message: message,
      contract: line.map { SourceLocation(file: "Contracts/\(one.service)/contract.json", line: $0, column: 17) },
      detail: detail, call: call.map { "\(one.id): \($0)" })
    drift.count = count
    drift.recording = recording
    return drift
  }

  private static let foundDrift = [
    found(
      Rule.response.field.numberAsString, 8, "/response/body/data/id", "integer", "string \"1042\"",
      "The number 1042 came as a string.", count: 3, line: 412, call: "edits a ticket"),
    found(
      Rule.response.field.caseChanged, 8, "/response/body/data/assignedTo", "assigned_to", "assignedTo",
      "The field \"assigned_to\" is spelled \"assignedTo\".", line: 431, call: "edits a ticket"),
    found(
      Rule.response.field.valueNotInEnum, 7, "/response/body/data/0/priority",
      "one of \"low\", \"medium\", \"high\"", "\"urgent\"", "\"urgent\" is none of the documented values.", count: 50,
      line: 398, recording: "tickets.list/first-page", detail: "urgent"),
    found(
      Rule.response.field.undocumented, 7, "/response/body/data/0/escalation_level", "no such member", "integer 2",
      "The contract says nothing of the field \"escalation_level\".", count: 50, line: 380, call: "lists tickets"),
    found(
      Rule.endpoint.moved, 4, nil, "POST /api/v2/accessories/{accessory_id}/checkout",
      "POST /api/v2/accessories/{accessory_id}/check-out", "The endpoint answers at another path.", status: 308,
      line: 210, call: "checks an accessory out"),
    found(
      Rule.response.field.format, 10, "/response/body/0/created_at", "date-time", "string \"21.11.2026 08:15\"",
      "The text isn't a date-time.", line: 77, call: "lists spots"),
    found(
      Rule.endpoint.deprecated, 11, nil, nil, "Deprecation: @1767225600",
      "The server calls this endpoint deprecated.", line: 102, call: "finds spots nearby"),
  ]

  /// A report that contains everything: drift of each severity in two services, waived drift, failed and skipped calls,
  /// problems, evidence and coverage.
  static var full: Report {
    var waived = found(
      Rule.response.field.nullNotAllowed, 1, "/response/body/data/location", "object", "null",
      "The field is null, and the contract doesn't allow it.", line: 301, call: "reads an asset")
    waived.waived = Waived(reason: "Assets in transit have no location until the next release.", until: "2027-03-31")
    var report = Report(
      command: "verify", target: "https://staging.example.com", endpoints: inventory, drift: foundDrift + [waived],
      exchanges: 61,
      services: [
        .init(name: "truelog", title: "TrueLog Inventory API"), .init(name: "photoscout", title: "PhotoScout API"),
      ])
    report.calls =
      inventory.flatMap { [call($0, "answers as documented"), call($0, "refuses who may not")] }
      + [
        call(inventory[8], "edits a ticket", .drifted), call(inventory[7], "lists tickets", .drifted),
        call(
          inventory[5], "edits a comment", .failed, "Expected the content \"Dock replaced.\", got \"Dock broken.\"."),
        call(
          inventory[9], "deletes a ticket", .skipped, "It changes something on the server; --allow-writes is missing."),
        call(inventory[3], "checks in", .skipped, "It changes something on the server; --allow-writes is missing."),
      ]
    report.problems = [
      Problem(
        SourceLocation(file: "Contracts/truelog/tickets.json", line: 12, column: 16),
        "The failure \"notfound\" isn't defined; did you mean \"notFound\"?\n  \"failures\": [\"notfound\"]\n               ^",
        level: .warning)
    ]
    report.evidence = inventory.enumerated().flatMap { index, endpoint in
      let pointer = JSONPointer(tokens: ["response", "body", "data", "priority"])
      return [
        Evidence(service: endpoint.service, endpoint: endpoint.id, kind: .status, status: 200, seen: 4),
        Evidence(service: endpoint.service, endpoint: endpoint.id, kind: .status, status: 404, seen: index % 3),
        Evidence(service: endpoint.service, endpoint: endpoint.id, kind: .null, status: 200, pointer: pointer),
        Evidence(
          service: endpoint.service, endpoint: endpoint.id, kind: .field, status: 200, pointer: pointer, seen: 2),
        Evidence(
          service: endpoint.service, endpoint: endpoint.id, kind: .value, status: 200, pointer: pointer,
          value: "\"urgent\"", seen: index % 2),
      ]
    }
    report.coverage = inventory.enumerated().map { index, endpoint in
      Report.CoverageLine(
        endpoint: endpoint, recordings: [11, 6, 8, 8, 8, 5, 7, 12, 9, 6, 3, 0][index],
        calls: [4, 3, 5, 4, 4, 4, 3, 6, 5, 4, 2, 0][index],
        mock: index == 11 ? .never : index == 5 ? .failed : .passed,
        server: [
          .passed, .passed, .never, .never, .drifted, .failed, .passed, .drifted, .drifted, .never, .passed, .never,
        ][
          index], seen: [5, 4, 3, 5, 2, 3, 4, 5, 5, 2, 1, 0][index], documented: 5)
    }
    report.outages = [
      Report.OutageLine(
        service: "truelog", endpoint: "assets.get", cause: "The server is unavailable: 502 Bad Gateway.",
        places: [SourceLocation(file: "captures/monday.har", line: 90, column: 7)])
    ]
    report.exit = report.exitStatus(gate: .warning)
    return report
  }

  /// Returns a report with `count` different findings, spread over fifty endpoints and as many calls.
  static func large(_ count: Int) -> Report {
    let endpoints = (0..<50).map { endpoint("truelog", "things\($0).list", "GET /api/v2/things\($0)") }
    var report = Report(
      command: "verify", target: "mock", endpoints: endpoints, exchanges: count,
      services: [.init(name: "truelog", title: "TrueLog Inventory API")])
    let rules = [Rule.response.field.numberAsString, Rule.response.field.undocumented, Rule.endpoint.deprecated]
    report.drift = (0..<count).map { index in
      let one = endpoints[index % endpoints.count]
      return Drift(
        rule: rules[index % 3], service: one.service, endpoint: one.id, status: 200,
        pointer: JSONPointer(tokens: ["response", "body", "data", "field_\(index)"]), expected: "integer",
        actual: "string \"\(index)\"", message: "The number \(index) came as a string.",
        contract: SourceLocation(file: "Contracts/truelog/contract.json", line: index + 1, column: 7),
        call: "\(one.id): call \(index % 500)")
    }
    report.calls = (0..<500).map { call(endpoints[$0 % endpoints.count], "call \($0)", .drifted) }
    report.exit = report.exitStatus(gate: .warning)
    return report
  }
}
