import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// A change that no value shows, such as a change to a default, a deprecation, a sunset date, an extensible list, or
/// JSON inside a string, or a location that no longer has values.
struct AnnotationChange {
  private let annotation: SchemaAnnotation
  private let place: ValuePlace
  private let files: SchemaFiles

  init(_ annotation: SchemaAnnotation, at place: ValuePlace, files: SchemaFiles) {
    self.annotation = annotation
    self.place = place
    self.files = files
  }

  private var isRequest: Bool { place.message == .request }
  private var rules: ChangeFieldRules { isRequest ? Rule.change.request.field : Rule.change.response.field }
  /// The member's name, `*` for an unnamed value such as a list item, or an empty string for a whole body.
  private var name: String {
    annotation.pointer.tokens.last ?? (place.pointer.tokens.count > 2 ? place.pointer.tokens.last : nil) ?? ""
  }
  /// The value, phrased as the start of a sentence.
  private var subject: String {
    switch name {
    case "": isRequest ? "The body of a request" : "The body of a response"
    case "*": "An item"
    default: "'\(name)'"
    }
  }
  /// The keyword's values in OLD and NEW.
  private var old: JSON? { isRequest ? annotation.ofValues : annotation.ofBounds }
  private var new: JSON? { isRequest ? annotation.ofBounds : annotation.ofValues }

  /// The change, or `nil` if it doesn't affect clients.
  var change: Change? {
    switch annotation.keyword {
    case "default": isRequest ? standard : nil
    case "deprecated": deprecation
    case "x-sunset": sunset
    case "x-extensible-enum": extensibleList
    case SchemaAnnotation.content: content
    case SchemaAnnotation.closing: closing
    case SchemaAnnotation.impossible: impossible
    default: nil
    }
  }

  private func made(_ rule: Rule, as severity: Severity? = nil, _ was: String?, _ isNow: String?, _ message: String)
    -> Change
  {
    let (values, bounds) = (annotation.values, annotation.bounds)
    return Change(
      rule, severity, status: place.status, at: place.pointer + annotation.pointer,
      old: (isRequest ? values : bounds).location, new: (isRequest ? bounds : values).location, expected: was,
      actual: isNow, promise: files.place(values) + " " + files.place(bounds), message)
  }

  /// The change to a default, which alters the meaning of requests that omit the member.
  private var standard: Change {
    let (was, isNow) = (old?.text ?? "none", new?.text ?? "none")
    let words = "the default changed from \(was) to \(isNow)."
    // The default of a member that is always present is only documentation.
    switch name {
    case "*": return made(rules.defaultChanged, as: .notice, was, isNow, "\(subject): \(words)")
    case "" where place.pair.new.body?.isRequired ?? false:
      return made(rules.defaultChanged, as: .notice, was, isNow, "\(subject): \(words)")
    case "":
      return made(rules.defaultChanged, was, isNow, "A request without a body now means something else: \(words)")
    default:
      return made(rules.defaultChanged, was, isNow, "A request without '\(name)' now means something else: \(words)")
    }
  }

  private var deprecation: Change? {
    let (was, isNow) = (old?.bool == true, new?.bool == true)
    guard was != isNow else { return nil }
    return made(
      rules.deprecationChanged, was ? "deprecated" : nil, isNow ? "deprecated" : nil,
      isNow ? "\(subject) is now deprecated." : "\(subject) is no longer deprecated.")
  }

  private var sunset: Change? {
    SunsetChange(old?.string, new?.string).map { sunset in
      made(rules.sunsetChanged, as: sunset.severity, sunset.old, sunset.new, "\(subject): \(sunset.words)")
    }
  }

