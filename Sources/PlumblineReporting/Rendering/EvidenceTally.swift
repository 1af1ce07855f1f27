import PlumblineDriftDetection

/// The number of an endpoint's documented parts that have been seen in exchanges.
struct EvidenceTally {
  let endpoint: Report.EndpointName
  private(set) var seen = 0
  private(set) var documented = 0
  /// The documented parts that haven't been seen in any exchange.
  private(set) var unseen: [Evidence] = []

  /// Returns the tallies for the endpoints, in the order of the evidence.
  static func tallies(of evidence: [Evidence]) -> [EvidenceTally] {
    var tallies: [EvidenceTally] = []
    var places: [Report.EndpointName: Int] = [:]
    for one in evidence {
      let name = Report.EndpointName(service: one.service, id: one.endpoint)
      let place = places[name] ?? tallies.count
      if place == tallies.count {
        places[name] = place
        tallies.append(EvidenceTally(endpoint: name))
      }
      tallies[place].add(one)
    }
    return tallies
  }

  /// Returns the tallies by endpoint.
  static func byEndpoint(_ evidence: [Evidence]) -> [Report.EndpointName: EvidenceTally] {
    Dictionary(tallies(of: evidence).map { ($0.endpoint, $0) }) { first, _ in first }
  }

  private mutating func add(_ one: Evidence) {
    documented += 1
    if one.seen > 0 { seen += 1 } else { unseen.append(one) }
  }

  /// Returns a percentage as text, such as "87 %", or "–" if nothing is documented that could be seen.
  static func percent(_ seen: Int, of documented: Int) -> String {
    documented < 1 ? "–" : "\(percentage(seen, of: documented)) %"
  }

  /// Returns the percentage of parts that were seen, as an integer. It is 100 only if all of them were seen.
  static func percentage(_ seen: Int, of documented: Int) -> Int {
    if documented < 1 || seen >= documented { return 100 }
    return min(99, Int((Double(max(0, seen)) / Double(documented) * 100).rounded()))
  }
}

extension Evidence {
  /// A short description of the documented part, such as `200 /data/priority null`.
  var phrase: String {
    switch kind {
    case .status: "status \(status)"
    case .field: "\(status) \(place)"
    case .null: "\(status) \(place) as null"
    case .value: "\(status) \(place) = \(value ?? "")"
    }
  }

  private var place: String { pointer?.description ?? "" }
}

extension Report {
  /// A sentence about parts that aren't included in the report's evidence, or `nil` if all of them are.
  var cutEvidence: String? {
    if cutAnswers == 0 { return nil }
    let subject = String.count(cutAnswers, "answer")
    return "\(subject) \(cutAnswers == 1 ? "documents" : "document") more parts than are counted here:"
      + " the deepest fields of large responses are left out."
  }
}
