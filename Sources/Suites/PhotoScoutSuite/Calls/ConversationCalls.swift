import PhotoScoutClient
import PlumblineVerification

/// The calls for listing and reading conversations.
enum ConversationCalls {
  static var all: [Call] { list.calls + detail.calls }

  private static var list: EndpointCalls {
    EndpointCalls("conversations.list")
      .everyday("lists conversations") { client, _ in try await client.api.fetchConversations() }
      .success("lists no conversations", by: .recording("without-conversations")) { client, _ in
        try await client.api.fetchConversations()
      }
  }

  private static var detail: EndpointCalls {
    EndpointCalls("conversations.get")
      .everyday("reads a conversation") { client, context in
        try await client.api.fetchConversation(id: context.conversationId)
      }
      .success("reads a conversation without a title") { client, context in
        try await client.api.fetchConversation(id: context.text("untitled_conversation_id", default: "conv-lisbon"))
      }
      .success("reads a conversation without messages") { client, context in
        try await client.api.fetchConversation(id: context.text("empty_conversation_id", default: "conv-new"))
      }
      .failure("notFound", "reads a conversation that doesn't exist") { client, context in
        try await client.api.fetchConversation(id: context.missingId)
      }
  }
}
