import Foundation
import PlumblineContractModel
import TestSupport
import Testing

/// Articles that show a package by a different developer. `.ci/run` builds and runs that package, which is in this
/// folder, so the articles' code compiles.
struct PackageArticleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  private static func file(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// Returns the lines of the code block that follows the name of a file in one of the articles.
  private static func excerpt(of path: String) throws -> [Substring] {
    let text = try ["YourOwnAPI", "InYourTests"].map { try Paper.article($0).text }.joined(separator: "\n")
    let name = try #require(text.range(of: "`\(path)`"), "No article names \(path)")
    let parts = text[name.upperBound...].split(separator: "```", maxSplits: 2, omittingEmptySubsequences: false)
    try #require(parts.count == 3, "No article shows anything of \(path)")
    return parts[1].split(separator: "\n").dropFirst()
      .filter { !$0.allSatisfy { $0 == " " || $0 == "…" } }
  }

  @Test(arguments: [
    "Package.swift", "Contracts/weather/contract.json", "Recordings/weather/forecasts.get/singapore.json",
    "Sources/WeatherSuite/WeatherSuite.swift", "Sources/weather-plumbline/main.swift",
    "Tests/WeatherClientTests/ForecastTests.swift", "Tests/WeatherClientTests/AlertTests.swift",
  ])
  func `what the articles show of the weather package is what it has`(path: String) throws {
    var rest = try Self.file("Weather/\(path)").split(separator: "\n")[...]
    let lines = try Self.excerpt(of: path)
    #expect(!lines.isEmpty)
    for line in lines {
      let place = try #require(rest.firstIndex(of: line), "An article shows in \(path): \(line)")
      rest = rest[(place + 1)...]
    }
  }

  @Test func `the weather package's contract is one that Plumbline loads`() throws {
    let name = "contract.json"
    let text = try Self.file("Weather/Contracts/weather/\(name)")
    let loaded = ContractLoader.load([.init(name: name, path: name, bytes: Array(text.utf8))])
    #expect(loaded.problems == [])
    #expect(loaded.contract?.endpoints.map(\.id) == ["forecasts.get", "alerts.list", "alerts.create"])
  }
}
