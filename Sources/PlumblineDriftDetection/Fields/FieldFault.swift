import PlumblineJSONSchema
import PlumblineJSONTree

/// A mismatch inside a JSON value, with its location relative to the value.
struct FieldFault {
  /// The kind of mismatch. If there are several at one location, the first in the order of the cases takes precedence.
  enum Kind: Int, Comparable {
    case type, choice, branch, format, pattern, bounds, duplicates, missing, undocumented, renamed

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  var rule: Rule
  var kind: Kind
  /// The location of the mismatch or, for a missing member, the location where it is expected.
  var instance: JSONPointer
  var expected: String?
  var actual: String?
  var message: String
  var contract: SchemaPlace?
  var detail: String?
  /// The source location, for sorting.
  var place: SourceLocation?

  /// A Boolean value that indicates whether the last part of the location is a name that the fault refers to.
  var namesMember: Bool {
    switch kind {
    case .missing, .undocumented, .renamed: true
    default: false
    }
  }

  /// A Boolean value that indicates whether the value's members can't be checked because the value as a whole has the
  /// wrong shape.
  var hidesMembers: Bool { kind == .type || kind == .branch || kind == .choice }

  /// Returns the faults of a value that explain its other faults. For example, a wrong type explains a wrong format,
  /// and a missing member explains a wrong number of members.
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

/// A location in a schema: a line and column for display, and a pointer that survives edits.
struct SchemaPlace {
  let location: SourceLocation
  let pointer: JSONPointer

  init(location: SourceLocation, pointer: JSONPointer) {
    self.location = location
    self.pointer = pointer
  }

  init(_ violation: Violation) { self.init(location: violation.schemaLocation, pointer: violation.schemaPointer) }

  init(_ json: JSON) { self.init(location: json.location, pointer: json.pointer) }

  /// The location as text, such as `contract.json#/schemas/Ticket/required`. A list index at the end is left out,
  /// because edits change it.
  var text: String {
    let file = location.file.split(separator: "/").last ?? ""
    let tokens = pointer.tokens.last.flatMap { Int($0) } == nil ? pointer.tokens : Array(pointer.tokens.dropLast())
    return "\(file)#\(JSONPointer(tokens: tokens))"
  }
}
