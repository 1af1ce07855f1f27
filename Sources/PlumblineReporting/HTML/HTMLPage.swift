import PlumblineContractModel
import PlumblineDriftDetection

/// The context for all parts of a page: the digest, the verdict, and the anchors for links between parts.
struct HTMLPage {
  let report: Report
  let options: ReportOptions
  let digest: ReportDigest
  let verdict: Verdict
  let matrix: CoverageMatrix
  /// The findings that the page shows.
  let shown: [Drift]
  private let anchors: [Report.EndpointName: String]
  /// The first severity section that contains each endpoint.
  let firstSeverities: [Report.EndpointName: Severity]
  /// The fingerprints of findings whose exchanges fit on the page.
  private let withExchange: Set<String>
  private let ruleAnchors: [String: String]
  /// The rules that the page explains, in the order in which findings refer to them.
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
    // If an endpoint shares all of its findings with others, link to the shared group.
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

  /// Returns the anchor of an endpoint's findings, or `nil` if there are none.
  func anchor(_ name: Report.EndpointName) -> String? { anchors[name] }

  /// Returns the anchor of a rule's explanation, or `nil` if there is none.
  func anchor(_ rule: Rule) -> String? { ruleAnchors[rule.id] }

  /// Returns a Boolean value that indicates whether the exchange of a finding fits on the page.
  func holdsExchange(of finding: Drift) -> Bool { withExchange.contains(finding.fingerprint) }

  /// A Boolean value that indicates whether a file is invalid, so that its content wasn't inspected.
  var hasErrors: Bool { report.problems.contains { $0.level == .error } }

  /// A Boolean value that indicates whether there is drift. If so, it is shown before the matrix.
  var isAboutDrift: Bool { !shown.isEmpty }

  /// A Boolean value that indicates whether to show the names of services to distinguish endpoints.
  var hasServices: Bool { report.serviceNames.count > 1 }
}
