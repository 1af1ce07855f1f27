import PlumblineVerification
import TrueLogClient

/// The calls for listing, reading, editing, assigning, and deleting tickets, and for changing their status.
enum TicketCalls {
  static var all: [Call] {
    list.calls + detail.calls + update.calls + setStatus.calls + assign.calls + delete.calls
  }

  private static var list: EndpointCalls {
    EndpointCalls("tickets.list")
      .ordinary("lists tickets") { client, _ in try await client.tickets.listTickets() }
      .success("reads the first page") { client, _ in try await client.tickets.listTickets(page: 1, perPage: 2) }
      .success("reads the second page") { client, _ in try await client.tickets.listTickets(page: 2, perPage: 2) }
      .success("reads the third page") { client, _ in try await client.tickets.listTickets(page: 3, perPage: 2) }
      .success("lists tickets with the status", each: TicketStatus.known) { client, _, status in
        try await client.tickets.listTickets(status: status)
      }
      .success("lists tickets, the latest first") { client, _ in
        try await client.tickets.listTickets(sort: .updatedAt, order: .desc)
      }
      .success("sorts tickets by", each: TicketSort.known) { client, _, sort in
        try await client.tickets.listTickets(sort: sort, order: .asc)
      }
      .success("searches tickets") { client, context in
        try await client.tickets.listTickets(search: context.text("ticket_search", default: "dock"))
      }
      .success("searches tickets in vain") { client, _ in
        try await client.tickets.listTickets(search: "no such thing")
      }
      .failure("validation", "asks for a page that is too large") { client, _ in
        try await client.tickets.listTickets(perPage: 1000)
      }
      .played("token-expired", expecting: "unauthorized", "lists tickets with an expired token") { client, _ in
        try await client.tickets.listTickets()
      }
  }

  private static var detail: EndpointCalls {
    EndpointCalls("tickets.get")
      .ordinary("reads a ticket") { client, context in
        try await client.tickets.getTicket(ticketId: context.ticketId)
      }
      .success(
        "reads a ticket with a custom status",
        run: { client, context in
          try await client.tickets.getTicket(ticketId: context.integer("custom_status_ticket_id", default: 1046))
        },
        gives: { ticket, answer in
          answer.mistake(in: ticket.createdAt, from: "/data/created_at")
            ?? answer.mistake(in: ticket.updatedAt, from: "/data/updated_at")
        }
      )
      .success("reads an unassigned ticket") { client, context in
        try await client.tickets.getTicket(ticketId: context.integer("unassigned_ticket_id", default: 1047))
      }
      .failure("notFound", "reads a ticket that doesn't exist") { client, context in
        try await client.tickets.getTicket(ticketId: context.missingId)
      }
  }

  private static var update: EndpointCalls {
    let edit = TicketUpdate(subject: "Laptop charges only on its own charger", priority: .urgent)
    return EndpointCalls("tickets.update")
      .ordinary("edits a ticket") { client, context in
        try await client.tickets.updateTicket(ticketId: context.ticketId, edit)
      }
      .success("edits every field of a ticket") { client, context in
        try await client.tickets.updateTicket(
          ticketId: context.ticketId,
          TicketUpdate(
            subject: "Dock at dispatch desk 1 doesn't charge",
            description: "The dock's upstream port is loose; the laptop is fine.", priority: .medium,
            notes: "Dock goes back under warranty.", queueId: context.integer("queue_id", default: 1),
            customerId: context.integer("other_customer_id", default: 59)))
      }
      .success("gives a ticket the priority", each: TicketPriority.known) { client, context, priority in
        try await client.tickets.updateTicket(ticketId: context.ticketId, TicketUpdate(priority: priority))
      }
      .failure("validation", "edits a ticket to a priority that doesn't exist") { client, context in
        try await client.tickets.updateTicket(
          ticketId: context.ticketId, TicketUpdate(priority: TicketPriority(rawValue: "SOON")))
      }
      .failure("validation", "moves a ticket to a customer that doesn't exist") { client, context in
        try await client.tickets.updateTicket(
          ticketId: context.ticketId, TicketUpdate(customerId: context.missingReferenceId))
      }
      .failure("forbidden", "edits a ticket without the permission", as: .persona("viewer")) { client, context in
        try await client.tickets.updateTicket(ticketId: context.ticketId, edit)
      }
      .failure("notFound", "edits a ticket that doesn't exist") { client, context in
        try await client.tickets.updateTicket(ticketId: context.missingId, edit)
      }
  }

