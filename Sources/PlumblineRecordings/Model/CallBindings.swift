import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The bindings that insert the id of a JSON-RPC call into its response (JSON-RPC 2.0, section 5), in a body or in the
/// events or lines of a stream. Clients wait for the id that they sent.
package enum CallBindings {
  /// Returns the bindings for the response to a request. They refer to the id of the call or, for a batch, of each
  /// call. There are none if the request isn't a call or the call has no response.
  package static func bindings(in response: Response, answering request: Request) -> [Recording.Binding] {
    guard let sent = request.body.bytes.flatMap({ try? JSON.parse($0) }) else { return [] }
    if sent.kind == .array { return bindings(in: response, toBatch: sent) }
    guard sent["jsonrpc"] != nil, let id = sent["id"] else { return [] }
    return bindings(in: response, to: id)
  }

  /// Returns the bindings for the responses to a batch, which can be in any order. Each refers to the call with the
  /// same id.
  private static func bindings(in response: Response, toBatch calls: JSON) -> [Recording.Binding] {
    guard let body = response.body.bytes.flatMap({ try? JSON.parse($0) }), body.kind == .array else { return [] }
    let ids = calls.elements.map { $0["jsonrpc"] == nil ? Optional<JSON>.none : $0["id"] }
    return body.elements.enumerated().compactMap { index, answer -> Recording.Binding? in
      guard let id = answer["id"], isAnswer(answer, to: id), let place = ids.firstIndex(of: id),
        let address = Address("body#/\(place)/id")
      else { return nil }
      return Recording.Binding(target: JSONPointer(tokens: ["\(index)", "id"]), address: address)
    }
  }

  /// Returns the bindings for a response. A stream may also contain requests and notifications from the server. These
  /// have their own ids and stay unchanged.
  ///
  /// - Parameter id: The id in the recorded call, or `nil` to bind the ids of all responses.
  package static func bindings(in response: Response, to id: JSON?) -> [Recording.Binding] {
    guard let address = Address("body#/id") else { return [] }
    if let stream = StreamJSON(response) {
      return stream.data.enumerated().compactMap { index, value in
        guard let value, isAnswer(value, to: id) else { return nil }
        return Recording.Binding(target: JSONPointer(tokens: ["\(index)", "data", "id"]), address: address)
      }
    }
    guard let body = response.body.bytes.flatMap({ try? JSON.parse($0) }), isAnswer(body, to: id) else { return [] }
    return [Recording.Binding(target: JSONPointer(tokens: ["id"]), address: address)]
  }

  private static func isAnswer(_ value: JSON, to id: JSON?) -> Bool {
    guard value.kind == .object, value["jsonrpc"] != nil, value["method"] == nil, let own = value["id"] else {
      return false
    }
    return id.map { $0 == own } ?? true
  }
}
