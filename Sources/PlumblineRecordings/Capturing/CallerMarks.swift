import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The callers of a session, distinguished by their `Authorization` field, because the personas aren't known yet.
///
/// A draft contains a mark instead of a credential's value. The marks of further callers are numbered, so that each
/// caller has separate drafts of the same request:
///
///     Authorization: Basic YWxpY2U6c2VjcmV0   →   Basic left-out
///     Authorization: Basic Ym9iOnNlY3JldA==   →   Basic left-out-2
///
/// The numbers are only valid for one session. In the next session, they start at 1 again.
package struct CallerMarks: Sendable {
  /// The schemes whose credentials stay the same from one request to the next. With other schemes, credentials are
  /// signatures or responses to challenges, and differ in each request.
  private static let lasting: Set<String> = ["apikey", "api-key", "basic", "bearer", "key", "token"]
  private static let absent = "left-out"

  private var numbers: [String: Int] = [:]

  package init() {}

  /// The number of callers, excluding those that the server rejected.
  package var count: Int { numbers.count }

  /// Records the caller of an exchange. Credentials that the server doesn't accept don't count as a caller.
  package mutating func learn(_ exchange: Exchange) {
    guard let response = exchange.response, response.status != 401,
      let identity = exchange.request.headers["authorization"].flatMap(Self.identity), numbers[identity] == nil
    else { return }
    numbers[identity] = numbers.count + 1
  }

  /// Returns the number of the caller with a value in `Authorization`, starting at 1, or `nil` if the caller isn't
  /// known.
  package func number(of value: String) -> Int? { Self.identity(value).flatMap { numbers[$0] } }

  /// Returns the mark for a credential, such as `Basic left-out-2`.
  func mark(of value: String) -> String {
    let scheme = value.prefix { $0 != " " }
    let number = number(of: value) ?? 1
    return (scheme.count < value.count ? "\(scheme) " : "") + Self.absent + (number == 1 ? "" : "-\(number)")
  }

  /// The mark for a credential in a field other than `Authorization`.
  static var mark: String { absent }

  /// Returns the caller's number in the `Authorization` field of a draft, or `nil` if the value isn't a mark. A mark
  /// without a number is for caller 1.
  package static func number(inMark value: String) -> Int? {
    let text = value.drop { $0 != " " }.drop { $0 == " " }
    let mark = text.isEmpty ? value[...] : text
    guard mark.hasPrefix(absent) else { return nil }
    let rest = mark.dropFirst(absent.count)
    return rest.isEmpty ? 1 : rest.first == "-" ? Int(rest.dropFirst()) : nil
  }

  /// Returns the part of a value that is the same in all requests of a caller, or `nil` if there may be none.
  private static func identity(_ value: String) -> String? {
    let scheme = value.prefix { $0 != " " }
    guard scheme.count < value.count else { return value.isEmpty ? nil : value }
    guard lasting.contains(scheme.lowercased()) else { return nil }
    let text = value.dropFirst(scheme.count).filter { $0 != " " }
    return "\(scheme.lowercased()) \(subject(of: text) ?? text)"
  }

  /// Returns the issuer and the subject of a JSON Web Token (RFC 7519 section 4.1), or `nil` for other tokens. They
  /// stay the same although the caller gets a new token every few minutes.
  private static func subject(of token: String) -> String? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let plain = parts[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    guard let claims = Base64.decode(String(plain)).flatMap({ try? JSON.parse($0) }),
      let subject = claims["sub"]?.string
    else { return nil }
    return "\(claims["iss"]?.string ?? "") \(subject)"
  }
}
