import Foundation

/// A case of the raw HTTP suites, with its bytes and whether a strict server accepts or rejects them.
package struct RawCase: Sendable, CustomStringConvertible {
  /// A server's reaction to the bytes.
  package enum Verdict: Sendable, Equatable {
    /// The server sent a status of 400 or above, or no response.
    case refuse
    /// The server sent no status of 400 or above.
    case wait
    /// The server sent a response, none of which reports a malformed request.
    case answer
  }

  package let suite: String
  package let id: String
  package let bytes: [UInt8]
  package let verdict: Verdict

  package var description: String { "\(suite) \(id)" }

  /// Returns the cases of a suite (`llhttp` or `picohttpparser`) that can be used to score a server. The result is
  /// empty if the suites are missing.
  package static func load(_ suite: String) -> [RawCase] {
    guard let data = try? Conformance.data("http/cases/\(suite).json"),
      let file = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let cases = file["cases"] as? [[String: Any]]
    else { return [] }
    return cases.compactMap { suite == "llhttp" ? llhttp($0) : picohttpparser($0) }
  }

  private static func bytes(_ object: [String: Any]) -> [UInt8]? {
    guard let text = object["raw_b64"] as? String, let data = Data(base64Encoded: text) else { return nil }
    var raw = String(decoding: data, as: Unicode.ASCII.self)
    guard raw.contains("{{") else { return Array(data) }
    for (name, value) in [("{{HOST}}", "127.0.0.1:80"), ("{{HOSTNAME}}", "127.0.0.1"), ("{{PORT}}", "80")] {
      raw = raw.replacingOccurrences(of: name, with: value)
    }
    return Array(raw.utf8)
  }

  private static func llhttp(_ object: [String: Any]) -> RawCase? {
    guard let id = object["id"] as? String, let bytes = bytes(object), object["type"] as? String == "request",
      let meta = object["meta"] as? [String: Any], let expect = object["expect"] as? [String: Any],
      !isTrue(meta["skipBody"]), !isTrue(meta["pause"]), !isTrue(expect["pause_or_upgrade"])
    else { return nil }
    let isRefused = expect["error"] is [String: Any]
    // A server must reject HTTP/1.1 without Host, even if a bare parser doesn't.
    if !isRefused, !String(decoding: bytes, as: UTF8.self).lowercased().contains("\r\nhost:") { return nil }
    let count = expect["messages_complete"] as? Int ?? 0
    return RawCase(suite: "llhttp", id: id, bytes: bytes, verdict: isRefused ? .refuse : count == 0 ? .wait : .answer)
  }

  private static func picohttpparser(_ object: [String: Any]) -> RawCase? {
    guard let id = object["id"] as? String, let bytes = bytes(object), object["kind"] as? String == "request",
      let expect = object["expect"] as? [String: Any], let outcome = expect["outcome"] as? String
    else { return nil }
    if outcome == "accept", !String(decoding: bytes, as: UTF8.self).contains("\nHost:") { return nil }
    let verdict: Verdict = outcome == "reject" ? .refuse : outcome == "accept" ? .answer : .wait
    return RawCase(suite: "picohttpparser", id: id, bytes: bytes, verdict: verdict)
  }

  private static func isTrue(_ value: Any?) -> Bool {
    switch value {
    case let flag as Bool: flag
    case let text as String: !text.isEmpty && text != "false"
    case nil, is NSNull: false
    default: true
    }
  }
}
