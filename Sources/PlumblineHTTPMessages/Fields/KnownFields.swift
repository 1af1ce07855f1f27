import PlumblineASCII

/// The roles of a header field, apart from the content of its message.
///
/// A field may have several roles. A field that is merely customary has none.
package struct FieldRole: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The field applies to one connection instead of the message (RFC 9110 section 7.6.1).
  package static let connection = FieldRole(rawValue: 1)
  /// The field describes the message's length, destination or time of sending.
  package static let delivery = FieldRole(rawValue: 2)
  /// Intermediaries that forward a message, such as proxies, clouds and tracing, add the field.
  package static let passage = FieldRole(rawValue: 4)
  /// The field identifies the client and its capabilities instead of its request.
  package static let client = FieldRole(rawValue: 8)
  /// The field is added to a request because of the client's circumstances.
  package static let request = FieldRole(rawValue: 16)
  /// Servers add the field to every response.
  package static let server = FieldRole(rawValue: 32)
  /// The field applies to an intermediate proxy instead of the message.
  package static let proxy = FieldRole(rawValue: 64)
}

/// A namespace for the header fields that servers, clients and intermediaries add to messages, with their roles.
///
/// These are the fields of HTTP itself (RFC 9110, RFC 9111), those in the IANA registry that are in actual use, and the
/// customary fields of proxies and clouds.
package enum KnownFields {
  /// Returns the roles of the field with the given lowercase name, or `nil` if the field is unknown.
  package static func roles(of name: String) -> FieldRole? {
    byName[name] ?? prefixes.first { name.hasPrefix($0.text) }?.role
  }

  /// Returns a Boolean value that indicates whether the field with the given name is known. This is called for each
  /// field of most messages, so it compares the bytes as sent without creating a string.
  package static func contains(_ name: ArraySlice<UInt8>) -> Bool {
    guard let first = name.first, let place = letter(first) else { return false }
    if name.count < byLength.count, byLength[name.count][place].contains(where: { begins($0, name) }) { return true }
    return prefixBytes[place].contains { begins($0, name) }
  }

  /// Returns the index of a letter in the alphabet, ignoring case, or `nil` for any other byte.
  private static func letter(_ byte: UInt8) -> Int? {
    let letter = byte | 0x20
    return letter.isSmallLetter ? Int(letter - UInt8(ascii: "a")) : nil
  }

  /// Returns a Boolean value that indicates whether a name begins with a prefix, ignoring case.
  private static func begins(_ text: [UInt8], _ name: ArraySlice<UInt8>) -> Bool {
    name.count >= text.count && zip(text, name).allSatisfy { $0 == $1.lowercased }
  }

  private static let noNames: [[[UInt8]]] = Array(repeating: [], count: 26)

  /// The names, grouped by length and first letter.
  private static let byLength: [[[[UInt8]]]] = {
    let names = byName.keys.sorted().map { Array($0.utf8) }
    var table = Array(repeating: noNames, count: (names.map(\.count).max() ?? 0) + 1)
    for name in names { name.first.flatMap(letter).map { table[name.count][$0].append(name) } }
    return table
  }()

  /// The prefixes, grouped by first letter.
  private static let prefixBytes: [[[UInt8]]] = {
    var table = noNames
    for (text, _) in prefixes { text.utf8.first.flatMap(letter).map { table[$0].append(Array(text.utf8)) } }
    return table
  }()

  /// Returns a Boolean value that indicates whether the field with the given lowercase name has any of the given roles.
  package static func isAny(_ roles: FieldRole, _ name: String) -> Bool {
    self.roles(of: name).map { !$0.isDisjoint(with: roles) } ?? false
  }

  /// Returns the names of all fields that have a role.
  private static func names(of role: FieldRole) -> [String] {
    byName.compactMap { $0.value.contains(role) ? $0.key : nil }.sorted()
  }

  fileprivate static let ofConnection = names(of: .connection) + names(of: .proxy)

  private static let byName: [String: FieldRole] = {
    var roles: [String: FieldRole] = [:]
    for (role, names) in table {
      for name in names.split(whereSeparator: \.isWhitespace) { roles[String(name), default: []].formUnion(role) }
    }
    return roles
  }()

  private static let table: [(role: FieldRole, names: String)] = [
    (
      .connection,
      "connection keep-alive te trailer transfer-encoding upgrade"
    ),
    (.proxy, "proxy-authenticate proxy-authorization proxy-connection"),
    (.delivery, "content-length date host"),
    (
      .passage,
      """
      alt-svc b3 baggage cf-ray content-encoding elastic-apm-traceparent forwarded nel newrelic sentry-trace traceparent
      tracestate uber-trace-id via x-correlation-id x-request-id x-trace-id
      """
    ),
    (
      .client,
      """
      accept accept-charset accept-encoding accept-language authorization cache-control content-type cookie expect
      if-modified-since if-none-match origin pragma prefer referer user-agent
      """
    ),
    (
      [.client, .request],
      "x-airtable-user-agent x-goog-api-client x-stripe-client-user-agent x-user-agent"
    ),
    (
      .request,
      """
      accept-charset accept-encoding accept-language cache-control device-memory dnt downlink ect expect from
      idempotency-key if-modified-since if-none-match max-forwards origin pragma prefer priority range referer rtt save-data upgrade-insecure-requests
      user-agent x-real-ip x-requested-with
      """
    ),
    (
      .server,
      """
      age expect-ct report-to reporting-endpoints server server-timing strict-transport-security x-cache
      x-cache-hits x-powered-by x-response-time x-runtime x-served-by x-timer x-varnish
      """
    ),
    (
      [],
      """
      accept-patch accept-post accept-ranges allow alt-used cache-status cdn-cache-control clear-site-data deprecation
      early-data etag expires feature-policy http2-settings last-modified link location mime-version origin-agent-cluster
      permissions-policy preference-applied referrer-policy refresh retry-after set-cookie sourcemap sunset
      surrogate-control timing-allow-origin vary viewport-width warning width www-authenticate x-content-type-options
      x-dns-prefetch-control x-download-options x-frame-options x-http-method-override
      x-amz-target x-client-id x-client-secret x-permitted-cross-domain-policies x-robots-tag x-ua-compatible
      x-xss-protection
      """
    ),
  ]

  /// The prefixes that several fields share.
  private static let prefixes: [(text: String, role: FieldRole)] = {
    var all: [(text: String, role: FieldRole)] = []
    for (role, texts) in families {
      for text in texts.split(whereSeparator: \.isWhitespace) { all.append((text: String(text), role: role)) }
    }
    return all
  }()

  private static let families: [(role: FieldRole, texts: String)] = [
    (
      .passage,
      """
      access-control- cf- fly- plumbline- ratelimit sec- x-amz- x-amzn- x-azure- x-b3- x-cloud- x-datadog- x-envoy-
      x-forwarded- x-goog- x-ms- x-plumbline- x-ratelimit- x-vercel-
      """
    ),
    // Fields that client libraries use to describe themselves.
    ([.client, .request], "apollographql-client- x-client- x-stainless-"),
    (.request, "if-"),
    ([], "content- cross-origin- proxy- x-google-"),
  ]
}

extension HeaderFields {
  /// The fields, except for those that apply to one connection or that the `Connection` field names.
  package var withoutConnection: HeaderFields {
    var named: [String] = []
    for value in values("connection") {
      named += value.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    }
    var stripped = self
    for name in KnownFields.ofConnection + named where stripped.contains(name) { stripped.remove(name) }
    return stripped
  }
}
