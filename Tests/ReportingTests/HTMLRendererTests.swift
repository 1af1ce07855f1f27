import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineReporting
import Testing

struct HTMLRendererTests {
  private func render(_ report: Report) -> String {
    ReportFormat.html.render(report, ReportOptions(version: "0.1.0", began: 1_795_000_000))
  }

  @Test func `only the page's own style and script may run, and nothing may be fetched`() throws {
    let page = try HTMLSkeleton(render(Sample.full))
    let policy = try #require(
      page.root.all.first { $0.attributes["http-equiv"] == "Content-Security-Policy" }?.attributes["content"])
    #expect(
      policy == "default-src 'none'; style-src 'sha256-\(SHA256.base64(of: page.style))'; "
        + "script-src 'sha256-\(SHA256.base64(of: page.script))'; base-uri 'none'; form-action 'none'")
    #expect(!page.attributes.contains("src"))
    #expect(!page.style.contains("url("))
    #expect(!page.style.contains("@import"))
    #expect(!page.script.contains("innerHTML"))
    #expect(!page.script.contains("fetch("))
  }

  @Test func `the test's own SHA-256 is right`() {
    // From FIPS 180-4, and the empty string.
    #expect(SHA256.base64(of: "abc") == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    #expect(SHA256.base64(of: "") == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    #expect(SHA256.base64(of: String(repeating: "a", count: 200)) == "wqkI2Y9d+Yet5BtfziEwZ++8wh7yJAISpB5UtefCiuU=")
  }

  @Test func `the verdict comes first, in words`() throws {
    let bad = try HTMLSkeleton(render(Sample.full)).root
    #expect(bad.all.first { $0.name == "h1" }?.text == "3 breaking, 3 warnings, 1 notice in 5 endpoints")
    #expect(bad.all.first { $0.name == "header" }?.attributes["class"] == "top bad")
    let good = try HTMLSkeleton(render(Sample.good)).root
    #expect(good.all.first { $0.name == "h1" }?.text == "No drift")
    #expect(good.all.first { $0.name == "header" }?.attributes["class"] == "top good")
    var report = Sample.good
    report.drift = [Sample.deprecated]
    let noted = try HTMLSkeleton(render(report)).root
    #expect(noted.all.first { $0.name == "header" }?.attributes["class"] == "top noted")
    #expect(noted.all.first { $0.attributes["class"] == "sentence" }?.text == "Nothing at or above the gate.")
    report.failure = "Nothing listens there."
    report.exit = 3
    let failed = try HTMLSkeleton(render(report)).root
    #expect(failed.all.first { $0.name == "h1" }?.text == "The run couldn't be carried out")
    #expect(failed.all.first { $0.attributes["class"] == "sentence" }?.text == "Nothing listens there.")
  }

  @Test func `expected is shown next to actual, with the difference marked`() throws {
    let root = try HTMLSkeleton(render(Sample.full)).root
    let finding = try #require(root.all.first { $0.name == "article" && $0.wholeText.contains("case-changed") })
    let sides = finding.all.filter { ["expected", "actual"].contains($0.attributes["class"]) }
    #expect(sides.map { $0.all.filter { $0.name == "mark" }.map(\.text) } == [["_t"], ["T"]])
    #expect(render(Sample.full).contains("<code>assigned<mark>_t</mark>o</code>"))
  }

  @Test func `the matrix has a square and words for each endpoint and column`() throws {
    let root = try HTMLSkeleton(render(Sample.full)).root
    let coverage = try #require(root.all.first { $0.attributes["id"] == "coverage" })
    let rows = coverage.all.filter { $0.name == "tr" && $0.children.contains { $0.name == "td" } }
    #expect(rows.count == 12)
    let words = rows.map { row in row.all.filter { $0.attributes["class"] == "unseen" }.map(\.text) }
    #expect(
      words[5] == [
        "unconfirmed", "5 recordings", "4 calls of the client's suite", "failed against the mock",
        "failed against a server",
        "3 of 5 documented parts seen",
      ])
    let link = try #require(rows[4].all.first { $0.name == "a" }?.attributes["href"])
    let target = root.all.first { $0.attributes["id"] == String(link.dropFirst()) }
    #expect(target?.wholeText.contains("accessories.checkout") == true)
  }

  @Test func `a verification shows its coverage without being asked`() throws {
    let root = try HTMLSkeleton(render(Sample.bad)).root
    let coverage = try #require(root.all.first { $0.attributes["id"] == "coverage" })
    let words = coverage.all.filter { $0.name == "td" }.map { $0.attributes["title"] ?? "" }
    #expect(
      words == [
        "contract: unconfirmed", "client: 1 call of the client's suite", "mock: failed against the mock",
        "contract: documented",
        "client: 3 calls of the client's suite", "mock: drifted against the mock",
      ])
  }

  @Test func `waived drift is apart from what counts`() throws {
    let root = try HTMLSkeleton(render(Sample.full)).root
    let findings = try #require(root.all.first { $0.attributes["id"] == "findings" })
    #expect(findings.all.count { $0.name == "article" } == 7)
    let waived = try #require(root.all.first { $0.attributes["id"] == "waived" })
    #expect(waived.all.count { $0.name == "article" } == 1)
    #expect(waived.wholeText.contains("Assets in transit have no location"))
  }

  @Test func `a page of very many findings shows the most severe and says so`() throws {
    let page = render(Sample.large(10_000))
    #expect(page.ranges(of: "<article class=\"finding breaking\"").count == 2000)
    #expect(page.contains("This page shows the 2000 most severe of 10000 findings"))
    #expect(page.utf8.count < 4_000_000)
  }

  @Test func `what drifted comes before the picture of the coverage, and without drift that comes first`() throws {
    for (report, ids) in [(Sample.bad, ["findings", "coverage"]), (Sample.good, ["coverage", "findings"])] {
      let root = try HTMLSkeleton(render(report)).root
      #expect(root.all.compactMap { $0.attributes["id"] }.filter(ids.contains) == ids)
      let jumps = root.all.compactMap { $0.attributes["href"] }.filter { ["#findings", "#coverage"].contains($0) }
      #expect(jumps.suffix(2) == ids.map { "#" + $0 })
    }
  }
}
