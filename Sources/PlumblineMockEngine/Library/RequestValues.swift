import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// The values of a request, in a form for comparing incoming and recorded requests.
final class RequestValues: Sendable {
  let reading: RequestReading
  /// The path's values, one for each of the endpoint's parameters, in order.
  let path: [JSON]
  /// The query's values by name, without credentials.
  let query: [(name: String, value: JSON)]
  /// The documented header fields that the request has, in lowercase.
  let headers: [String]
  /// The body as JSON, if it is JSON, or a form.
  let body: JSON?
  /// The operation that the body calls, if it is a call.
  let call: RemoteCall?
  /// A Boolean value that indicates whether the body is an object of moderate size, whose members can be compared
  /// individually.
  let hasFewMembers: Bool
  /// The body as received.
  let bytes: [UInt8]
  /// A Boolean value that indicates whether the request has an `Accept` field.
  let hasAccept: Bool

  init(_ reading: RequestReading, credentials: CredentialNames) {
    self.reading = reading
    let count = reading.endpoint.path.count
    path = reading.pathValues.count == count ? reading.pathValues : Array(repeating: .null, count: count)
    if reading.request.queryBytes == nil {
      query = []
    } else {
      query = reading.queryNames.filter { !credentials.query.contains($0) }
        .compactMap { name in reading.query(name).map { (name, $0) } }
    }
    headers = reading.endpoint.headers.map { $0.name.lowercased() }.filter { name in
      name != "accept" && !credentials.headers.contains(name) && reading.request.headers.contains(name)
    }
    let sent = reading.request.body.bytes ?? []
    // In a form that the contract doesn't describe, the boundary between parts is irrelevant.
    let whole = reading.body ?? (sent.isEmpty ? nil : MultipartWriter.members(of: sent, reading.request.headers))
    body = whole.map { whole in credentials.body.reduce(whole) { $0.removing($1) ?? $0 } }
    call = body.flatMap { RemoteCall($0) }
    hasFewMembers = body.map { $0.kind == .object && $0.count <= 64 } ?? false
    bytes = credentials.body.isEmpty ? sent : body?.serialized() ?? sent
    hasAccept = reading.request.headers.contains("accept")
  }
}
