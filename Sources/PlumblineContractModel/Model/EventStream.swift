import PlumblineASCII
import PlumblineJSONTree

/// A namespace for reading and writing server-sent events (`text/event-stream`, WHATWG HTML standard section 9.2.6).
/// Schemas see a stream as an array of objects, as OpenAPI 3.2 specifies (section 4.14.4):
///
///     event: joined                 [{ "event": "joined", "data": "Ada", "id": "7" },
///     data: Ada            →         { "data": "line one\nline two" }]
///     id: 7
///
///     data: line one
///     data: line two
package enum EventStream {
  /// Returns the events in order, as a client receives them. Comments and blocks without data, such as `retry: 3000`,
  /// are omitted. If no empty line follows the last event, the event is included only if its last line is complete.
  ///
  /// - Throws: An error that says why the bytes aren't an event stream, if none of the lines is a field of an event.
  package static func read(_ bytes: [UInt8]) throws(BodyFault) -> JSON {
    var events: [JSON] = []
    var event = Event()
    var hasOther = false
    for line in lines(bytes[...]) {
      if !line.isEmpty {
        if !event.add(line), line.first != UInt8(ascii: ":") { hasOther = true }
      } else {
        if event.hasData { events.append(event.json) }
        event = Event()
      }
    }
    if event.hasData, let last = bytes.last, last == 0x0A || last == 0x0D { events.append(event.json) }
    guard !events.isEmpty || !hasOther else {
      throw BodyFault(
        expected: "lines such as \"data: …\"", found: "\(bytes.count) bytes without any",
        message: "not an event stream: none of its lines is \"data\", \"event\", \"id\" or \"retry\"")
    }
    return .array(events)
  }

  /// The way in which a stream ends.
  package enum Ending: Sendable, Hashable {
    /// The stream ends after a complete event, or with lines that belong to no event.
    case whole
    /// The stream ends after a line of an event, without the empty line that completes it. Clients discard that event.
    case withinEvent
    /// The stream ends within a line. Clients discard the event, too.
    case withinLine
  }

  /// Returns how a stream ends.
  package static func ending(of bytes: [UInt8]) -> Ending {
    let isWhole = bytes.last == 0x0A || bytes.last == 0x0D
    let lines = lines(bytes[...])
    var isWithin = false
    for (index, line) in lines.enumerated() {
      if line.isEmpty {
        isWithin = false
      } else if line.first != UInt8(ascii: ":") {
        let name = String(decoding: field(line).name, as: UTF8.self)
        let isCut = index == lines.count - 1 && !isWhole && line.contains { $0 != UInt8(ascii: " ") }
        if isCut || name == "data" || name == "event" { isWithin = true }
      }
    }
    if isWithin { return isWhole ? .withinEvent : .withinLine }
    return .whole
  }

  /// Returns a stream with an event for each element of an array, or a single event for any other value. A value that
  /// isn't an object becomes an event's data.
  static func bytes(of value: JSON) -> [UInt8] {
    let values = value.kind == .array ? Array(value.elements) : [value]
    var text = ""
    for value in values {
      let fields = value.kind == .object ? value.members.map { ($0.key, $0.value) } : [("data", value)]
      for (name, field) in fields where ["event", "data", "id", "retry"].contains(name) {
        // A carriage return also ends a line.
        let content = (field.string ?? field.text).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        for line in content.split(separator: "\n", omittingEmptySubsequences: false) { text += "\(name): \(line)\n" }
      }
      text += "\n"
    }
    return Array(text.utf8)
  }

  /// Returns the contents of an event's data lines, in order, as slices of the event's bytes.
  static func data(of event: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    lines(event).map(field).filter { $0.name.elementsEqual("data".utf8) }.map { $0.value }
  }

  /// Returns a line's field name, and its value without the leading space.
  private static func field(_ line: ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    return (line[..<colon], value)
  }

  /// Returns the lines without their terminators (CR LF, LF or CR).
  private static func lines(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex + (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    var index = start
    while index < bytes.endIndex {
      let byte = bytes[index]
      guard byte == 0x0A || byte == 0x0D else {
        index += 1
        continue
      }
      lines.append(bytes[start..<index])
      index += byte == 0x0D && index + 1 < bytes.endIndex && bytes[index + 1] == 0x0A ? 2 : 1
      start = index
    }
    if start < bytes.endIndex { lines.append(bytes[start...]) }
    return lines
  }

  /// An event that is assembled line by line.
  private struct Event {
    private var data: [String] = []
    private var fields: [(name: String, value: JSON)] = []

    /// A Boolean value that indicates whether the event is delivered to clients.
    var hasData: Bool { !data.isEmpty }

    var json: JSON {
      .object(fields + (data.isEmpty ? [] : [("data", JSON(data.joined(separator: "\n")))]))
    }

    /// Adds a line. Returns `false` if the line isn't a field of an event.
    mutating func add(_ line: ArraySlice<UInt8>) -> Bool {
      let (name, value) = EventStream.field(line)
      let text = String(decoding: value, as: UTF8.self)
      switch String(decoding: name, as: UTF8.self) {
      case "data": data.append(text)
      // An empty event name counts as absent.
      case "event": set("event", text.isEmpty ? Optional<JSON>.none : JSON(text))
      case "id": if !value.contains(0) { set("id", JSON(text)) }
      case "retry":
        if !text.isEmpty, text.utf8.allSatisfy({ $0.isDigit }), let time = Int(text) { set("retry", JSON(time)) }
      default: return false
      }
      return true
    }

    /// Sets a field. The last value for a name wins.
    private mutating func set(_ name: String, _ value: JSON?) {
      fields.removeAll { $0.name == name }
      if let value { fields.append((name, value)) }
    }
  }
}
