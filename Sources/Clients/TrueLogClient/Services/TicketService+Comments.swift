import PlumblineAPIClient

extension TicketService {
  /// A ticket's comments. `GET /api/v2/tickets/{ticket_id}/comments`
  public func listComments(ticketId: Int) async throws -> [TicketComment] {
    try await api.get("/api/v2/tickets/\(ticketId)/comments")
  }

  /// Writes a comment. `POST /api/v2/tickets/{ticket_id}/comments`
  public func addComment(ticketId: Int, content: String) async throws -> TicketComment {
    try await api.post("/api/v2/tickets/\(ticketId)/comments", body: CommentBody(content: content))
  }

  /// Rewrites one's own comment. `PUT /api/v2/tickets/{ticket_id}/comments/{comment_id}`
  public func updateComment(ticketId: Int, commentId: Int, content: String) async throws -> TicketComment {
    try await api.put("/api/v2/tickets/\(ticketId)/comments/\(commentId)", body: CommentBody(content: content))
  }

  /// Deletes one's own comment. `DELETE /api/v2/tickets/{ticket_id}/comments/{comment_id}`
  public func deleteComment(ticketId: Int, commentId: Int) async throws {
    try await api.delete("/api/v2/tickets/\(ticketId)/comments/\(commentId)")
  }
}
