import PlumblineContractModel
import PlumblineHTTPMessages

/// A tag that identifies one version of a representation (RFC 9110 section 8.8.3): `"xyzzy"`, or `W/"xyzzy"` for a weak
/// one.
package struct EntityTag: Sendable, Hashable {
  /// The text between the quotes.
  package let opaque: String
  package let isWeak: Bool

  package init(_ opaque: String, isWeak: Bool) {
    self.opaque = opaque
    self.isWeak = isWeak
  }

  /// Creates the tag of a string. The tag is a 64-bit hash (FNV-1a), so it is very unlikely that two strings have the
  /// same tag.
  init(of text: [UInt8], isWeak: Bool) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    self.init(String(repeating: "0", count: 16 - digits.utf8.count) + digits, isWeak: isWeak)
  }

  /// The tag for clients that expect a number, with its hexadecimal digits converted to decimal.
  var inDigits: EntityTag { EntityTag(UInt64(opaque, radix: 16).map { String($0) } ?? opaque, isWeak: isWeak) }

  /// The tag as a header field's value.
  package var field: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }

  /// Returns a Boolean value that indicates whether both tags are the same and neither is weak (section 8.8.3.2).
  func isStronglySame(as other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

  /// Returns a Boolean value that indicates whether both tags are the same, weak or not.
  func isWeaklySame(as other: EntityTag) -> Bool { opaque == other.opaque }
}

/// The validators of one version: its tag, and the time of its change (RFC 9110 section 8.8).
struct Validators: Sendable {
  let tag: EntityTag
  /// The time of the change in seconds since 1970, or `nil` if unknown.
  let modified: Int?
}

/// The tags in an `If-Match` or `If-None-Match` field: any tag, or those listed.
package struct EntityTagList: Sendable {
  /// A Boolean value that indicates whether the field is `*`, which matches any tag.
  package let isAny: Bool
  package let tags: [EntityTag]

  /// Reads the values of a field. Anything that isn't a valid tag is skipped.
  package init(_ values: [String]) {
    var rest = values.joined(separator: ",").utf8[...]
    var tags: [EntityTag] = []
    var isAny = false
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ","): rest.removeFirst()
      case UInt8(ascii: "*"):
        isAny = true
        rest.removeFirst()
      default:
        let isWeak = rest.starts(with: Array("W/".utf8))
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.first == UInt8(ascii: "\"") else {
          rest = rest.drop { $0 != UInt8(ascii: ",") }
          continue
        }
        rest.removeFirst()
        let opaque = rest.prefix { $0 != UInt8(ascii: "\"") }
        rest = rest.dropFirst(opaque.count + 1)
        tags.append(EntityTag(String(decoding: opaque, as: UTF8.self), isWeak: isWeak))
      }
    }
    self.tags = tags
    self.isAny = isAny
  }
}

/// The preconditions of a request that its endpoint documents (RFC 9110 section 13).
struct Preconditions: Sendable {
  /// The result of evaluating preconditions.
  enum Verdict: Sendable {
    case holds
    /// The client already has the current version, so the response is a 304.
    case notModified
    /// The current version isn't the one that the client expects, so the response is a 412. The associated value is the
    /// field that failed.
    case failed(field: String)
  }

  private let match: EntityTagList?
  private let noneMatch: EntityTagList?
  private let isSafe: Bool

  /// Creates the preconditions of a request, or returns `nil` if it has none that its endpoint documents.
  init?(_ reading: RequestReading) {
    guard !reading.endpoint.preconditions.isEmpty else { return nil }
    func list(_ name: String) -> EntityTagList? {
      guard reading.endpoint.preconditions.contains(name) else { return nil }
      let values = reading.request.headers.values(name)
      return values.isEmpty ? nil : EntityTagList(values)
    }
    match = list("if-match")
    noneMatch = list("if-none-match")
    isSafe = reading.request.method.isSafe
    if match == nil, noneMatch == nil { return nil }
  }

  /// Evaluates the preconditions, in the order of section 13.2.2.
  ///
  /// - Parameters:
  ///   - current: The tag of the current version, or `nil` if nothing exists.
  ///   - listed: The tag of the list that a new item is added to, if `If-Match` refers to the list.
  func verdict(on current: EntityTag?, in listed: EntityTag? = nil) -> Verdict {
    if let match {
      let there = current ?? listed
      let holds = there.map { there in match.isAny || match.tags.contains { $0.isStronglySame(as: there) } } ?? false
      if !holds { return .failed(field: "If-Match") }
    }
    if let noneMatch, let current {
      let isSame = noneMatch.isAny || noneMatch.tags.contains { $0.isWeaklySame(as: current) }
      if isSame { return isSafe ? .notModified : .failed(field: "If-None-Match") }
    }
    return .holds
  }
}
