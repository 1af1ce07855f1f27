import PlumblineContractModel
import PlumblineDriftDetection

/// The context that the parts of a page share: the digest, the verdict, and the anchors for links between them.
struct HTMLPage {
  let report: Report
  let options: ReportOptions
  let digest: ReportDigest
  let verdict: Verdict
  let matrix: CoverageMatrix
  /// The findings that the page shows.
  let shown: [Drift]
  private let anchors: [Report.EndpointName: String]
  /// The severity section in which each endpoint first appears.
  let firstSeverities: [Report.EndpointName: Severity]
  /// The fingerprints of the findings for whose exchanges the page has room.
  private let withExchange: Set<String>
  private let ruleAnchors: [String: String]
  /// The rules that the page explains, in the order in which findings name them.
  let rules: [(rule: Rule, explanation: RuleExplanation)]

  init(_ report: Report, _ options: ReportOptions) {
    self.report = report
    self.options = options
    digest = ReportDigest(report)
    verdict = Verdict(digest)
    matrix = CoverageMatrix(digest)
    shown = digest.mostSevere(HTMLRenderer.limit)
    var anchors: [Report.EndpointName: String] = [:]
    var firstSeverities: [Report.EndpointName: Severity] = [:]
    var withExchange: Set<String> = []
    var room = HTMLRenderer.exchangeRoom
    for severity in Severity.allCases.sorted(by: >) {
      for group in digest.groups(shown.filter { $0.severity == severity }) {
        if anchors[group.name] == nil {
          firstSeverities[group.name] = severity
          anchors[group.name] = "endpoint-\(anchors.count)"
        }
        for finding in group.findings {
          guard let exchange = finding.exchange else { continue }
          room -= exchange.weight
          if room >= 0 { withExchange.insert(finding.fingerprint) }
        }
      }
    }
    for finding in digest.waived where finding.exchange != nil {
      room -= finding.exchange?.weight ?? 0
      if room >= 0 { withExchange.insert(finding.fingerprint) }
    }
    self.firstSeverities = firstSeverities
    self.withExchange = withExchange
    // If an endpoint shares all of its findings with others, its link leads to the shared group.
    for finding in shown {
      guard let cause = digest.cause(of: finding), cause.isOfSeveralEndpoints else { continue }
      for name in cause.endpoints where anchors[name] == nil {
        anchors[name] = anchors[SharedCause.groupName(of: name.service)]
      }
    }
    self.anchors = anchors
    var rules: [(rule: Rule, explanation: RuleExplanation)] = []
    var ruleAnchors: [String: String] = [:]
    for finding in shown + digest.waived {
      guard ruleAnchors[finding.rule.id] == nil, let explanation = finding.rule.explanation else { continue }
      ruleAnchors[finding.rule.id] = "rule-\(rules.count)"
      rules.append((finding.rule, explanation))
    }
    self.rules = rules
    self.ruleAnchors = ruleAnchors
  }

  /// Returns the id of an endpoint's findings on the page, or `nil` when there are none.
  func anchor(_ name: Report.EndpointName) -> String? { anchors[name] }

  /// Returns the id of a rule's explanation on the page, or `nil` when there is none.
  func anchor(_ rule: Rule) -> String? { ruleAnchors[rule.id] }

  /// Returns a Boolean value that indicates whether the page has room for the exchange that showed a finding.
  func holdsExchange(of finding: Drift) -> Bool { withExchange.contains(finding.fingerprint) }

  /// A Boolean value that indicates whether a file is invalid, in which case its contents weren't inspected.
  var hasErrors: Bool { report.problems.contains { $0.level == .error } }

  /// A Boolean value that indicates whether there is drift, which is then shown before the matrix.
  var isAboutDrift: Bool { !shown.isEmpty }

  /// A Boolean value that indicates whether names of services help to distinguish endpoints.
  var hasServices: Bool { report.serviceNames.count > 1 }
}
