import PlumblineAPIClient

/// The requests for tickets. The requests for comments are in `TicketService+Comments.swift`.
public struct TicketService: Sendable {
  let api: APIClient

  /// Returns a page of tickets. `GET /api/v2/tickets`
  public func listTickets(
    page: Int? = nil, perPage: Int? = nil, status: TicketStatus? = nil, sort: TicketSort? = nil,
    order: SortOrder? = nil, search: String? = nil
  ) async throws -> Page<Ticket> {
    let query = [
      QueryItem("page", page), QueryItem("per_page", perPage), QueryItem("status", status), QueryItem("sort", sort),
      QueryItem("order", order), QueryItem("search", search),
    ]
    return try await api.getPage("/api/v2/tickets", query: query)
  }

  /// Returns one ticket. `GET /api/v2/tickets/{ticket_id}`
  public func getTicket(ticketId: Int) async throws -> Ticket {
    try await api.get("/api/v2/tickets/\(ticketId)")
  }

  /// Changes a ticket's text, priority, queue, or customer. `PUT /api/v2/tickets/{ticket_id}`
  public func updateTicket(ticketId: Int, _ update: TicketUpdate) async throws -> Ticket {
    try await api.put("/api/v2/tickets/\(ticketId)", body: update)
  }

  /// Changes a ticket's status. `POST /api/v2/tickets/{ticket_id}/status`
  public func updateTicketStatus(
    ticketId: Int, status: TicketStatus, customStatus: String? = nil
  ) async throws -> Ticket {
    let body = TicketStatusChange(status: status, customStatus: customStatus)
    return try await api.post("/api/v2/tickets/\(ticketId)/status", body: body)
  }

  /// Assigns a ticket to a user. `POST /api/v2/tickets/{ticket_id}/assign`
  public func assignTicket(ticketId: Int, assignedToId: Int) async throws -> Ticket {
    try await api.post("/api/v2/tickets/\(ticketId)/assign", body: TicketAssignment(assignedToId: assignedToId))
  }

  /// Deletes a ticket. `DELETE /api/v2/tickets/{ticket_id}`
  public func deleteTicket(ticketId: Int) async throws {
    try await api.delete("/api/v2/tickets/\(ticketId)")
  }
}

extension TicketService {
  /// Returns a ticket's comments. `GET /api/v2/tickets/{ticket_id}/comments`
  public func listComments(ticketId: Int) async throws -> [TicketComment] {
    try await api.get("/api/v2/tickets/\(ticketId)/comments")
  }

  /// Writes a comment. `POST /api/v2/tickets/{ticket_id}/comments`
  public func addComment(ticketId: Int, content: String) async throws -> TicketComment {
    try await api.post("/api/v2/tickets/\(ticketId)/comments", body: CommentBody(content: content))
  }

  /// Edits one of the user's own comments. `PUT /api/v2/tickets/{ticket_id}/comments/{comment_id}`
  public func updateComment(ticketId: Int, commentId: Int, content: String) async throws -> TicketComment {
    try await api.put("/api/v2/tickets/\(ticketId)/comments/\(commentId)", body: CommentBody(content: content))
  }

  /// Deletes one of the user's own comments. `DELETE /api/v2/tickets/{ticket_id}/comments/{comment_id}`
  public func deleteComment(ticketId: Int, commentId: Int) async throws {
    try await api.delete("/api/v2/tickets/\(ticketId)/comments/\(commentId)")
  }
}
