import Foundation
import PlumblineAPIClient
import Testing
import TrueLogClient

@Suite struct ModelDecodingTests {
  private func decode<Model: Decodable>(_ text: String, as type: Model.Type = Model.self) throws -> Model {
    try JSONCoding.decoder().decode(Model.self, from: Data(text.utf8))
  }

  /// Checks that decoding, encoding and decoding again preserves a value, so that every field has the same name in both
  /// directions.
  private func roundTrip<Model: Codable & Equatable>(_ text: String, as type: Model.Type) throws {
    let model = try decode(text, as: type)
    let data = try JSONCoding.encoder().encode(model)
    #expect(try JSONCoding.decoder().decode(Model.self, from: data) == model)
    let sent = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let written = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(Set(written.keys) == Set(sent.filter { !($0.value is NSNull) }.keys), "\(type)")
  }

  @Test func `every model reads every field of its sample`() throws {
    try roundTrip(Samples.userSummary, as: UserSummary.self)
    try roundTrip(Samples.session, as: Session.self)
    try roundTrip(Samples.ticket, as: Ticket.self)
    try roundTrip(Samples.bareTicket, as: Ticket.self)
    try roundTrip(Samples.comment, as: TicketComment.self)
    try roundTrip(Samples.asset, as: Asset.self)
    try roundTrip(Samples.bareAsset, as: Asset.self)
    try roundTrip(Samples.accessory, as: Accessory.self)
    try roundTrip(Samples.customer, as: Customer.self)
    try roundTrip(Samples.widget, as: Widget.self)
    try roundTrip(Samples.widgetData, as: WidgetData.self)
    try roundTrip(Samples.ticketCounts, as: TicketCounts.self)
    try roundTrip(Samples.assetCounts, as: AssetCounts.self)
    try roundTrip(Samples.preferences, as: Preferences.self)
    try roundTrip(Samples.reportTemplate, as: ReportTemplate.self)
    try roundTrip(Samples.report, as: Report.self)
    try roundTrip(Samples.notification, as: NotificationItem.self)
  }

  @Test func `a ticket's fields arrive`() throws {
    let ticket = try decode(Samples.ticket, as: Ticket.self)
    #expect(ticket.id == 1042)
    #expect(ticket.status == .inProgress)
    #expect(ticket.priority == .high)
    #expect(ticket.description == nil)
    #expect(ticket.customStatus == "Waiting")
    #expect(ticket.assignedTo?.type == .agent)
    #expect(ticket.createdAt == Date(timeIntervalSince1970: 1_795_163_400))
    #expect(ticket.updatedAt == Date(timeIntervalSince1970: 1_795_163_400.5 - 8 * 3600))
  }

  @Test func `unknown values survive`() throws {
    let ticket = try decode(Samples.bareTicket, as: Ticket.self)
    #expect(ticket.status == "TELEPORTED")
    #expect(!ticket.status.isKnown)
    #expect(ticket.priority == "SOON")
    #expect(!ticket.priority.isKnown)
    #expect(ticket.assignedTo == nil)
    #expect(ticket.queueId == nil)
    #expect(ticket.customerId == nil)
    let counts = try decode(Samples.ticketCounts, as: TicketCounts.self)
    #expect(counts.byStatus == [.new: 3, "TELEPORTED": 2])
  }

  @Test func `an asset's optional fields may be absent or null`() throws {
    let asset = try decode(Samples.bareAsset, as: Asset.self)
    #expect(asset.condition == nil)
    #expect(asset.customer == nil)
    #expect(asset.isErased == nil)
    #expect(asset.imageURL == nil)
    let full = try decode(Samples.asset, as: Asset.self)
    #expect(full.imageURL?.absoluteString == "https://www.truelog.site/311.png")
    #expect(full.customerId == 57)
    #expect(full.cpuCores == "10")
    #expect(full.hasCharger == true)
    #expect(full.isErased == false)
  }

  @Test(arguments: ["id", "subject", "status", "priority", "created_at", "updated_at"])
  func `a ticket without a required field is refused`(field: String) throws {
    let text = Samples.ticket.replacingOccurrences(of: "\"\(field)\":", with: "\"other_\(field)\":")
    let error = #expect(throws: DecodingError.self) { try decode(text, as: Ticket.self) }
    // `id` is also a member of the assigned user, and either location identifies the field.
    #expect(DecodingFailure(try #require(error), body: Data(text.utf8), endpoint: "").pointer.hasSuffix("/" + field))
  }

  @Test func `a report's cells keep their kinds`() throws {
    let report = try decode(Samples.report, as: Report.self)
    #expect(report.rows == [[.string("x"), .integer(1), .number(1.5), .boolean(true), .null]])
    #expect(throws: DecodingError.self) { try decode("[[]]", as: [ReportCell].self) }
  }

  @Test func `the known values are the documented ones`() {
    #expect(
      TicketStatus.known.map(\.rawValue) == [
        "NEW", "IN_PROGRESS", "PROCESSING", "ON_HOLD", "RESOLVED", "RESOLVED_DELIVERED",
      ])
    #expect(TicketPriority.known.map(\.rawValue) == ["LOW", "MEDIUM", "HIGH", "URGENT"])
    #expect(
      AssetStatus.known.map(\.rawValue) == [
        "IN_STOCK", "DEPLOYED", "READY_TO_DEPLOY", "REPAIR", "ARCHIVED", "DISPOSED",
      ])
    #expect(AssetCondition.known.map(\.rawValue) == ["NEW", "GOOD", "FAIR", "POOR"])
    #expect(ThemeMode.known.map(\.rawValue) == ["light", "dark", "auto"])
    #expect(Homepage.known.map(\.rawValue) == ["dashboard", "tickets", "inventory"])
    #expect(ReportFormat.known.map(\.rawValue) == ["json", "csv", "pdf"])
  }
}
