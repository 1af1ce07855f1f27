import Foundation
import PlumblineAPIClient
import Testing
import TrueLogClient

@Suite struct RequestBodyTests {
  private func json(_ body: some Encodable) throws -> String {
    String(decoding: try JSONCoding.encoder().encode(body), as: UTF8.self)
  }

  @Test func `nothing to change sends an empty object`() throws {
    #expect(try json(TicketUpdate()) == "{}")
    #expect(try json(AssetUpdate()) == "{}")
    #expect(try json(AccessoryUpdate()) == "{}")
    #expect(try json(CustomerUpdate()) == "{}")
    #expect(try json(PreferencesUpdate()) == "{}")
    #expect(try json(PreferencesUpdate(theme: .init())) == #"{"theme":{}}"#)
  }

  @Test func `a ticket's changes have the documented names`() throws {
    let update = TicketUpdate(
      subject: "s", description: "d", priority: "SOON", notes: "n", queueId: 1, customerId: 57)
    #expect(
      try json(update)
        == #"{"customer_id":57,"description":"d","notes":"n","priority":"SOON","queue_id":1,"subject":"s"}"#)
  }

  @Test func `an asset's changes have the documented names`() throws {
    var update = AssetUpdate(
      name: "a", model: "b", serialNum: "c", assetTag: "d", status: .repair, condition: "BROKEN", manufacturer: "e",
      assetType: "f", country: "j", customer: "k", notes: "l", techNotes: "m")
    (update.cpuType, update.cpuCores, update.memory, update.harddrive) = ("g", "8", "h", "i")
    (update.isErased, update.hasKeyboard, update.hasCharger) = (true, false, true)
    #expect(
      try json(update)
        == #"{"asset_tag":"d","asset_type":"f","condition":"BROKEN","country":"j","cpu_cores":"8","cpu_type":"g","#
        + #""customer":"k","harddrive":"i","has_charger":true,"has_keyboard":false,"is_erased":true,"#
        + #""manufacturer":"e","memory":"h","model":"b","name":"a","notes":"l","serial_num":"c","#
        + #""status":"REPAIR","tech_notes":"m"}"#)
  }

  @Test func `a transfer's day is a date`() throws {
    let transfer = AssetTransfer(
      customerId: 58, reason: "r", effectiveDate: CalendarDate(year: 2026, month: 11, day: 20))
    #expect(try json(transfer) == #"{"customer_id":58,"effective_date":"2026-11-20","reason":"r"}"#)
  }

  @Test func `accessory bodies have the documented names`() throws {
    let new = NewAccessory(
      name: "n", category: "c",
      AccessoryUpdate(
        manufacturer: "m", modelNo: "x", totalQuantity: -1, country: "s", notes: "o", imageURL: "not a url",
        companyId: 2))
    let written =
      #"{"category":"c","company_id":2,"country":"s","image_url":"not a url","manufacturer":"m","#
      + #""model_no":"x","name":"n","notes":"o","total_quantity":-1}"#
    #expect(try json(new) == written)
    let update = AccessoryUpdate(
      name: "n", category: "c", manufacturer: "m", modelNo: "x", totalQuantity: -1, country: "s", notes: "o",
      imageURL: "not a url", companyId: 2)
    #expect(try json(update) == written)
    #expect(
      try json(AccessoryCheckin(customerId: 57, quantity: 0, condition: "GOOD", notes: "n", ticketId: 1042))
        == #"{"condition":"GOOD","customer_id":57,"notes":"n","quantity":0,"ticket_id":1042}"#)
    #expect(
      try json(AccessoryCheckout(customerId: 57, quantity: 2, ticketId: 1042))
        == #"{"customer_id":57,"quantity":2,"ticket_id":1042}"#)
  }

  @Test func `customer bodies have the documented names`() throws {
    let new = NewCustomer(
      name: "n", contactNumber: "1", address: "a", country: "c", CustomerUpdate(email: "e", companyId: 4))
    let update = CustomerUpdate(name: "n", contactNumber: "1", address: "a", country: "c", email: "e", companyId: 4)
    let written = #"{"address":"a","company_id":4,"contact_number":"1","country":"c","email":"e","name":"n"}"#
    #expect(try json(new) == written)
    #expect(try json(update) == written)
  }

  @Test func `preferences are sent in their three parts`() throws {
    let update = PreferencesUpdate(
      theme: .init(mode: "sepia"), layout: .init(defaultHomepage: .tickets), notifications: .init(emailEnabled: true))
    #expect(
      try json(update)
        == #"{"layout":{"default_homepage":"tickets"},"notifications":{"email_enabled":true},"#
        + #""theme":{"mode":"sepia"}}"#)
  }

  @Test func `a report request has its days inside of parameters`() throws {
    let request = ReportRequest(
      templateId: "asset_register",
      parameters: .init(dateFrom: CalendarDate("2026-01-01"), dateTo: CalendarDate("2026-11-20")), format: "xlsx")
    #expect(
      try json(request)
        == #"{"format":"xlsx","parameters":{"date_from":"2026-01-01","date_to":"2026-11-20"},"#
        + #""template_id":"asset_register"}"#)
  }
}
