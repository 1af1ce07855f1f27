import PlumblineHTTPMessages
import PlumblineJSONTree

extension JSONBuilder {
  /// Adds a member whose value is an object.
  mutating func object(_ name: String, _ body: (inout JSONBuilder) -> Void) {
    member(name) { $0.object(body) }
  }

  /// Adds a member whose value is an array.
  mutating func array(_ name: String, _ body: (inout JSONBuilder) -> Void) {
    member(name) { $0.array(body) }
  }

  /// Adds a member whose value is an array with one element for each value in a sequence.
  mutating func array<Values: Sequence>(
    _ name: String, of values: Values, _ write: (inout JSONBuilder, Values.Element) -> Void
  ) {
    array(name) { json in
      for value in values { write(&json, value) }
    }
  }

  /// Adds a member that contains a SARIF message in plain text (section 3.11).
  ///
  /// Plain text can contain links, `[text](target)`. These messages never do, so anything that looks like one is
  /// escaped.
  mutating func text(_ name: String, _ text: String) {
    object(name) { $0.member("text", text.replacing(scalars: "](", with: "\\](")) }
  }

  /// The base of relative file paths (section 3.4.4). This is the name that GitHub's own tools use.
  static var sarifBase: String { "%SRCROOT%" }

  /// Writes the definition of the base (section 3.14.14). Its location isn't included, because paths on the machine
  /// that ran the command are private.
  mutating func sarifBases() {
    object("originalUriBaseIds") { json in
      json.object(Self.sarifBase) {
        $0.text("description", "The root of the repository, or the folder in which the run started.")
      }
    }
  }

  /// Adds a location in a file (section 3.29).
  mutating func physicalLocation(_ place: SourceLocation) {
    if place.file.isEmpty { return }
    object("physicalLocation") { json in
      json.object("artifactLocation") { json in
        json.member("uri", place.file.fileReference)
        if !place.file.hasPrefix("/") { json.member("uriBaseId", Self.sarifBase) }
      }
      json.object("region") { json in
        json.member("startLine", max(1, place.line))
        json.member("startColumn", max(1, place.column))
      }
    }
  }
}

extension String {
  /// The path of a file as a URI reference (RFC 3986): a relative reference or a `file` URI.
  var fileReference: String {
    (utf8.first == UInt8(ascii: "/") ? "file://" : "") + PercentEncoding.encodePath(self)
  }
}
