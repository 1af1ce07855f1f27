import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// What tells one state of something from another (RFC 9110 section 8.8.3): `"xyzzy"`, or `W/"xyzzy"` for a weak one.
package struct EntityTag: Sendable, Hashable {
  /// What stands between the quotes.
  package let opaque: String
  package let isWeak: Bool

  package init(_ opaque: String, isWeak: Bool) {
    self.opaque = opaque
    self.isWeak = isWeak
  }

  /// Made of a text: another text has another tag, as far as 64 bits go (FNV-1a).
  init(of text: [UInt8], isWeak: Bool) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    self.init(String(repeating: "0", count: 16 - digits.utf8.count) + digits, isWeak: isWeak)
  }

  /// The same for who expects a number: its letters, which count up to `f`, as digits.
  var inDigits: EntityTag { EntityTag(UInt64(opaque, radix: 16).map { String($0) } ?? opaque, isWeak: isWeak) }

  /// As a field has it.
  package var field: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }

  /// Both are the same and neither is weak (section 8.8.3.2).
  func isStronglySame(as other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

  /// Both are the same, weak or not.
  func isWeaklySame(as other: EntityTag) -> Bool { opaque == other.opaque }
}

/// What tells one state of something from others: its tag, and when it changed (RFC 9110 section 8.8).
struct Validators: Sendable {
  let tag: EntityTag
  /// Seconds since 1970; `nil` where nothing tells.
  let modified: Int?
}

/// What `If-Match` and `If-None-Match` list: any, or some tags.
package struct EntityTagList: Sendable {
  /// It is `*`.
  package let isAny: Bool
  package let tags: [EntityTag]

  /// Reads the values of a field; what is no tag is passed over, and fits nothing.
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
  /// What comes of them.
  enum Verdict: Sendable {
    case holds
    /// The client has what is there already: 304.
    case notModified
    /// What is there isn't what the client thinks: 412, and which field says so.
    case failed(field: String)
  }

  private let match: EntityTagList?
  private let noneMatch: EntityTagList?
  private let isSafe: Bool

  /// `nil` for a request without any.
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

  /// What comes of them, in the order of section 13.2.2.
  ///
  /// - Parameters:
  ///   - current: the tag of what is there; `nil` when nothing is there.
  ///   - listed: the tag of the list that a new item goes into, where that is what `If-Match` is about.
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
