import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The representation of a stream in a recording's file: a list of its parts, each as readable as its bytes allow.
///
///     data: {"text":"Hel"}               { "at": 0, "data": { "text": "Hel" } }
///                                   ↔
///     : still there                      { "at": 900, "raw": ": still there\n\n" }
///
/// The file reproduces exactly the bytes that were recorded. An event is written as one `name: value` line for each
/// field, in the order of the part's members, followed by an empty line. A line of JSON is written as its text and a
/// line feed. Data that is an object or array is written without spaces, and any other data is a string. If a server
/// formats a part differently, for example with CR LF or without a space after the colon, it is `raw`.
struct StreamForm {
  private let mediaType: String

  /// - Parameter mediaType: The media type's essence, without parameters.
  /// - Returns: `nil` if bodies of the media type aren't streams.
  init?(_ mediaType: String) {
    guard StreamParts.ends(in: [], mediaType: mediaType) != nil else { return nil }
    self.mediaType = mediaType
  }

  private var hasEvents: Bool { mediaType == MediaType.eventStream }
  /// The byte that each line begins with (RFC 7464).
  private var mark: [UInt8] { mediaType.hasSuffix("json-seq") ? [0x1E] : [] }

  /// Returns the bytes of a list of parts, and their times if any part has one.
  func read(_ parts: JSON) throws(Problem) -> (bytes: [UInt8], timing: BodyTiming?) {
    var bytes: [UInt8] = []
    var times: [BodyTiming.Part] = []
    var last = Duration.zero
    var isTimed = false
    for part in parts.elements {
      bytes += try self.bytes(of: part)
      if let at = part["at"] {
        let time = Self.duration(at)
        guard time >= last else {
          throw Problem(
            at.location,
            "This part is sent at \(at.text) ms, before the one above it at \(Self.milliseconds(last).text) ms; \"at\" counts "
              + "from the start of the response and must not decrease.")
        }
        last = time
        isTimed = true
      }
      // A part without a time follows the previous one immediately.
      times.append(BodyTiming.Part(end: bytes.count, time: last))
    }
    return (bytes, isTimed ? BodyTiming(times) : nil)
  }

  /// Returns the parts of a body, or `nil` if the body isn't text.
  func parts(of bytes: [UInt8], _ timing: BodyTiming?) -> JSON? {
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil,
      let ends = StreamParts.ends(in: bytes, mediaType: mediaType)
    else { return nil }
    var times: [Duration]?
    if let timing, !timing.parts.isEmpty { times = timing.times(ofPartsEnding: ends) }
    var parts: [JSON] = []
    var start = 0
    for (index, end) in ends.enumerated() {
      var members: [(String, JSON)] = []
      if let times { members.append(("at", Self.milliseconds(times[index]))) }
      members += self.members(of: Array(bytes[start..<end]))
      parts.append(.object(members))
      start = end
    }
    return .array(parts)
  }

  private static func duration(_ milliseconds: JSON) -> Duration {
    .microseconds(Int((min(milliseconds.double ?? 0, 1e12) * 1000).rounded()))
  }

  private static func milliseconds(_ time: Duration) -> JSON {
    let (seconds, attoseconds) = time.components
    let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    return microseconds % 1000 == 0 ? JSON(microseconds / 1000) : JSON(Double(microseconds) / 1000)
  }
}

// MARK: - From a file

extension StreamForm {
  private func bytes(of part: JSON) throws(Problem) -> [UInt8] {
    let names = part.members.keys.filter { $0 != "at" }
    if let raw = part["raw"] {
      if let other = names.first(where: { $0 != "raw" }) {
        throw Problem(raw.location, "\"raw\" is the whole text of a part; remove either \"\(other)\" or \"raw\".")
      }
      return Array((raw.string ?? "").utf8)
    }
    guard !names.isEmpty else {
      throw Problem(part.location, "This part is empty; give it \"data\", or its exact text as \"raw\".")
    }
    return try hasEvents ? event(part) : line(part, names)
  }

