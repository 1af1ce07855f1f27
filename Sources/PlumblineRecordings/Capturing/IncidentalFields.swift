import PlumblineContractModel
import PlumblineHTTPMessages

/// Header fields that say how a message came here, or when, and not what it asks for or answers.
///
/// A field that the contract has at the endpoint is never one of them.
enum IncidentalFields {
  private static let both: Set<String> = [
    "alt-svc", "baggage", "connection", "content-encoding", "content-length", "date", "forwarded", "host", "keep-alive",
    "nel", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "traceparent", "tracestate",
    "trailer",
    "transfer-encoding", "upgrade", "via", "x-correlation-id", "x-request-id", "x-trace-id",
  ]
  private static let ofRequests: Set<String> = [
    "accept-charset", "accept-encoding", "accept-language", "cache-control", "device-memory", "dnt", "downlink", "ect",
    "expect", "from", "idempotency-key", "max-forwards", "origin", "pragma", "prefer", "priority", "range", "referer",
    "rtt", "save-data", "upgrade-insecure-requests", "user-agent", "x-real-ip", "x-requested-with",
  ]
  private static let ofResponses: Set<String> = [
    "age", "cf-ray", "expect-ct", "report-to", "reporting-endpoints", "server", "server-timing",
    "strict-transport-security", "x-cache", "x-cache-hits", "x-powered-by", "x-response-time", "x-runtime",
    "x-served-by", "x-timer", "x-varnish",
  ]
  private static let prefixes = [
    "access-control-", "cf-", "fly-", "plumbline-", "ratelimit", "sec-", "x-amz-", "x-amzn-", "x-azure-", "x-b3-",
    "x-cloud-", "x-datadog-", "x-envoy-", "x-forwarded-", "x-goog-", "x-ms-", "x-plumbline-", "x-ratelimit-",
    "x-vercel-",
  ]

  /// Whether a request's field is left out; its name is in lower case.
  static func isOfRequest(_ name: String, at endpoint: Endpoint) -> Bool {
    if endpoint.headers.contains(where: { $0.name.lowercased() == name }) { return false }
    return both.contains(name) || ofRequests.contains(name) || name.hasPrefix("if-") || hasPrefix(name)
  }

  /// Whether a response's field is left out; its name is in lower case.
  static func isOfResponse(_ name: String, at endpoint: Endpoint) -> Bool {
    let known = endpoint.answers.flatMap(\.headers).contains { $0.name.lowercased() == name }
    return !known && (both.contains(name) || ofResponses.contains(name) || hasPrefix(name))
  }

  private static func hasPrefix(_ name: String) -> Bool { prefixes.contains { name.hasPrefix($0) } }
}
