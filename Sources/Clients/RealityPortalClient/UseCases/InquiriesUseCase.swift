import PlumblineAPIClient

/// Inquiries about listings, and their conversations.
public struct InquiriesUseCase: Sendable {
  private struct MessageBody: Encodable, Sendable {
    let text: String
  }

  let requests: PortalRequests

  /// Returns the user's inquiries. `GET /api/v1/inquiries`
  public func inquiries() async throws -> [Inquiry] {
    try await requests.value(APIRequest(.get, "/api/v1/inquiries"))
  }

  /// Sends an inquiry about a listing. `POST /api/v1/inquiries`
  public func sendInquiry(_ inquiry: NewInquiry) async throws -> Inquiry {
    try await requests.value(APIRequest(.post, "/api/v1/inquiries", body: inquiry))
  }

  /// Returns one inquiry. `GET /api/v1/inquiries/{inquiryId}`
  public func inquiry(id: String) async throws -> Inquiry {
    try await requests.value(APIRequest(.get, "/api/v1/inquiries/\(id)"))
  }

  /// Returns a conversation, oldest message first. `GET /api/v1/inquiries/{inquiryId}/messages`
  public func messages(inquiryId: String) async throws -> [Message] {
    try await requests.value(APIRequest(.get, "/api/v1/inquiries/\(inquiryId)/messages"))
  }

  /// Sends a message. `POST /api/v1/inquiries/{inquiryId}/messages`
  public func sendMessage(_ text: String, inquiryId: String) async throws -> Message {
    try await requests.value(
      APIRequest(.post, "/api/v1/inquiries/\(inquiryId)/messages", body: MessageBody(text: text)))
  }
}
