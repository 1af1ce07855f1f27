import Foundation
import LoftClient
import PlumblineVerification

/// The calls for orders and their lines.
enum OrderCalls {
  static var all: [Call] {
    list.calls + detail.calls + create.calls + update.calls + lines.calls + newLines.calls + submission.calls
      + delete.calls
  }

  private static var list: LoftCalls {
    LoftCalls("listOrders")
      .usual("lists orders") { client, _ in try await client.orders() }
      .success("lists all orders, page by page") { client, _ in
        let all = try await client.allOrders()
        guard Set(all.map(\.id)).count == all.count else { throw LoftError.server(200, "An order came twice.") }
        return all
      }
      .success("lists orders that are", each: OrderStatus.known) { client, _, status in
        let page = try await client.orders(status: status)
        guard page.data.allSatisfy({ $0.status == status }) else { throw LoftError.server(200, "Others came, too.") }
        return page
      }
      .success("lists a customer's orders") { client, context in
        try await client.orders(customer: context.customerID)
      }
      .success("lists orders with their customers") { client, _ in
        let page = try await client.orders(limit: 3, expand: ["customer"])
        for case .id(let id) in page.data.map(\.customer) { throw LoftError.server(200, "\(id) isn't expanded.") }
        return page
      }
      .failure("invalid", "goes on behind an order that doesn't exist") { client, _ in
        try await client.orders(after: "ord_22222222")
      }
  }

  private static var detail: LoftCalls {
    LoftCalls("getOrder")
      .usual("reads an order") { client, context in try await client.order(context.orderID) }
      .success("reads an order with its customer and its lines") { client, context in
        try await client.order(context.orderID, expand: ["customer", "lines"])
      }
      .failure("missing", "reads an order that doesn't exist") { client, _ in try await client.order("ord_22222222") }
  }

  private static var create: LoftCalls {
    LoftCalls("createOrder")
      .usual("begins an order") { client, context in
        try await client.createOrder(
          customer: context.customerID, currency: "eur", note: context.mark("Ring before noon."),
          shipping: Shipping(line1: "Rua da Prata 12", city: "Lisboa", country: "PT"), metadata: ["channel": "app"])
      }
      .success("begins an order twice with one key") { client, context in
        let (note, key) = (context.mark("Ring before noon."), UUID().uuidString)
        let first = try await client.createOrder(
          customer: context.customerID, currency: "eur", note: note, key: key)
        let second = try await client.createOrder(
          customer: context.customerID, currency: "eur", note: note, key: key)
        guard first.id == second.id else { throw LoftError.server(201, "One key made two orders.") }
        return second
      }
      .failure("invalid", "begins an order of a customer that doesn't exist") { client, context in
        try await client.createOrder(customer: "cus_22222222", currency: "eur", note: context.mark("Ring."))
      }
      .failure("forbidden", "begins an order without the scope", as: .persona("reader")) { client, context in
        try await client.createOrder(customer: context.customerID, currency: "eur", note: context.mark("Ring."))
      }
  }

  private static var update: LoftCalls {
    LoftCalls("updateOrder")
      .success("edits an order's note") { client, context in
        try await client.updateOrder(context.orderID, note: "Oil the top twice.")
      }
      .success("edits one member of an order's address") { client, context in
        try await client.updateOrder(context.orderID, shipping: Shipping(city: "Porto"))
      }
      .success("adds to an order's metadata") { client, context in
        try await client.updateOrder(context.orderID, metadata: ["priority": "high"])
      }
      .failure("forbidden", "edits an order without the scope", as: .persona("reader")) { client, context in
        try await client.updateOrder(context.orderID, note: "Oil the top twice.")
      }
  }

  private static var lines: LoftCalls {
    LoftCalls("listLines")
      .usual("lists an order's lines") { client, context in try await client.lines(of: context.orderID) }
      .failure("missing", "lists the lines of an order that doesn't exist") { client, _ in
        try await client.lines(of: "ord_22222222")
      }
  }

