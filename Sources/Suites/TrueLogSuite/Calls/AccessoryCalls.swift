import PlumblineVerification
import TrueLogClient

/// The calls for listing, reading, creating, editing, and deleting accessories, and for checking them in and out.
enum AccessoryCalls {
  static var all: [Call] {
    // On a real server, all calls use the same accessory, so a checked-out accessory is checked in again.
    list.calls + detail.calls + create.calls + update.calls + checkout.calls + delete.calls + checkin.calls
  }

  private static var list: EndpointCalls {
    EndpointCalls("accessories.list")
      .ordinary("lists accessories") { client, _ in try await client.accessories.listAccessories() }
      .success("reads the first page") { client, _ in
        try await client.accessories.listAccessories(page: 1, perPage: 2)
      }
      .success("reads the second page") { client, _ in
        try await client.accessories.listAccessories(page: 2, perPage: 2)
      }
      .success("reads the third page") { client, _ in
        try await client.accessories.listAccessories(page: 3, perPage: 2)
      }
      .success("lists keyboards only") { client, context in
        try await client.accessories.listAccessories(category: context.text("category", default: "Keyboards"))
      }
      .success("sorts accessories by", each: AccessorySort.known) { client, _, sort in
        try await client.accessories.listAccessories(sort: sort, order: .asc)
      }
      .success("lists accessories, the latest first") { client, _ in
        try await client.accessories.listAccessories(sort: .createdAt, order: .desc)
      }
      .success("searches accessories") { client, context in
        try await client.accessories.listAccessories(search: context.text("accessory_search", default: "dock"))
      }
      .success("searches accessories in vain") { client, _ in
        try await client.accessories.listAccessories(search: "no such thing")
      }
      .failure("validation", "asks for a page that is too large") { client, _ in
        try await client.accessories.listAccessories(perPage: 1000)
      }
  }

  private static var detail: EndpointCalls {
    EndpointCalls("accessories.get")
      .ordinary("reads an accessory") { client, context in
        try await client.accessories.getAccessory(accessoryId: context.accessoryId)
      }
      .success("reads an accessory of which every item is out") { client, context in
        try await client.accessories.getAccessory(accessoryId: context.integer("empty_accessory_id", default: 24))
      }
      .success("reads an accessory with few fields") { client, context in
        try await client.accessories.getAccessory(accessoryId: context.integer("sparse_accessory_id", default: 25))
      }
      .failure("notFound", "reads an accessory that doesn't exist") { client, context in
        try await client.accessories.getAccessory(accessoryId: context.missingId)
      }
  }

  private static var create: EndpointCalls {
    @Sendable func accessory(_ context: CallContext) throws -> NewAccessory {
      NewAccessory(
        name: context.mark("Laptop sleeve 14\""), category: "Bags",
        AccessoryUpdate(
          manufacturer: "Targus", modelNo: "TBS6520", totalQuantity: 20, country: "Singapore",
          notes: "For new dispatchers.", imageURL: "https://www.truelog.site/images/accessories/26.jpg",
          companyId: try context.integer("company_id", default: 12)))
    }
    return EndpointCalls("accessories.create")
      .ordinary("creates an accessory") { client, context in
        try await client.accessories.createAccessory(accessory(context))
      }
      .success("creates an accessory from what is required") { client, context in
        try await client.accessories.createAccessory(
          NewAccessory(name: context.mark("Cable tie"), category: "Cables"))
      }
      .failure("validation", "creates an accessory without a category") { client, context in
        try await client.accessories.createAccessory(
          NewAccessory(name: context.mark("Laptop sleeve 14\""), category: ""))
      }
      .failure("forbidden", "creates an accessory without the permission", as: .persona("viewer")) { client, context in
        try await client.accessories.createAccessory(accessory(context))
      }
  }

  private static var update: EndpointCalls {
    let edit = AccessoryUpdate(name: "Thunderbolt dock, 180 W", notes: "The adapter is now part of it.")
    return EndpointCalls("accessories.update")
      .ordinary("edits an accessory") { client, context in
        try await client.accessories.updateAccessory(accessoryId: context.accessoryId, edit)
      }
      .success("edits how many there are") { client, context in
        try await client.accessories.updateAccessory(
          accessoryId: context.accessoryId, AccessoryUpdate(totalQuantity: 12))
      }
      .success("edits every field of an accessory") { client, context in
        try await client.accessories.updateAccessory(
          accessoryId: context.removableAccessoryId,
          AccessoryUpdate(
            name: "Laptop sleeve 14\"", category: "Bags", manufacturer: "Targus", modelNo: "TBS6520", totalQuantity: 20,
            country: "Singapore", notes: "For new dispatchers.",
            imageURL: "https://www.truelog.site/images/accessories/26.jpg",
            companyId: context.integer("company_id", default: 12)))
      }
      .failure("validation", "edits an accessory to fewer than none") { client, context in
        try await client.accessories.updateAccessory(
          accessoryId: context.accessoryId, AccessoryUpdate(totalQuantity: -1))
      }
      .failure("forbidden", "edits an accessory without the permission", as: .persona("viewer")) { client, context in
        try await client.accessories.updateAccessory(accessoryId: context.accessoryId, edit)
      }
      .failure("notFound", "edits an accessory that doesn't exist") { client, context in
        try await client.accessories.updateAccessory(accessoryId: context.missingId, edit)
      }
  }

