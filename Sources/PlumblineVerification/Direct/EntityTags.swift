import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Takes what a conditional request needs (RFC 9110 section 13) from a read of the same path: a made-up entity tag, or that
/// of another server, holds for nothing.
struct EntityTags: Sendable {
  let sender: DirectSender

  /// What a read of a request's path shows for a field; `nil` where the contract has none, or it shows nothing.
  func value(for field: ConditionField, of request: Request, in context: CallContext) async throws -> String? {
    let contract = sender.contract
    guard let endpoint = contract.plainRead(of: request.path) else { return nil }
    let items = contract.queryItems(of: context.credentials, for: endpoint).map {
      "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
    }
    var headers: HeaderFields = [
      "Accept": contract.accept(from: endpoint), "User-Agent": "plumbline-verify/\(Toolkit.version)",
    ]
    headers.set(credentials: contract.headers(of: context.credentials, for: endpoint))
    let target = request.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    do {
      return try await sender.send(Request(method: .get, target: target, headers: headers), in: context)
        .headers[field.source]
    } catch is DirectSender.Refusal {
      return nil
    }
  }
}