  private static var setStatus: EndpointCalls {
    EndpointCalls("tickets.setStatus")
      .ordinary("resolves a ticket") { client, context in
        try await client.tickets.updateTicketStatus(ticketId: context.ticketId, status: .resolved)
      }
      .success("gives a ticket a custom status") { client, context in
        try await client.tickets.updateTicketStatus(
          ticketId: context.integer("holdable_ticket_id", default: 1042), status: .onHold,
          customStatus: "Waiting for the warranty")
      }
      .success("gives a ticket the status", each: TicketStatus.known) { client, context, status in
        try await client.tickets.updateTicketStatus(ticketId: context.ticketId, status: status)
      }
      .failure("validation", "gives a ticket a status that doesn't exist") { client, context in
        try await client.tickets.updateTicketStatus(
          ticketId: context.ticketId, status: TicketStatus(rawValue: "DONE"))
      }
      .failure("forbidden", "resolves a ticket without the permission", as: .persona("viewer")) { client, context in
        try await client.tickets.updateTicketStatus(ticketId: context.ticketId, status: .resolved)
      }
      .failure("notFound", "resolves a ticket that doesn't exist") { client, context in
        try await client.tickets.updateTicketStatus(ticketId: context.missingId, status: .resolved)
      }
  }

  private static var assign: EndpointCalls {
    EndpointCalls("tickets.assign")
      .ordinary("assigns a ticket") { client, context in
        try await client.tickets.assignTicket(ticketId: context.ticketId, assignedToId: context.assigneeId)
      }
      .success("assigns a ticket to oneself") { client, context in
        try await client.tickets.assignTicket(
          ticketId: context.ticketId, assignedToId: context.integer("own_user_id", default: 3))
      }
      .success("assigns a ticket to a viewer") { client, context in
        try await client.tickets.assignTicket(
          ticketId: context.ticketId, assignedToId: context.integer("viewer_id", default: 4))
      }
      .failure("validation", "assigns a ticket to a user who doesn't exist") { client, context in
        try await client.tickets.assignTicket(
          ticketId: context.ticketId, assignedToId: context.missingReferenceId)
      }
      .failure("forbidden", "assigns a ticket without the permission", as: .persona("viewer")) { client, context in
        try await client.tickets.assignTicket(ticketId: context.ticketId, assignedToId: context.assigneeId)
      }
      .failure("notFound", "assigns a ticket that doesn't exist") { client, context in
        try await client.tickets.assignTicket(ticketId: context.missingId, assignedToId: context.assigneeId)
      }
      // The client's method requires an assignee, so make the request one layer below.
      .failure("validation", "assigns a ticket without an assignee") { client, context in
        let ticket: Ticket = try await client.api.post(
          "/api/v2/tickets/\(context.ticketId)/assign", body: [String: Int]())
        return ticket
      }
  }

  private static var delete: EndpointCalls {
    EndpointCalls("tickets.delete")
      .ordinary("deletes a ticket") { client, context in
        try await client.tickets.deleteTicket(ticketId: context.removableTicketId)
      }
      .failure("forbidden", "deletes a ticket without the permission", as: .persona("viewer")) { client, context in
        try await client.tickets.deleteTicket(ticketId: context.removableTicketId)
      }
      .failure("notFound", "deletes a ticket that doesn't exist") { client, context in
        try await client.tickets.deleteTicket(ticketId: context.missingId)
      }
  }
}
