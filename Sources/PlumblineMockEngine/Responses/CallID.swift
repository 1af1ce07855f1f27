import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// A namespace for inserting the id of a JSON-RPC call into a generated response. Clients wait for the id that they
/// sent.
enum CallID {
  /// Returns a response with the id of its call inserted into its body, or into the events or lines of its stream. If
  /// the request isn't such a call, the response is returned unchanged.
  static func filled(in rendered: RenderedResponse, for reading: RequestReading) -> RenderedResponse {
    guard let call = reading.body, call["jsonrpc"] != nil, call["id"] != nil else { return rendered }
    let response = rendered.response
    let bindings = CallBindings.bindings(in: response, to: Optional<JSON>.none)
    if bindings.isEmpty { return rendered }
    let body: [UInt8]?
    if let stream = StreamTemplate(response, bindings: bindings) {
      body = stream.filled(for: reading, nil)?.bytes
    } else {
      let json = response.body.bytes.flatMap { try? JSON.parse($0) }
      body = json.flatMap { BindingTemplate($0, bindings: bindings) }?.body(for: reading)
    }
    return body.map { RenderedResponse(rendered, body: $0) } ?? rendered
  }
}