  private static var delete: EndpointCalls {
    EndpointCalls("accessories.delete")
      .ordinary("deletes an accessory") { client, context in
        try await client.accessories.deleteAccessory(accessoryId: context.removableAccessoryId)
      }
      .failure("itemsCheckedOut", "deletes an accessory with items checked out") { client, context in
        try await client.accessories.deleteAccessory(
          accessoryId: context.integer("removable_busy_accessory_id", default: 21))
      }
      .failure("forbidden", "deletes an accessory without the permission", as: .persona("viewer")) { client, context in
        try await client.accessories.deleteAccessory(accessoryId: context.removableAccessoryId)
      }
      .failure("notFound", "deletes an accessory that doesn't exist") { client, context in
        try await client.accessories.deleteAccessory(accessoryId: context.missingId)
      }
  }

  private static var checkin: EndpointCalls {
    EndpointCalls("accessories.checkin")
      .ordinary("checks items in") { client, context in
        // If none were checked out because this variable is missing, none can be checked in.
        _ = try context.integer("checkout_ticket_id", default: 1044)
        return try await client.accessories.checkinAccessory(
          accessoryId: context.accessoryId,
          AccessoryCheckin(
            customerId: context.customerId, quantity: 2, condition: "Good", notes: "Swapped under warranty.",
            ticketId: context.ticketId))
      }
      .success("checks one item in, naming only the customer") { client, context in
        try await client.accessories.checkinAccessory(
          accessoryId: context.accessoryId, AccessoryCheckin(customerId: context.customerId))
      }
      .failure("validation", "checks no item in") { client, context in
        try await client.accessories.checkinAccessory(
          accessoryId: context.accessoryId, AccessoryCheckin(customerId: context.customerId, quantity: 0))
      }
      .failure("insufficientQuantity", "checks more items in than are out") { client, context in
        try await client.accessories.checkinAccessory(
          accessoryId: context.accessoryId, AccessoryCheckin(customerId: context.customerId, quantity: 50))
      }
      .failure("forbidden", "checks an item in without the permission", as: .persona("viewer")) { client, context in
        try await client.accessories.checkinAccessory(
          accessoryId: context.accessoryId, AccessoryCheckin(customerId: context.customerId))
      }
      .failure("notFound", "checks in an accessory that doesn't exist") { client, context in
        try await client.accessories.checkinAccessory(
          accessoryId: context.missingId,
          AccessoryCheckin(
            customerId: context.customerId, quantity: 2, condition: "Good", notes: "Swapped under warranty.",
            ticketId: context.ticketId))
      }
  }

  private static var checkout: EndpointCalls {
    EndpointCalls("accessories.checkout")
      .ordinary("checks items out") { client, context in
        try await client.accessories.checkoutAccessory(
          accessoryId: context.accessoryId,
          AccessoryCheckout(
            customerId: context.customerId, quantity: 2, notes: "For the new dispatchers.",
            ticketId: context.integer("checkout_ticket_id", default: 1044)))
      }
      .success("checks one item out, naming only the customer") { client, context in
        try await client.accessories.checkoutAccessory(
          accessoryId: context.accessoryId, AccessoryCheckout(customerId: context.customerId))
      }
      .failure("validation", "checks no item out") { client, context in
        try await client.accessories.checkoutAccessory(
          accessoryId: context.accessoryId, AccessoryCheckout(customerId: context.customerId, quantity: 0))
      }
      .failure("insufficientQuantity", "checks more items out than there are") { client, context in
        try await client.accessories.checkoutAccessory(
          accessoryId: context.accessoryId, AccessoryCheckout(customerId: context.customerId, quantity: 50))
      }
      .failure("forbidden", "checks an item out without the permission", as: .persona("viewer")) { client, context in
        try await client.accessories.checkoutAccessory(
          accessoryId: context.accessoryId, AccessoryCheckout(customerId: context.customerId))
      }
      .failure("notFound", "checks out an accessory that doesn't exist") { client, context in
        try await client.accessories.checkoutAccessory(
          accessoryId: context.missingId,
          AccessoryCheckout(
            customerId: context.customerId, quantity: 2, notes: "For the new dispatchers.",
            ticketId: context.integer("checkout_ticket_id", default: 1044)))
      }
  }
}
