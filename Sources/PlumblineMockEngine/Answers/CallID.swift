import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// Inserts the id of a JSON-RPC call into a generated response, because clients wait for the id that they sent.
enum CallID {
  /// Returns a response with the id of its call, in its body or in the events or lines of its stream. Any other
  /// response is returned unchanged.
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