  private func event(_ part: JSON) -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, value) in part.members where name != "at" {
      let text = name == "retry" ? Array("\(value.int ?? 0)".utf8) : Self.text(of: value)
      for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
        bytes.append(contentsOf: "\(name): ".utf8)
        bytes.append(contentsOf: line)
        bytes.append(0x0A)
      }
    }
    bytes.append(0x0A)
    return bytes
  }

  private func line(_ part: JSON, _ names: [String]) throws(Problem) -> [UInt8] {
    guard let data = part["data"], names.count == 1 else {
      let other = names.first { $0 != "data" } ?? ""
      throw Problem(
        part.keyLocation(of: other) ?? part.location,
        "A line of \(mediaType) can't have \"\(other)\"; use \"data\" for its value, or \"raw\" for its exact text.")
    }
    let text = Self.text(of: data)
    guard !text.contains(0x0A) else {
      throw Problem(data.location, "A line's text can't contain a line break; write a part for each line.")
    }
    return mark + text + [0x0A]
  }

  /// Returns the content of a string, or any other value as JSON without spaces.
  private static func text(of value: JSON) -> [UInt8] {
    value.string.map { Array($0.utf8) } ?? value.serialized()
  }
}

// MARK: - Into a file

extension StreamForm {
  /// The limits for parsing data. Its maximum depth is lower than usual, because it is nested inside a recording.
  private static let deepest = JSONLimits(depth: 400)

  /// Returns members that reproduce the bytes of a part, whatever they are.
  private func members(of bytes: [UInt8]) -> [(String, JSON)] {
    if let members = hasEvents ? Self.fields(of: bytes) : fields(ofLine: bytes),
      let again = try? self.bytes(of: .object(members)), again == bytes
    {
      return members
    }
    return [("raw", JSON(String(decoding: bytes, as: UTF8.self)))]
  }

  /// Returns the fields of an event, or `nil` if it can't be represented this way.
  private static func fields(of bytes: [UInt8]) -> [(String, JSON)]? {
    guard !bytes.contains(0x0D), bytes.suffix(2) == [0x0A, 0x0A] else { return nil }
    var fields: [(name: String, text: [UInt8])] = []
    for line in bytes.dropLast(2).split(separator: 0x0A, omittingEmptySubsequences: false) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = String(decoding: line[..<colon], as: UTF8.self)
      // Skip the colon and the space after it.
      let text = line[colon...].dropFirst(2)
      if name == "data", fields.last?.name == "data" {
        fields[fields.count - 1].text.append(0x0A)
        fields[fields.count - 1].text.append(contentsOf: text)
      } else if ["event", "id", "retry", "data"].contains(name), !fields.contains(where: { $0.name == name }) {
        fields.append((name, Array(text)))
      } else {
        return nil
      }
    }
    return fields.map { field -> (String, JSON) in
      let text = String(decoding: field.text, as: UTF8.self)
      switch field.name {
      case "data": return ("data", data(field.text))
      case "retry": return ("retry", JSON(max(0, Int(text) ?? 0)))
      default: return (field.name, JSON(text))
      }
    }
  }

  private func fields(ofLine bytes: [UInt8]) -> [(String, JSON)]? {
    guard bytes.last == 0x0A, !bytes.contains(0x0D), bytes.starts(with: mark) else { return nil }
    let text = Array(bytes.dropLast().dropFirst(mark.count))
    return text.isEmpty ? nil : [("data", Self.data(text))]
  }

  /// Returns an object or array if serializing it reproduces the text and a recording may contain it. Otherwise,
  /// returns a string.
  private static func data(_ text: [UInt8]) -> JSON {
    let first = text.first
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let document = try? JSONDocument.parse(text, limits: deepest), !document.hasDuplicateKeys,
      document.root.serialized() == text
    {
      return document.root
    }
    return JSON(String(decoding: text, as: UTF8.self))
  }
}
