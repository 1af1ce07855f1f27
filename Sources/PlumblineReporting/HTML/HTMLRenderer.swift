import PlumblineContractModel
import PlumblineDriftDetection

/// A report in the form of an HTML page. The page is self-contained, makes no network requests, and supports light and
/// dark mode.
///
/// A page is for people, so it shows at most ``limit`` findings in full, preferring the most severe ones, and says how
/// many are omitted. The JSON report contains all of them. The page's policy allows only its own style and script,
/// identified by their hashes in ``HTMLAssets``.
package struct HTMLRenderer: Renderer {
  /// The maximum number of findings, calls, and unseen parts to list.
  static let limit = 2000
  /// The approximate maximum total size of exchanges in bytes.
  static let exchangeRoom = 4 << 20

  private let options: ReportOptions

  package init(_ options: ReportOptions) { self.options = options }

  package func render(_ report: Report) -> String {
    let page = HTMLPage(report, options)
    var html = HTMLText()
    html.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
    html.void("meta", ["http-equiv": "Content-Security-Policy", "content": HTMLAssets.policy])
    html.markup(
      """

      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <meta name="referrer" content="no-referrer"/>

      """)
    html.element("title", text: "\(page.verdict.sign) \(page.verdict.headline) · plumbline \(report.command)")
    html.markup("<style>")
    html.markup(HTMLAssets.style)
    html.markup("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#findings\">Skip to the findings</a>\n")
    page.addTop(to: &html)
    html.open("main", ["class": page.shown.count > 200 ? "large" : ""])
    page.addLeftBehind(to: &html)
    if page.hasErrors { page.addProblems(to: &html) }
    if !page.isAboutDrift { page.addCoverage(to: &html) }
    page.addVerdicts(to: &html)
    page.addOutages(to: &html)
    page.addFindings(to: &html)
    page.addImpacts(to: &html)
    page.addStaleRecordings(to: &html)
    if page.isAboutDrift { page.addCoverage(to: &html) }
    page.addCalls(to: &html)
    page.addLeftOutVariants(to: &html)
    page.addUsedValues(to: &html)
    if !page.hasErrors { page.addProblems(to: &html) }
    page.addEvidence(to: &html)
    page.addWaived(to: &html)
    page.addRules(to: &html)
    html.close("main")
    html.element("footer", text: "plumbline \(options.version)")
    html.markup("<script>")
    html.markup(HTMLAssets.script)
    html.markup("</script>\n</body>\n</html>\n")
    return html.text
  }
}

/// The assets of a page, and the policy that blocks everything else.
enum HTMLAssets {
  /// A resource of this module that is inserted unchanged, as markup.
  struct Asset: Sendable {
    let text: String
    /// The SHA-256 of the text, in Base64.
    let hash: String

    fileprivate init(_ bytes: [UInt8]) {
      text = String(decoding: bytes, as: UTF8.self)
      hash = Base64.encode(SHA256.digest(bytes))
    }
  }

  static let style = Asset(PackageResources.report_css)
  /// The script that filters the page.
  static let script = Asset(PackageResources.report_js)

  /// The page's Content-Security-Policy. It allows no requests, and only the style and script with these hashes.
  static let policy =
    "default-src 'none'; style-src 'sha256-\(style.hash)'; script-src 'sha256-\(script.hash)'; base-uri 'none'; "
    + "form-action 'none'"
}
