import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// The features of the format one by one. Each must load, its mock must follow it, and an error in it must be reported.
///
/// Additional features are additional rows in one of the files in this folder.
@Suite struct FeatureTests {
  static let table = [
    Feature.envelopes, Feature.failures, Feature.paths, Feature.parameters, Feature.states, Feature.lists,
    Feature.callers,
    Feature.judging,
  ].flatMap { $0 }

  @Test func `every point of the list has its rows`() {
    let points = Set(Self.table.map(\.point))
    #expect(points.isSuperset(of: [1, 2, 3, 4, 5, 6, 7, 8, 9]))
    #expect(Set(Self.table.map(\.name)).count == Self.table.count)
  }

  @Test(arguments: table)
  func `what a contract says has no problem, and the mock keeps it`(feature: Feature) throws {
    #expect(Feature.load(feature.files).problems == [])
    let (session, contract) = try feature.session()
    #expect(!feature.asks.isEmpty)
    for ask in feature.asks {
      let request = contract.withoutServerPath(ask.request)
      let response = session.answer(to: request).response
      let text = String(decoding: response.body.bytes ?? [], as: UTF8.self)
      #expect(response.status == ask.status, "\(ask.line): \(text)")
      #expect(try ask.isIn(try? JSON.parse(response.body.bytes ?? [])), "\(ask.line): \(text)")
      for (name, value) in ask.shows { #expect((response.headers[name] ?? "") == value, "\(ask.line): \(name)") }
      let drift = Inspector(contract).inspect(Exchange(request: request, response: response))
        .filter { $0.pointer?.tokens.first == "response" }
      #expect(drift.map(Feature.text) == [], "\(ask.line): \(text)")
    }
  }

  @Test(arguments: table)
  func `a mistake in it is named, with its place and what would be right`(feature: Feature) {
    #expect(feature.mistaken != feature.files, "the mistake isn't in it")
    #expect(Feature.load(feature.mistaken).problems == feature.says)
  }
}