  /// The change to JSON in a string that only one side describes, so that it can't be compared.
  private var content: Change {
    let what = name.isEmpty || name == "*" ? "The JSON in a string" : "The JSON in '\(name)'"
    return made(
      rules.other, as: .warning, isRequest ? nil : "JSON with a schema", isRequest ? "JSON with a schema" : nil,
      isRequest
        ? "\(what) now has a schema. Plumbline can't tell whether it still accepts everything that could be sent "
          + "before."
        : "\(what) no longer has a schema. Plumbline can't tell whether everything that may be returned now was "
          + "promised."
    ).withDetail(SchemaAnnotation.content)
  }

  /// The change to an object that only one side closes. Unnamed members are allowed by default, but few clients rely on
  /// them.
  private var closing: Change {
    made(
      rules.notAllowed, as: isRequest ? .warning : .notice, isRequest ? nil : "no other members",
      isRequest ? "no other members" : nil,
      isRequest
        ? "Members that the schema doesn't name were allowed here and are now rejected."
        : "Members that the schema doesn't name were forbidden here and are now allowed."
    ).withDetail(SchemaAnnotation.closing)
  }

  /// The change to a location that has values on only one side, such as the items of a list that is always empty on the
  /// other side.
  private var impossible: Change {
    isRequest
      ? made(rules.added, nil, "a value", "A value may now be sent here; no value satisfied the old schema.")
      : made(
        rules.removed, "a value", nil, "No value can be returned here any longer: none satisfies the new schema.")
  }

  /// The change to a list of values that is declared extensible. Clients expect new values in such a list, but miss
  /// removed values.
  private var extensibleList: Change? {
    func texts(_ json: JSON?) -> [String] { json?.elements.map(\.text) ?? [] }
    let (before, after) = (texts(old), texts(new))
    let gone = before.filter { !after.contains($0) }
    let added = after.filter { !before.contains($0) }
    guard let first = isRequest ? gone.first ?? added.first : added.first ?? gone.first else { return nil }
    let isHarmless = isRequest ? gone.isEmpty : added.isEmpty
    return made(
      rules.value, as: isHarmless ? .notice : .warning, ShortText.alternatives(before), ShortText.alternatives(after),
      "The extensible list of \(subject.asClause) changed: \(Self.words(gone, added))."
    ).withDetail(first)
  }

  private static func words(_ gone: [String], _ added: [String]) -> String {
    [
      gone.isEmpty ? nil : "\(Spelling.list(gone, limit: 8)) \(gone.count == 1 ? "was" : "were") removed",
      added.isEmpty ? nil : "\(Spelling.list(added, limit: 8)) \(added.count == 1 ? "was" : "were") added",
    ].compactMap { $0 }.joined(separator: ", ")
  }
}

/// A change to the sunset date of a deprecated endpoint or member.
struct SunsetChange {
  let old: String
  let new: String
  let words: String
  /// The severity, or `nil` to use the rule's severity. A first sunset date is an announcement, like a deprecation.
  let severity: Severity?

  /// Creates a change from two days in the form `YYYY-MM-DD`, or returns `nil` if clients have at least as much time as
  /// before or there are no days.
  init?(_ before: String?, _ after: String?) {
    let (old, new) = (Self.day(before), Self.day(after))
    self.old = old ?? "no sunset date"
    self.new = new ?? "no sunset date"
    severity = old == nil ? .notice : nil
    switch (old, new) {
    case (nil, let new?): words = "the sunset date is now \(new); none was documented before."
    case (let old?, let new?) where new < old: words = "the sunset date changed from \(old) to \(new)."
    case (let old?, nil): words = "the sunset date, \(old), was removed."
    default: return nil
    }
  }

  /// Returns the day at the start of a string, which may also contain a time.
  private static func day(_ text: String?) -> String? {
    text?.prefixMatch(of: /\d{4}-\d{2}-\d{2}(?=$|[Tt ])/).map { String($0.0) }
  }
}

extension Change {
  fileprivate func withDetail(_ detail: String) -> Change {
    var change = self
    change.detail = ShortText.cut(detail)
    return change
  }
}
