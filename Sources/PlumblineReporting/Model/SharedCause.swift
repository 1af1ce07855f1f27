import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Several findings with the same cause. The first one is reported, along with the locations of the others.
struct SharedCause {
  /// The maximum number of endpoints to name. For a change, this usually includes all of them, because each needs
  /// attention.
  private static let named = (drift: 4, change: 40)

  /// The fingerprint of the cause: sixteen hexadecimal digits, which can be used in a waiver.
  let cause: String
  /// The affected endpoints, in the order of the findings.
  let endpoints: [Report.EndpointName]
  let findings: Int
  /// A Boolean value that indicates whether the cause is a change to a contract.
  var isChange = false
  /// A description of the cause, if it affects many fields and the first finding's message mentions only one of them.
  var title: String?
  /// The affected fields, in the order of the findings.
  var fields: [String] = []
  /// The difference that explains all of the findings, if the first finding's message mentions only one aspect of it.
  var difference: Difference?

  var isOfSeveralEndpoints: Bool { endpoints.count > 1 }
  /// A Boolean value that indicates whether the first finding's message alone would be incomplete.
  var isTold: Bool { isOfSeveralEndpoints || title != nil || difference != nil }

  /// The extent of the cause as a phrase, such as
  /// `on 35 endpoints: tickets.list, tickets.get, tickets.create, tickets.update and 31 more`.
  ///
  /// For a single endpoint, it is the number of findings. Fields are preceded by a title, as in
  /// `can't read dates with a fraction of a second, 65 fields: …`. A difference is given with its title and locations,
  /// as in
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

  /// The maximum number of fields to name.
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

  /// Returns one finding per cause and severity, in the order of the findings, but with those of several endpoints
  /// first. Also returns the causes of findings that represent several others, by fingerprint.
  ///
  /// All findings that a common difference explains have the same cause, regardless of severity. They are represented
  /// by the first of the most severe ones.
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
    // If there are several services, each has its own group.
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

  /// Returns the locations of findings in a response's body, without duplicates. Findings about the whole body are
  /// ignored.
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
