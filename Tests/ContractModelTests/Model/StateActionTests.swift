import Foundation
import PlumblineContractModel
import PlumblineJSONTree
import TestSupport
import Testing

/// Actions on a state. The model documents the subject of an action, and so does the contract format for editors.
struct StateActionTests {
  private func format(_ place: JSONPointer) throws -> [String] {
    let file = repositoryRoot.appendingPathComponent("Contracts/contract.schema.json")
    let format = try JSON.parse(String(contentsOf: file, encoding: .utf8))
    return try #require(format.at(place)).elements.compactMap(\.string)
  }

  @Test func `the format lists every action`() throws {
    #expect(try format("/$defs/state/properties/action/enum") == StateRule.Action.allCases.map(\.rawValue))
  }

  @Test func `an action needs a resource if it is about one item or about whole items`() throws {
    let needing = StateRule.Action.allCases.filter { $0.isOfOneItem || $0.isOfWholeItems }
    #expect(try format("/$defs/state/if/properties/action/enum") == needing.map(\.rawValue))
  }

  @Test func `a body goes into an item, and a credential is handed out without one`() {
    #expect(StateRule.Action.allCases.filter(\.takesBody) == [.create, .update, .append])
    #expect(StateRule.Action.allCases.filter(\.handsOutCredential) == [.login, .refresh])
  }
}
