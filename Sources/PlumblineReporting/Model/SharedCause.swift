import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Several findings that have one cause, reported as the first one with the locations of the others.
struct SharedCause {
  /// The number of endpoints that are named. For a change, it usually covers all of them, because each needs attention.
  private static let named = (drift: 4, change: 40)

  /// The fingerprint of the cause, which consists of sixteen hexadecimal digits and may be named by a waiver.
  let cause: String
  /// The endpoints that show the cause, in the order of the findings.
  let endpoints: [Report.EndpointName]
  let findings: Int
  /// A Boolean value that indicates whether the cause is a change of a contract.
  var isChange = false
  /// The cause, if it affects many fields and the first finding's sentence mentions only one of them.
  var title: String?
  /// The affected fields, in the order of the findings.
  var fields: [String] = []
  /// The difference that all of the findings are signs of, if the first finding's message mentions only one sign.
  var difference: Difference?

  var isOfSeveralEndpoints: Bool { endpoints.count > 1 }
  /// A Boolean value that indicates whether the first finding's message is incomplete.
  var isTold: Bool { isOfSeveralEndpoints || title != nil || difference != nil }

  /// The extent of the cause as a phrase, such as `on 35 endpoints: tickets.list, tickets.get, tickets.create,
  /// tickets.update and 31 more`. For one endpoint it is the number of findings. Fields have a title before them, such
  /// as `can't read dates with a fraction of a second, 65 fields: …`. A difference has its title and places, such as
  /// `The members of answers are written in snake_case: one cause of 55 findings on 14 endpoints: …; 21 fields: …`.
  var phrase: String {
    let list = Spelling.list(fields, limit: Self.shown)
    let names = fields.isEmpty ? "" : "\(String.count(fields.count, "field")): \(list)"
    if let difference {
      let spread = isOfSeveralEndpoints ? " \(places)" : ""
      return "\(difference.title): one cause of \(findings) findings\(spread)" + (names.isEmpty ? "" : "; \(names)")
    }
    guard let title else { return places }
    return "The client \(title)" + (names.isEmpty ? "" : ", \(names)") + (isOfSeveralEndpoints ? "; \(places)" : "")
  }

  /// The maximum number of fields that are named.
  private static let shown = 12

  private var places: String {
    guard isOfSeveralEndpoints else { return .count(findings, "finding") }
    let limit = isChange ? Self.named.change : Self.named.drift
    let names = endpoints.prefix(limit).map(\.id).joined(separator: ", ")
    let more = endpoints.count > limit ? " and \(endpoints.count - limit) more" : ""
    return "on \(endpoints.count) endpoints: \(names)\(more)"
  }

  /// Returns the name for grouping findings that several endpoints share.
  static func groupName(of service: String) -> Report.EndpointName {
    Report.EndpointName(service: service, id: "several endpoints")
  }

  /// Returns one finding per cause and severity, in the order of the findings, with those of several endpoints first.
  /// It also returns, by fingerprint, the causes of the findings that represent several. All findings that a common
  /// difference explains have one cause, regardless of severity. The first of the most severe ones represents it.
  static func folded(_ findings: [Drift]) -> (told: [Drift], shared: [String: SharedCause]) {
    var order: [String] = []
    var groups: [String: [Drift]] = [:]
    for finding in findings {
      let key = finding.common == nil ? "\(finding.severity.rawValue) \(finding.cause)" : finding.cause
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(finding)
    }
    var told: (shared: [Drift], single: [Drift]) = ([], [])
    var shared: [String: SharedCause] = [:]
    for key in order {
      guard let group = groups[key], let worst = group.map(\.severity).max(),
        var first = group.first(where: { $0.severity == worst })
      else { continue }
      var seen: Set<Report.EndpointName> = []
      let endpoints = group.flatMap(\.endpointNames).filter { seen.insert($0).inserted }
      let count = group.reduce(0) { $0 + $1.findingCount }
      if count > 1 {
        first.clientError = first.clientError ?? group.lazy.compactMap(\.clientError).first
        first.count = group.reduce(0) { $0.addingReportingOverflow($1.count).partialValue }
        var cause = SharedCause(
          cause: first.cause, endpoints: endpoints, findings: count, isChange: first.rule.isOfChanges)
        if let difference = first.common {
          (cause.difference, cause.fields) = (difference, Self.fields(of: group))
        } else if first.rule == Rule.client.stricterThanContract, let title = first.promise {
          (cause.title, cause.fields) = (title, Self.fields(of: group))
        }
        shared[first.fingerprint] = cause
      }
      if endpoints.count > 1 { told.shared.append(first) } else { told.single.append(first) }
    }
    // With several services, each has its own group.
    let services = told.shared.map(\.service)
    let ranks = Dictionary(services.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    let ordered = told.shared.enumerated().sorted { left, right in
      let (one, other) = (ranks[left.element.service] ?? 0, ranks[right.element.service] ?? 0)
      if one != other { return one < other }
      if left.element.severity != right.element.severity { return left.element.severity > right.element.severity }
      return left.offset < right.offset
    }
    return (ordered.map(\.element) + told.single, shared)
  }

  /// Returns the places of findings in a response's body, without duplicates. The list is empty for findings about the
  /// whole body.
  private static func fields(of findings: [Drift]) -> [String] {
    let body = JSONPointer(tokens: ["response", "body"])
    var seen: Set<String> = []
    return findings.compactMap { finding in
      guard finding.detail != "required", let place = finding.pointer.map(Fingerprint.folded), place.isWithin(body),
        place != body
      else { return nil }
      let field = JSONPointer(tokens: Array(place.tokens.dropFirst(body.tokens.count))).description
      return seen.insert(field).inserted ? field : nil
    }
  }
}
