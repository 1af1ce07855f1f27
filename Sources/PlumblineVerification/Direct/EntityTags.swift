import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The source of values for conditional requests (RFC 9110 section 13). It reads the same path, because an entity tag
/// that is made up or comes from a different server never matches.
struct EntityTags: Sendable {
  let sender: DirectSender

  /// Returns the value of a header field in the response to a read of the request's item, or `nil` if the contract has
  /// no such read, or if no response shows the field.
  func value(for field: ConditionField, of request: Request, in context: CallContext) async throws -> String? {
    for (endpoint, path) in sender.contract.reads(showing: request) {
      if let value = try await value(for: field, at: endpoint, path, in: context) { return value }
    }
    return nil
  }

  private func value(
    for field: ConditionField, at endpoint: Endpoint, _ path: String, in context: CallContext
  ) async throws -> String? {
    let contract = sender.contract
    let items = contract.queryItems(of: context.credentials, for: endpoint).map {
      "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
    }
    var headers: HeaderFields = [
      "Accept": contract.accept(from: endpoint), "User-Agent": "plumbline-verify/\(Toolkit.version)",
    ]
    headers.set(credentials: contract.headers(of: context.credentials, for: endpoint))
    let target = path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    do {
      return try await sender.send(Request(method: .get, target: target, headers: headers), in: context)
        .headers[field.source]
    } catch is DirectSender.Refusal {
      return nil
    }
  }
}
