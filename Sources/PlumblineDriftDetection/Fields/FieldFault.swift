import PlumblineJSONSchema
import PlumblineJSONTree

/// One disagreement inside a JSON value, with its place relative to the value.
struct FieldFault {
  /// The kind of disagreement; the order is that of precedence among several at one place.
  enum Kind: Int, Comparable {
    case type, choice, branch, format, pattern, bounds, duplicates, missing, undocumented, renamed

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  var rule: Rule
  var kind: Kind
  /// The place; for a missing member, the one where it would be.
  var instance: JSONPointer
  var expected: String?
  var actual: String?
  var message: String
  var contract: SchemaPlace?
  var detail: String?
  /// The place in the text, for sorting.
  var place: SourceLocation?

  /// True when the last part of the place is a name that the fault is about.
  var namesMember: Bool {
    switch kind {
    case .missing, .undocumented, .renamed: true
    default: false
    }
  }

  /// True when the members of a value can't be judged, because its whole shape is wrong.
  var hidesMembers: Bool { kind == .type || kind == .branch || kind == .choice }

  /// Returns the faults of a value that explain its other faults: a wrong type before a wrong format. A missing
  /// member explains a wrong number of members.
  static func mostTelling(_ faults: [FieldFault]) -> [FieldFault] {
    if faults.count < 2 { return faults }
    var best: [JSONPointer: Kind] = [:]
    var incomplete: Set<JSONPointer> = []
    for fault in faults {
      if fault.kind == .missing || fault.kind == .undocumented {
        if let parent = fault.instance.parent { incomplete.insert(parent) }
      } else if fault.kind != .duplicates {
        best[fault.instance] = min(best[fault.instance] ?? fault.kind, fault.kind)
      }
    }
    return faults.filter { fault in
      switch fault.kind {
      case .missing, .undocumented, .renamed, .duplicates: true
      case .bounds: best[fault.instance] == .bounds && !incomplete.contains(fault.instance)
      case .type, .choice, .branch, .format, .pattern: best[fault.instance] == fault.kind
      }
    }
  }
}

/// A place in a schema: by line and column for people, and by a pointer that outlives edits.
struct SchemaPlace {
  let location: SourceLocation
  let pointer: JSONPointer

  init(location: SourceLocation, pointer: JSONPointer) {
    self.location = location
    self.pointer = pointer
  }

  init(_ violation: Violation) { self.init(location: violation.schemaLocation, pointer: violation.schemaPointer) }

  init(_ json: JSON) { self.init(location: json.location, pointer: json.pointer) }

  /// `contract.json#/schemas/Ticket/required`: without the index of a list, which edits move.
  var text: String {
    let file = location.file.split(separator: "/").last ?? ""
    let tokens = pointer.tokens.last.flatMap { Int($0) } == nil ? pointer.tokens : Array(pointer.tokens.dropLast())
    return "\(file)#\(JSONPointer(tokens: tokens))"
  }
}
