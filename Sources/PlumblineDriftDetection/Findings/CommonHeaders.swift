import PlumblineHTTPMessages

/// The header fields that servers, clients and what stands between them send of their own accord. That a contract is
/// silent about them says nothing.
///
/// They are those of HTTP itself (RFC 9110, RFC 9111), of the IANA registry as far as they are met, and the customary ones
/// of proxies and clouds.
enum CommonHeaders {
  static func contains(_ name: ArraySlice<UInt8>) -> Bool {
    // Nearly every message has these, and comparing bytes costs no text.
    for frequent in frequent where frequent.count == name.count {
      if zip(frequent, name).allSatisfy({ $0 == $1 | 0x20 || $0 == $1 }) { return true }
    }
    let lowercased = String(decoding: name.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    return names.contains(lowercased) || prefixes.contains { lowercased.hasPrefix($0) }
  }

  private static let frequent = ["host", "date", "accept", "user-agent", "content-type", "content-length"].map {
    Array($0.utf8)
  }

  private static let names: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "accept-patch", "accept-post", "accept-ranges",
    "age", "allow", "alt-svc", "alt-used", "authorization", "baggage", "cache-control", "cache-status",
    "clear-site-data",
    "cdn-cache-control", "connection", "cookie", "date", "deprecation", "device-memory", "dnt", "downlink",
    "early-data",
    "ect", "etag", "expect", "expect-ct", "expires", "forwarded", "from", "host", "http2-settings", "idempotency-key",
    "keep-alive", "last-modified", "link", "location", "max-forwards", "mime-version", "nel", "origin",
    "origin-agent-cluster", "permissions-policy", "feature-policy", "pragma", "prefer", "preference-applied",
    "priority",
    "range", "ratelimit", "ratelimit-limit", "ratelimit-policy", "ratelimit-remaining", "ratelimit-reset", "referer",
    "referrer-policy", "refresh", "report-to", "reporting-endpoints", "retry-after", "rtt", "save-data", "server",
    "server-timing", "set-cookie", "sourcemap", "strict-transport-security", "sunset", "surrogate-control", "te",
    "timing-allow-origin", "traceparent", "tracestate", "trailer", "transfer-encoding", "upgrade",
    "upgrade-insecure-requests", "user-agent", "vary", "via", "viewport-width", "warning", "width", "www-authenticate",
    "x-cache", "x-cache-hits", "x-content-type-options", "x-correlation-id", "x-dns-prefetch-control",
    "x-download-options", "x-frame-options", "x-http-method-override", "x-permitted-cross-domain-policies",
    "x-powered-by", "x-real-ip", "x-request-id", "x-requested-with", "x-response-time", "x-robots-tag", "x-runtime",
    "x-served-by", "x-timer", "x-trace-id", "x-ua-compatible", "x-varnish", "x-xss-protection",
  ]

  private static let prefixes = [
    "access-control-", "cf-", "content-", "cross-origin-", "fly-", "if-", "plumbline-", "proxy-", "sec-", "x-amz-",
    "x-amzn-", "x-azure-", "x-b3-", "x-cloud-", "x-envoy-", "x-forwarded-", "x-google-", "x-goog-", "x-ms-",
    "x-plumbline-",
    "x-ratelimit-", "x-vercel-",
  ]
}
