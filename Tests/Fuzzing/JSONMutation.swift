/// Mutates JSON by its members, which it removes, inserts, duplicates, swaps or replaces with a value of a different
/// kind.
///
/// Random bytes seldom get past a parser. Values are found by their brackets and quotation marks alone, so that texts
/// that are no longer valid JSON, and several texts separated by NUL, can be mutated further.
package enum JSONMutation {
  /// A value and the key that precedes it.
  private struct Span {
    var key: Range<Int>?
    var value: Range<Int>

    var whole: Range<Int> { (key?.lowerBound ?? value.lowerBound)..<value.upperBound }
  }

  /// Keys that have a meaning in some format.
  private static let words = [
    "$ref", "$schema", "action", "add", "additionalProperties", "allOf", "also", "alternatives", "anyOf", "at",
    "authentication", "bind", "body", "codes", "collection", "collections", "commonErrors", "commonFailures", "const",
    "content", "counters", "credentials", "default", "delay", "deprecated", "details", "encoding", "endpoints", "enum",
    "envelope", "error", "errorCode", "errors", "failure", "failures", "filter", "fingerprint", "flag", "form",
    "format", "from", "guards", "headers",
    "if",
    "in", "is", "items", "key", "lifetime", "link", "login", "match", "maxLength", "maximum", "member", "merge",
    "minimum", "multipleOf", "none", "not", "now", "oneOf", "offset", "order", "others", "otherwise", "own", "owner",
    "page",
    "path",
    "pattern", "payload", "per", "permissions", "persona", "personas", "postData", "properties", "query", "reason",
    "request", "required", "requires", "response", "rule", "safe", "schemas", "seed", "seeds", "sequence", "servers",
    "service", "set", "severities", "size", "some", "sort", "standing", "state", "status", "success", "sum", "text",
    "token",
    "touch", "type", "unless", "until", "url", "value", "waivers", "when", "where", "within", "x-paging",
  ]

  /// Returns the text with one to four changes. The result is empty if nothing in the text can be changed.
  package static func change(_ text: [UInt8], _ choices: inout Choices) -> [UInt8] {
    var text = text
    for _ in 0...choices.below(4) {
      let spans = spans(in: text)
      if spans.isEmpty { return [] }
      changeOnce(&text, spans, &choices)
    }
    return text
  }

  private static func changeOnce(_ text: inout [UInt8], _ spans: [Span], _ choices: inout Choices) {
    let span = spans[choices.below(spans.count)]
    switch choices.below(10) {
    case 0: remove(span, from: &text)
    case 1: text.insert(contentsOf: [UInt8(ascii: ",")] + text[span.whole], at: span.value.upperBound)
    case 2, 3: text.replaceSubrange(span.value, with: Array(text[spans[choices.below(spans.count)].value]))
    case 4, 5: text.replaceSubrange(span.value, with: Array(choices.one(of: HostileTexts.all).utf8))
    case 6:
      let keys = spans.compactMap(\.key)
      guard let key = span.key else { break }
      let isKnown = choices.below(2) == 0
      text.replaceSubrange(key, with: isKnown ? Array(text[keys[choices.below(keys.count)]]) : word(&choices))
    case 7:
      let objects = spans.filter { text[$0.value.lowerBound] == UInt8(ascii: "{") }
      guard !objects.isEmpty else { break }
      let place = objects[choices.below(objects.count)].value
      let other = Array(text[spans[choices.below(spans.count)].value])
      let isEmpty = place.count == 2
      text.insert(
        contentsOf: word(&choices) + [UInt8(ascii: ":")] + other + (isEmpty ? [] : [UInt8(ascii: ",")]),
        at: place.lowerBound + 1)
    case 8:
      let depth = choices.once(in: 8) ? 600 : 1
      let isList = choices.below(2) == 0
      let (front, back) = isList ? ("[", "]") : (#"{"a":"#, "}")
      text.insert(contentsOf: Array(String(repeating: back, count: depth).utf8), at: span.value.upperBound)
      text.insert(contentsOf: Array(String(repeating: front, count: depth).utf8), at: span.value.lowerBound)
    default:
      // Insert a hostile string into a string.
      guard text[span.value.lowerBound] == UInt8(ascii: "\"") else { break }
      let inner = choices.one(of: HostileTexts.strings).utf8.dropFirst().dropLast()
      text.insert(contentsOf: inner, at: span.value.lowerBound + 1)
    }
  }

  private static func word(_ choices: inout Choices) -> [UInt8] { Array("\"\(choices.one(of: words))\"".utf8) }

  /// Removes a member or element together with one comma.
  private static func remove(_ span: Span, from text: inout [UInt8]) {
    var (start, end) = (span.whole.lowerBound, span.whole.upperBound)
    if let comma = text[end...].firstIndex(where: { !isSpace($0) }), text[comma] == UInt8(ascii: ",") {
      end = comma + 1
    } else if let comma = text[..<start].lastIndex(where: { !isSpace($0) }), text[comma] == UInt8(ascii: ",") {
      start = comma
    }
    text.removeSubrange(start..<end)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  private static func spans(in text: [UInt8]) -> [Span] {
    var spans: [Span] = []
    var open: [(start: Int, key: Range<Int>?)] = []
    var key: Range<Int>?
    var index = 0
    while index < text.count {
      let start = index
      index += 1
      switch text[start] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append((start, key))
        key = nil
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        key = nil
        if let opened = open.popLast() { spans.append(Span(key: opened.key, value: opened.start..<index)) }
      case UInt8(ascii: "\""):
        while index < text.count, text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, text.count)
        if let next = text[index...].firstIndex(where: { !isSpace($0) }), text[next] == UInt8(ascii: ":") {
          key = start..<index
        } else {
          spans.append(Span(key: key, value: start..<index))
          key = nil
        }
      case 0: (open, key) = ([], nil)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        while index < text.count, !isSpace(text[index]), !",:]}[{\"\0".utf8.contains(text[index]) { index += 1 }
        // The name of a file that precedes its contents isn't a value.
        if !open.isEmpty || key != nil { spans.append(Span(key: key, value: start..<index)) }
        key = nil
      default: break
      }
    }
    return spans
  }
}
