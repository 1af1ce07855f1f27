import PlumblineVerification
import RealityPortalClient

/// The calls for listing, sending, and reading inquiries, and for their conversations.
enum InquiryCalls {
  static var all: [Call] { list.calls + create.calls + detail.calls + messages.calls + send.calls }

  private static let question = "Is the studio free from December?"
  private static let answer = "Ten is fine. I will bring my sister."

  private static var list: EndpointCalls {
    EndpointCalls("inquiries.list")
      .ordinary("lists inquiries") { client, _ in try await client.inquiries.inquiries() }
      .success("lists no inquiries", as: .persona("newcomer")) { client, _ in try await client.inquiries.inquiries() }
  }

  private static var create: EndpointCalls {
    @Sendable func inquiry(_ context: CallContext, _ preference: ContactPreference = .phone) throws -> NewInquiry {
      NewInquiry(
        listingId: try context.text("asked_listing_id", default: "125"),
        message: context.mark(question),
        contactPreference: preference)
    }
    return EndpointCalls("inquiries.create")
      .ordinary("asks about a listing") { client, context in
        try await client.inquiries.sendInquiry(inquiry(context))
      }
      .success("asks about a listing, to be answered by email") { client, context in
        try await client.inquiries.sendInquiry(inquiry(context, .email))
      }
      .success("asks about a listing, to be answered either way") { client, context in
        var inquiry = try inquiry(context, .either)
        inquiry.message = context.prose(question)
        return try await client.inquiries.sendInquiry(inquiry)
      }
      .failure("validation", "asks nothing about a listing") { client, context in
        var inquiry = try inquiry(context)
        inquiry.message = ""
        return try await client.inquiries.sendInquiry(inquiry)
      }
      .failure("notFound", "asks about a listing that doesn't exist") { client, context in
        var inquiry = try inquiry(context)
        inquiry.listingId = try context.missingId
        return try await client.inquiries.sendInquiry(inquiry)
      }
  }

  private static var detail: EndpointCalls {
    EndpointCalls("inquiries.get")
      .ordinary("reads an inquiry") { client, context in try await client.inquiries.inquiry(id: context.inquiryId) }
      .success("reads an inquiry without a reply") { client, context in
        try await client.inquiries.inquiry(id: context.pendingInquiryId)
      }
      .success("reads an inquiry that is closed") { client, context in
        try await client.inquiries.inquiry(id: context.closedInquiryId)
      }
      .failure("notFound", "reads an inquiry that doesn't exist") { client, context in
        try await client.inquiries.inquiry(id: context.missingId)
      }
  }

  private static var messages: EndpointCalls {
    EndpointCalls("inquiries.messages")
      .ordinary("reads a conversation") { client, context in
        try await client.inquiries.messages(inquiryId: context.inquiryId)
      }
      .success("reads a conversation without a reply") { client, context in
        try await client.inquiries.messages(inquiryId: context.pendingInquiryId)
      }
      .success("reads a conversation that is closed") { client, context in
        try await client.inquiries.messages(inquiryId: context.closedInquiryId)
      }
      .failure("notFound", "reads a conversation that doesn't exist") { client, context in
        try await client.inquiries.messages(inquiryId: context.missingId)
      }
  }

  private static var send: EndpointCalls {
    EndpointCalls("inquiries.send")
      .ordinary("writes a message") { client, context in
        try await client.inquiries.sendMessage(context.mark(answer), inquiryId: context.inquiryId)
      }
      .failure("validation", "writes an empty message") { client, context in
        try await client.inquiries.sendMessage("", inquiryId: context.inquiryId)
      }
      .failure("notFound", "writes in a conversation that doesn't exist") { client, context in
        try await client.inquiries.sendMessage(context.mark(answer), inquiryId: context.missingId)
      }
  }
}