  private static var newLines: LoftCalls {
    LoftCalls("addLine")
      .usual("adds a line") { client, context in
        try await client.addLine(
          to: context.removableOrderID, description: context.mark("Stool"), quantity: 2, unitAmount: 14500)
      }
      .failure("invalid", "adds a line of no pieces") { client, context in
        try await client.addLine(
          to: context.removableOrderID, description: context.mark("Stool"), quantity: 0, unitAmount: 14500)
      }
  }

  private static var submission: LoftCalls {
    LoftCalls("submitOrder")
      .success("submits an order") { client, context in try await client.submitOrder(context.removableOrderID) }
      .failure("notADraft", "submits an order that is open") { client, context in
        try await client.submitOrder(context.openOrderID)
      }
  }

  private static var delete: LoftCalls {
    LoftCalls("deleteOrder")
      .success("deletes an order") { client, context in try await client.deleteOrder(context.removableOrderID) }
  }
}

/// The calls for files.
enum FileCalls {
  static var all: [Call] { list.calls + detail.calls + upload.calls + content.calls + delete.calls }

  private static let drawing = Upload(
    purpose: "drawing", filename: "cuts.csv", type: "text/csv", bytes: Data("piece,mm\nleg,720\n".utf8))

  private static var list: LoftCalls {
    LoftCalls("listFiles")
      .usual("lists files") { client, _ in try await client.files() }
      .success("lists files of the purpose", each: ["drawing", "contract"]) { client, _, purpose in
        let page = try await client.files(purpose: purpose)
        guard page.data.allSatisfy({ $0.purpose == purpose }) else { throw LoftError.server(200, "Others came, too.") }
        return page
      }
  }

  private static var detail: LoftCalls {
    LoftCalls("getFile")
      .usual("reads what is known of a file") { client, context in try await client.file(context.fileID) }
      .failure("missing", "reads a file that doesn't exist") { client, _ in try await client.file("file_22222222") }
  }

  private static var upload: LoftCalls {
    LoftCalls("uploadFile")
      .usual("uploads a file") { client, context in
        let sent = Upload(
          purpose: "drawing", title: context.mark("Cutting list"), filename: drawing.filename, type: drawing.type,
          bytes: drawing.bytes)
        return try await client.upload(sent)
      }
      .failure("invalid", "uploads a file for no purpose that there is") { client, _ in
        try await client.upload(Upload(purpose: "none", filename: "a.txt", type: "text/plain", bytes: Data("a".utf8)))
      }
  }

  private static var content: LoftCalls {
    LoftCalls("getFileContent")
      .usual("reads a file's bytes") { client, context in try await client.content(ofFile: context.fileID) }
      .success("follows the address of a file") { client, context in
        guard case .living(let file) = try await client.file(context.fileID) else { return Data() }
        return try await client.content(of: file)
      }
  }

  private static var delete: LoftCalls {
    LoftCalls("deleteFile")
      .success("deletes a file") { client, context in try await client.deleteFile(context.removableFileID) }
  }
}

/// The calls for exports.
enum ExportCalls {
  static var all: [Call] { begin.calls + detail.calls + result.calls }

  private static var begin: LoftCalls {
    LoftCalls("createExport")
      .success("exports all orders, and waits for it") { client, _ in
        try await client.finishedExport(client.beginExport(of: "orders").id)
      }
      .failure("invalid", "exports what can't be exported") { client, _ in try await client.beginExport(of: "none") }
  }

  private static var detail: LoftCalls {
    LoftCalls("getExport")
      .usual("reads how far an export is") { client, context in try await client.export(context.exportID) }
      .failure("missing", "reads an export that doesn't exist") { client, _ in try await client.export("exp_22222222") }
  }

  private static var result: LoftCalls {
    LoftCalls("getExportResult")
      .usual("reads what was exported") { client, context in try await client.exportedIDs(context.exportID) }
  }
}
