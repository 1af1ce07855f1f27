import PlumblineHTTPMessages
import Synchronization

/// A contract's credentials and personas in a form that allows decisions on access without creating strings.
///
/// Each persona is a bit. A credential in a request is compared, as bytes, with the personas' values, which results in
/// the set of personas with that value. The index can only grant access, to a known persona or an anonymous caller. In
/// all other cases, ``AccessDecision`` performs the full check.
///
/// Measured in isolation (x86-64, processor time, three personas with two credentials each), a decision takes 0.18 µs,
/// compared with 2.9 µs for the full check.
final class AccessIndex: Sendable {
  /// The capacity of the index. Contracts that exceed it always use the full check.
  private static let most = (credentials: 8, personas: 64)

  /// A credential, and the personas that have each of its values.
  private struct Known: Sendable {
    let carrier: Credential.Carrier
    var values: [(bytes: [UInt8], personas: UInt64)] = []
  }

  private let credentials: [Known]
  private let personas: [Persona]
  private let plans: [ObjectIdentifier: LazyPlan]

  init(credentials: [Credential], personas: [Persona], endpoints: [Endpoint]) {
    let isIndexed = credentials.count <= Self.most.credentials && 1...Self.most.personas ~= personas.count
    self.personas = personas
    self.credentials =
      !isIndexed
      ? []
      : credentials.map { credential in
        var known = Known(carrier: credential.carrier)
        for (index, persona) in personas.enumerated() {
          guard let bytes = persona.credentials[credential.name].map({ Array($0.utf8) }) else { continue }
          if let place = known.values.firstIndex(where: { $0.bytes == bytes }) {
            known.values[place].personas |= 1 << UInt64(index)
          } else {
            known.values.append((bytes, 1 << UInt64(index)))
          }
        }
        return known
      }
    let names = credentials.map(\.name)
    plans =
      !isIndexed
      ? [:]
      : Dictionary(
        endpoints.map { (ObjectIdentifier($0), LazyPlan($0, names: names)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Grants access and returns the caller, or returns `nil` if the request needs the full check.
  func grant(_ request: Request, to endpoint: Endpoint) -> AccessDecision? {
    guard let plan = plans[ObjectIdentifier(endpoint)]?.plan(personas), plan.isPlain else { return nil }
    // Use eight numbers stored inline. `InlineArray` would require macOS 26.
    var sets = SIMD8<UInt64>(repeating: 0)
    var shown: UInt64 = 0
    for index in credentials.indices {
      switch value(of: credentials[index].carrier, in: request) {
      case .absent: continue
      case .unclear: return nil
      case .bytes(let bytes):
        shown |= 1 << UInt64(index)
        sets[index] = credentials[index].values.first { bytes.isSame(as: $0.bytes) }?.personas ?? 0
        if sets[index] == 0 { return nil }
      }
    }
    for alternative in plan.alternatives where alternative != 0 && alternative & shown == alternative {
      let fitting = Self.common(alternative, sets)
      if fitting == 0 { continue }
      let best = fitting & Self.common(shown & ~alternative, sets)
      let index = (best == 0 ? fitting : best).trailingZeroBitCount
      return plan.permitted & (1 << UInt64(index)) != 0 ? .granted(personas[index]) : nil
    }
    return plan.isOptional && !plan.hasRequirements ? .granted(nil) : nil
  }

  /// Returns the personas that have all of the given credentials.
  private static func common(_ credentials: UInt64, _ sets: SIMD8<UInt64>) -> UInt64 {
    var rest = credentials
    var personas = UInt64.max
    while rest != 0 {
      personas &= sets[rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    return personas
  }

  private enum Shown {
    case absent, unclear
    case bytes(ArraySlice<UInt8>)
  }

  private func value(of carrier: Credential.Carrier, in request: Request) -> Shown {
    switch carrier {
    case .header(let name):
      guard let bytes = request.headers.bytes(name), !bytes.isEmpty else { return .absent }
      return .bytes(bytes)
    case .bearer: return Self.bearer(request.headers)
    case .basic:
      // A request whose only authorization is a bearer token has no password.
      if case .bytes = Self.bearer(request.headers), request.headers.values("authorization").count == 1 {
        return .absent
      }
      return request.headers.contains("authorization") ? .unclear : .absent
    case .query: return request.queryBytes == nil ? .absent : .unclear
    case .cookie: return request.headers.contains("cookie") ? .unclear : .absent
    // Requests with the same target and fields may have different bodies.
    case .body: return .unclear
    }
  }

  /// Returns the value after `Bearer` if there is exactly one `Authorization` field.
  private static func bearer(_ headers: HeaderFields) -> Shown {
    guard let field = headers.bytes("authorization") else { return .absent }
    let scheme: StaticString = "bearer "
    guard field.count > scheme.utf8CodeUnitCount else { return .unclear }
    let isBearer = scheme.withUTF8Buffer { wanted in
      zip(field, wanted).allSatisfy { byte, wanted in byte | 0x20 == wanted }
    }
    let value = field.dropFirst(scheme.utf8CodeUnitCount)
    guard isBearer, value.first != 0x20, value.first != 0x09 else { return .unclear }
    return .bytes(value)
  }
}

/// An endpoint's plan. It is created for the endpoint's first request.
private final class LazyPlan: Sendable {
  private let endpoint: Endpoint
  private let names: [String]
  private let made = AtomicLazyReference<AccessPlan>()

  init(_ endpoint: Endpoint, names: [String]) {
    self.endpoint = endpoint
    self.names = names
  }

  func plan(_ personas: [Persona]) -> AccessPlan {
    made.load() ?? made.storeIfNil(AccessPlan(endpoint, names: names, personas: personas))
  }
}
