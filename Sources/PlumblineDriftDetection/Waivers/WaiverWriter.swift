import PlumblineJSONTree

/// Adds a waiver to the text of a `waivers.json`, and leaves the rest unchanged.
package enum WaiverWriter {
  /// The reason that a waiver can't be added.
  package struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// A waiver to write, with only the members that are set.
  package struct Entry: Sendable, Hashable {
    package var fingerprint: String?
    /// The cause that several findings share, in place of a fingerprint.
    package var cause: String?
    package var rule: String?
    package var endpoint: String?
    package var pointer: String?
    package var reason: String
    package var until: String?

    package init(
      fingerprint: String?, cause: String? = nil, rule: String? = nil, endpoint: String? = nil, pointer: String? = nil,
      reason: String,
      until: String? = nil
    ) {
      self.fingerprint = fingerprint
      self.cause = cause
      self.rule = rule
      self.endpoint = endpoint
      self.pointer = pointer
      self.reason = reason
      self.until = until
    }
  }

  /// Returns the file's text with a waiver appended.
  ///
  /// - Parameters:
  ///   - text: The current text of the file, or `nil` if there is none.
  ///   - schema: The path of `waivers.schema.json` from a new file's folder, or `nil` to omit `$schema`.
  /// - Throws: ``Refusal`` if the fingerprint or the cause is already waived or `waivers` isn't an array, or a syntax
  ///   error if the file isn't valid JSON.
  package static func adding(
    _ entry: Entry, to text: [UInt8]?, path: String, schema: String? = "../waivers.schema.json"
  ) throws -> String {
    let empty = (schema.map { [("$schema", JSON($0))] } ?? []) + [("waivers", [])]
    var root = try text.map { try JSON.parse($0, file: path) } ?? .object(empty)
    guard root.kind == .object, root["waivers"].map({ $0.kind == .array }) ?? true else {
      throw Refusal(description: "\(root.location): \"waivers\" must be an array; run lint for details.")
    }
    for (name, text) in [("fingerprint", entry.fingerprint), ("cause", entry.cause)] {
      guard let text, let earlier = root["waivers"]?.elements.first(where: { $0[name]?.string == text }) else {
        continue
      }
      throw Refusal(description: "\(earlier.location): The \(name) \(text) is already waived; edit that waiver.")
    }
    let members: [(String, String?)] = [
      ("fingerprint", entry.fingerprint), ("cause", entry.cause), ("rule", entry.rule), ("endpoint", entry.endpoint),
      ("pointer", entry.pointer), ("reason", entry.reason), ("until", entry.until),
    ]
    let waiver = JSON.object(members.compactMap { name, value in value.map { (name, JSON($0)) } })
    if root["waivers"] == nil { root = root.setting("waivers", to: []) }
    return (root.appending(waiver, at: "/waivers") ?? root).prettyText + "\n"
  }
}
