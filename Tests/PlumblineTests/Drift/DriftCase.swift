import Foundation
import PlumblineHTTPMessages
import PlumblineJSONTree
import TestSupport
import Testing

/// A way in which a server violates its contract, and the finding that the report must contain.
struct DriftCase: Sendable, CustomTestStringConvertible {
  let name: String
  let endpoint: String
  let rule: String
  /// The place in the response, or `nil` for the whole response.
  let pointer: String?
  /// The place in the report, which is a file of the contract and a JSON Pointer into it.
  let place: String
  let edit: DriftingServer.Edit

  var testDescription: String { name }

  /// The lines and columns of the place's key and value, such as `Contracts/truelog/contract.json:120:7`. The report
  /// may use either.
  var locations: [String] {
    get throws {
      let parts = place.split(separator: "#", maxSplits: 1).map(String.init)
      let file = "Contracts/truelog/\(parts[0])"
      let text = try String(contentsOf: repositoryRoot.appendingPathComponent(file), encoding: .utf8)
      let pointer = try #require(JSONPointer(parts[1]))
      let json = try JSON.parse(text, file: file)
      let value = try #require(json.at(pointer))
      let key = json.at(pointer.parent ?? JSONPointer())?.keyLocation(of: pointer.tokens.last ?? "")
      return ["\(value.location)"] + (key.map { ["\($0)"] } ?? [])
    }
  }

  private static func json(_ edit: @escaping @Sendable (JSON) -> JSON?) -> DriftingServer.Edit {
    { $0.editing(edit) }
  }

  /// All cases, each on an endpoint of its own, so that they can all be active at once.
  static let all: [DriftCase] = [
    DriftCase(
      name: "a removed field", endpoint: "tickets.get", rule: "response.field.missing",
      pointer: "/response/body/data/subject", place: "contract.json#/schemas/Ticket/required/1",
      edit: json { $0.removing("/data/subject") }),
    DriftCase(
      name: "a changed type", endpoint: "customers.create", rule: "response.field.type-changed",
      pointer: "/response/body/data/name", place: "customers.json#/schemas/Customer/properties/name/type",
      edit: json { $0.replacing("/data/name", with: ["A"]) }),
    DriftCase(
      name: "a null", endpoint: "customers.get", rule: "response.field.null-not-allowed",
      pointer: "/response/body/data/name", place: "customers.json#/schemas/Customer/properties/name/type",
      edit: json { $0.replacing("/data/name", with: nil) }),
    DriftCase(
      name: "an unknown enum value", endpoint: "tickets.update", rule: "response.field.value-not-in-enum",
      pointer: "/response/body/data/status", place: "contract.json#/schemas/TicketStatus/enum",
      edit: json { $0.replacing("/data/status", with: "MELTED") }),
    DriftCase(
      name: "a missing envelope", endpoint: "users.list", rule: "response.envelope.missing",
      pointer: "/response/body", place: "contract.json#/envelope", edit: json { $0["data"] }),
    DriftCase(
      name: "a wrong flag", endpoint: "dashboard.widgets", rule: "response.status.contradicts-envelope",
      pointer: "/response/body/success", place: "dashboard.json#/endpoints/dashboard.widgets/success/200",
      edit: json { $0.replacing("/success", with: false) }),
    DriftCase(
      name: "a flag of another type", endpoint: "preferences.get", rule: "response.envelope.flag-type",
      pointer: "/response/body/success", place: "contract.json#/envelope",
      edit: json { $0.replacing("/success", with: "yes") }),
    DriftCase(
      name: "a missing endpoint", endpoint: "reports.templates", rule: "endpoint.missing", pointer: nil,
      place: "reports.json#/endpoints/reports.templates",
      edit: { _ in DriftingServer.noRoute }),
    DriftCase(
      name: "an undocumented field", endpoint: "accessories.get", rule: "response.field.undocumented",
      pointer: "/response/body/data/colour", place: "accessories.json#/schemas/Accessory",
      edit: json { $0.inserting(key: "colour", value: "red", at: "/data") }),
    DriftCase(
      name: "a number as a string", endpoint: "customers.update", rule: "response.field.number-as-string",
      pointer: "/response/body/data/id", place: "customers.json#/schemas/Customer/properties/id/type",
      edit: json { $0.replacing("/data/id", with: "57") }),
    DriftCase(
      name: "another case", endpoint: "assets.update", rule: "response.field.case-changed",
      pointer: "/response/body/data/assetTag", place: "assets.json#/schemas/Asset/properties/asset_tag",
      edit: json { $0.renaming("/data/asset_tag", to: "assetTag") }),
  ]
}
