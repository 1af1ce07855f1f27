import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// The values of a request, for comparing incoming requests with recorded ones.
final class RequestValues: Sendable {
  let reading: RequestReading
  /// The values of the endpoint's path parameters, in order.
  let path: [JSON]
  /// The query's values by name, excluding credentials.
  let query: [(name: String, value: JSON)]
  /// The names of the documented header fields in the request, in lowercase.
  let headers: [String]
  /// The body as JSON, or `nil` if it is neither JSON nor a form.
  let body: JSON?
  /// The operation that the body calls, or `nil` if it isn't a remote call.
  let call: RemoteCall?
  /// A Boolean value that indicates whether the body is an object that is small enough to compare its members
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
    // Even if the contract doesn't describe a form, ignore the boundary between its parts.
    let whole = reading.body ?? (sent.isEmpty ? nil : MultipartWriter.members(of: sent, reading.request.headers))
    body = whole.map { whole in credentials.body.reduce(whole) { $0.removing($1) ?? $0 } }
    call = body.flatMap { RemoteCall($0) }
    hasFewMembers = body.map { $0.kind == .object && $0.count <= 64 } ?? false
    bytes = credentials.body.isEmpty ? sent : body?.serialized() ?? sent
    hasAccept = reading.request.headers.contains("accept")
  }
}
