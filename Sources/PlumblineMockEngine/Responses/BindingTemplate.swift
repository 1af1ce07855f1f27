import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// A recorded JSON body, split where values from the request are inserted, so that filling it in only copies bytes.
///
///     {"data":{"id":‸61‸,"name":‸"Ada"‸}}
///
/// This body has three pieces and two gaps. A gap keeps its recorded value if the request has no suitable value.
struct BindingTemplate: Sendable {
  /// A gap between two pieces. This is a class because iterating over an array of structs retains each of their
  /// references.
  private final class Gap: Sendable {
    let address: Address
    let recorded: JSON
    let bytes: [UInt8]
    /// The bytes after the gap, up to the next gap or the end.
    let next: [UInt8]
    /// The member of the request's body that fills the gap, or `nil` if the value comes from elsewhere. Its bytes are
    /// found without creating a value.
    let member: MemberName?

    init(address: Address, recorded: JSON, bytes: [UInt8], next: [UInt8]) {
      self.address = address
      self.recorded = recorded
      self.bytes = bytes
      self.next = next
      if case .body(let pointer) = address, pointer.tokens.count == 1 {
        member = MemberName(pointer.tokens[0])
      } else {
        member = nil
      }
    }
  }

  private let first: [UInt8]
  private let gaps: [Gap]
  /// The recorded body.
  private let text: [UInt8]

  /// Splits a body. Returns `nil` if a binding targets a header field or if bindings overlap.
  init?(_ body: JSON, bindings: [Recording.Binding]) {
    guard !bindings.isEmpty, bindings.allSatisfy({ $0.header == nil }) else { return nil }
    let text = body.serialized()
    // Replace the targets with markers that don't occur in the body, to locate them in its text.
    var marked = body
    var marks: [[UInt8]] = []
    for (index, binding) in bindings.enumerated() {
      let mark = JSON("plumbline gap \(index) of \(text.count)")
      guard let changed = marked.replacing(binding.target, with: mark) else { return nil }
      marked = changed
      marks.append(mark.serialized())
    }
    let markedText = marked.serialized()
    var places: [(range: Range<Int>, index: Int)] = []
    for (index, mark) in marks.enumerated() {
      guard let place = Self.only(mark, in: markedText) else { return nil }
      places.append((place, index))
    }
    places.sort { $0.range.lowerBound < $1.range.lowerBound }
    var gaps: [Gap] = []
    for (number, place) in places.enumerated() {
      let binding = bindings[place.index]
      guard let recorded = body.at(binding.target) else { return nil }
      let end = number + 1 < places.count ? places[number + 1].range.lowerBound : markedText.count
      gaps.append(
        Gap(
          address: binding.address, recorded: recorded, bytes: recorded.serialized(),
          next: Array(markedText[place.range.upperBound..<end])))
    }
    first = Array(markedText[..<(places.first?.range.lowerBound ?? 0)])
    self.gaps = gaps
    self.text = text
    // When the pieces and gaps are put together again, the result must equal the original body.
    guard gaps.reduce(into: first, { $0 += $1.bytes + $1.next }) == text else { return nil }
  }

  /// Returns the body filled in with a request's values, or `nil` if that equals the recorded body.
  func body(for reading: RequestReading) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count + (reading.request.body.length ?? 0) + 64)
    bytes.append(contentsOf: first)
    if let body = reading.body, body.kind == .object {
      body.document.withReader { reader in
        for gap in gaps {
          if let name = gap.member, let value = Self.text(of: name, body.node, reader, like: gap.recorded) {
            bytes.append(contentsOf: value)
            bytes.append(contentsOf: gap.next)
          } else {
            fill(gap, from: reading, to: &bytes)
          }
        }
      }
    } else {
      for gap in gaps { fill(gap, from: reading, to: &bytes) }
    }
    return bytes == text ? nil : bytes
  }

  private func fill(_ gap: Gap, from reading: RequestReading, to bytes: inout [UInt8]) {
    if let new = BoundValue.sent(at: gap.address, in: reading, like: gap.recorded), new != gap.recorded {
      new.append(to: &bytes)
    } else {
      bytes.append(contentsOf: gap.bytes)
    }
    bytes.append(contentsOf: gap.next)
  }

  /// Returns the bytes of a member of the request's body, or `nil` if they can't be copied unchanged because the member
  /// isn't a scalar of the recorded type.
  private static func text(
    of name: MemberName, _ body: Int, _ reader: TapeReader, like recorded: JSON
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let key = reader.member(body, name) else { return nil }
    let kind = reader.kind(key + 1)
    guard kind == recorded.kind, kind != .object, kind != .array else { return nil }
    return reader.literal(key + 1)
  }

  /// Returns the range of a byte sequence in a text, or `nil` if it doesn't occur exactly once.
  private static func only(_ bytes: [UInt8], in text: [UInt8]) -> Range<Int>? {
    guard let first = bytes.first, bytes.count <= text.count else { return nil }
    var found: Range<Int>?
    for start in 0...(text.count - bytes.count) where text[start] == first {
      guard text[start..<start + bytes.count].elementsEqual(bytes) else { continue }
      if found != nil { return nil }
      found = start..<start + bytes.count
    }
    return found
  }
}

/// A namespace for converting values from requests to the types of the recorded values that they replace.
enum BoundValue {
  /// Returns the value at an address of a request, converted to the type of a recorded value. Returns `nil` if the
  /// request has no such value or it can't be converted.
  ///
  /// The id of a JSON-RPC call keeps its type, because clients wait for exactly the id that they sent (JSON-RPC 2.0,
  /// section 5).
  static func sent(at address: Address, in reading: RequestReading, like recorded: JSON) -> JSON? {
    guard let value = reading.value(at: address) else { return nil }
    if value.kind == .string || value.kind == .number, isCallID(address, of: reading) { return value }
    return typed(value, like: recorded)
  }

  private static func isCallID(_ address: Address, of reading: RequestReading) -> Bool {
    guard case .body(let place) = address, place.tokens.last == "id", let call = place.parent else { return false }
    return reading.body?.at(call)?["jsonrpc"] != nil
  }

  /// Returns a value converted to the type of a recorded value, or `nil` if it can't be converted.
  private static func typed(_ value: JSON, like old: JSON) -> JSON? {
    if value.kind == old.kind || old.isNull || value.isNull { return value }
    switch (old.kind, value.kind) {
    case (.number, .string):
      return value.string.flatMap { JSONNumber(literal: $0) }.map { number in JSON.build { $0.number(number) } }
    case (.string, .number), (.string, .bool):
      return JSON(value.text)
    case (.bool, .string):
      if value.string == "true" { return true }
      return value.string == "false" ? false : nil
    default:
      return nil
    }
  }
}
