import PlumblineVerification

/// The calls for listing, adding, editing, and deleting a ticket's comments.
enum CommentCalls {
  static var all: [Call] { list.calls + add.calls + update.calls + delete.calls }

  private static let correction =
    "@Farid Rahman the dock is replaced; the 130 W charger is enough, no need to bring another."

  private static var list: EndpointCalls {
    EndpointCalls("comments.list")
      .ordinary("lists a ticket's comments") { client, context in
        try await client.tickets.listComments(ticketId: context.ticketId)
      }
      .success("lists the comments of a ticket without any") { client, context in
        try await client.tickets.listComments(ticketId: context.integer("uncommented_ticket_id", default: 1047))
      }
      .failure("notFound", "lists the comments of a ticket that doesn't exist") { client, context in
        try await client.tickets.listComments(ticketId: context.missingId)
      }
  }

  private static var add: EndpointCalls {
    EndpointCalls("comments.add")
      .ordinary("adds a comment") { client, context in
        try await client.tickets.addComment(
          ticketId: context.ticketId,
          content: context.mark("@Chloe Lim the charger is on its way, please keep the laptop at the desk."))
      }
      .failure("validation", "adds an empty comment") { client, context in
        try await client.tickets.addComment(ticketId: context.ticketId, content: "")
      }
      .failure("notFound", "comments on a ticket that doesn't exist") { client, context in
        try await client.tickets.addComment(
          ticketId: context.missingId,
          content: context.mark("@Chloe Lim the charger is on its way, please keep the laptop at the desk."))
      }
  }

  private static var update: EndpointCalls {
    EndpointCalls("comments.update")
      .ordinary("edits one's own comment") { client, context in
        try await client.tickets.updateComment(
          ticketId: context.ticketId, commentId: context.commentId, content: correction)
      }
      .failure("validation", "empties one's own comment") { client, context in
        try await client.tickets.updateComment(ticketId: context.ticketId, commentId: context.commentId, content: "")
      }
      .failure("forbidden", "edits another user's comment") { client, context in
        try await client.tickets.updateComment(
          ticketId: context.ticketId, commentId: context.foreignCommentId, content: correction)
      }
      .failure("notFound", "edits a comment that doesn't exist") { client, context in
        try await client.tickets.updateComment(
          ticketId: context.ticketId, commentId: context.missingId, content: correction)
      }
  }

  private static var delete: EndpointCalls {
    EndpointCalls("comments.delete")
      .ordinary("deletes one's own comment") { client, context in
        try await client.tickets.deleteComment(ticketId: context.ticketId, commentId: context.commentId)
      }
      .failure("forbidden", "deletes another user's comment") { client, context in
        try await client.tickets.deleteComment(
          ticketId: context.ticketId, commentId: context.removableForeignCommentId)
      }
      .failure("notFound", "deletes a comment that doesn't exist") { client, context in
        try await client.tickets.deleteComment(ticketId: context.ticketId, commentId: context.missingId)
      }
  }
}
