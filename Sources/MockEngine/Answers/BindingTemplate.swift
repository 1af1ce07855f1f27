import ContractModel
import JSONTree
import Recordings

/// A recorded JSON body cut at the places where values of the request go, so that filling it in copies bytes.
///
///     {"data":{"id":‸61‸,"name":‸"Ada"‸}}
///
/// has three pieces and two gaps. A gap keeps what was recorded in it, for a request that has no fitting value.
struct BindingTemplate: Sendable {
  /// A class, as walking along an array of structs counts the references of each.
  private final class Gap: Sendable {
    let address: Address
    let recorded: JSON
    let bytes: [UInt8]
    /// What follows the gap, up to the next one or the end.
    let next: [UInt8]

    init(address: Address, recorded: JSON, bytes: [UInt8], next: [UInt8]) {
      self.address = address
      self.recorded = recorded
      self.bytes = bytes
      self.next = next
    }
  }

  private let first: [UInt8]
  private let gaps: [Gap]
  /// How many bytes the body has as it is recorded.
  private let size: Int

  /// Cuts a body; `nil` where a binding goes into a header, or where bindings overlap.
  init?(_ body: JSON, bindings: [Recording.Binding]) {
    guard !bindings.isEmpty, bindings.allSatisfy({ $0.header == nil }) else { return nil }
    let text = body.serialized()
    // Marks that the body doesn't have show where the targets lie in its text.
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
    size = text.count
    // Marked, cut and put together again it has to be the body as it is sent.
    guard gaps.reduce(into: first, { $0 += $1.bytes + $1.next }) == text else { return nil }
  }

  /// The body with a request's values; `nil` when that is the body as recorded.
  func body(for reading: RequestReading) -> [UInt8]? {
    var isChanged = false
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + (reading.request.body.length ?? 0) + 64)
    bytes += first
    for gap in gaps {
      if let value = reading.value(at: gap.address), let new = BindingWriter.typed(value, like: gap.recorded),
        new != gap.recorded
      {
        new.append(to: &bytes)
        isChanged = true
      } else {
        bytes += gap.bytes
      }
      bytes += gap.next
    }
    return isChanged ? bytes : nil
  }

  /// Where some bytes are, if they are in a text just once.
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
