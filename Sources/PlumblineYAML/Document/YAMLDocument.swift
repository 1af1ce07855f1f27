import PlumblineJSONTree

/// A reader of YAML 1.2 (https://yaml.org/spec/1.2.2) that produces the same kind of tree as JSON.
///
///     let document = try YAMLDocument.parse(Array("paths:\n  /pets: { get: {} }\n".utf8), file: "api.yaml")
///     document.root["paths"]?["/pets"]?.location    // api.yaml:2:10
///
/// Locations of values and keys refer to the YAML text. The value of an alias has the alias's location, and the values
/// inside it have their locations at the anchor. `document.bytes` contains the JSON.
///
/// The supported subset consists of one document; block and flow collections; plain, quoted and block scalars;
/// comments; anchors and aliases; the core schema with its tags; and the merge key `<<` of YAML 1.1, which most readers
/// support. Keys become strings as written, so `200:` is the member "200". Numbers keep their digits, except that
/// `0x1F`, `0o17`, `+1` and `.5` become decimals.
///
/// Everything else is rejected with a specific error, because JSON can't represent it or documents don't need it:
/// multiple documents, keys that are collections or empty, infinities and NaN, other tags, aliases inside the values
/// that they refer to, and encodings other than UTF-8. Duplicate keys are also rejected, because YAML doesn't allow
/// them (section 3.2.1.3). ``lenient(_:file:limits:)`` keeps duplicate keys and skips unsupported tags and numbers.
public enum YAMLDocument {
  /// The maximum expansion of aliases, in bytes of JSON for each byte of YAML, in addition to `spareBytes`.
  package static let expansion = 10
  /// The number of bytes of JSON that any text may expand to, regardless of its length.
  package static let spareBytes = 1 << 20

  /// Parses YAML text. `file` is only used in locations and errors.
  ///
  /// - Parameter limits: The limits on the depth of collections after aliases are expanded, and on the length of the
  ///   text. The resulting JSON may be ten times as long as the text, plus a mebibyte. Nested aliases quickly exceed
  ///   that.
  public static func parse(
    _ bytes: [UInt8], file: String = "", limits: JSONLimits = JSONLimits()
  ) throws(YAMLSyntaxError) -> JSONDocument {
    try read(bytes, file: file, limits: limits, isLenient: false).document
  }

  /// A part that was skipped.
  package struct PassedOver: Sendable {
    package let kind: PassedKind
    /// The part as written, such as `!Ref` or `.inf`.
    package let text: String
    package let location: SourceLocation
  }

  /// Parses YAML text, keeping duplicate keys, which `document.duplicateKeys` lists. The method skips tags that the
  /// core schema doesn't define, tags that contradict their values, and members and elements with numbers that JSON
  /// can't represent.
  ///
  /// - Returns: The document, and the skipped parts in the order of the text.
  package static func lenient(
    _ bytes: [UInt8], file: String, limits: JSONLimits = JSONLimits()
  ) throws(YAMLSyntaxError) -> (document: JSONDocument, passed: [PassedOver]) {
    try read(bytes, file: file, limits: limits, isLenient: true)
  }

  private static func read(
    _ bytes: [UInt8], file: String, limits: JSONLimits, isLenient: Bool
  ) throws(YAMLSyntaxError) -> (document: JSONDocument, passed: [PassedOver]) {
    let limits = JSONLimits(depth: limits.depth, bytes: min(limits.bytes, 256 << 20))
    do throws(YAMLFault) {
      guard bytes.count <= limits.bytes else {
        throw YAMLFault(
          .tooLarge, at: 0, "The document has \(bytes.count) bytes, which exceeds the limit of \(limits.bytes).")
      }
      let letters = try YAMLLetters(bytes)
      let written = try written(letters, limits, isLenient: isLenient)
      let document = try parsed(written.json, file, letters.bytes, written.places)
      if !isLenient { try refuseRepeats(in: document, letters.bytes, written.places) }
      let passed = written.passed.map { part in
        let place = LineTable.position(of: part.offset, in: letters.bytes)
        return PassedOver(
          kind: part.kind, text: part.text,
          location: SourceLocation(file: file, line: place.line, column: place.column))
      }
      return (document, passed)
    } catch {
      throw YAMLSyntaxError(error, bytes: YAMLLetters.withLineFeeds(bytes), file: file)
    }
  }

  /// Parses YAML text. `file` is only used in locations and errors.
  public static func parse(
    _ text: String, file: String = "", limits: JSONLimits = JSONLimits()
  ) throws(YAMLSyntaxError) -> JSONDocument {
    try parse(Array(text.utf8), file: file, limits: limits)
  }
}

extension YAMLDocument {
  /// Returns the text as JSON, the offset of each value and key, and the skipped parts.
  private static func written(
    _ letters: YAMLLetters, _ limits: JSONLimits, isLenient: Bool
  ) throws(YAMLFault) -> (json: [UInt8], places: [UInt32], passed: [PassedPart]) {
    var reader = YAMLReader(letters, depthLimit: limits.depth, isLenient: isLenient)
    let tree = try reader.document()
    let byteLimit = min(letters.bytes.count * expansion + spareBytes, 256 << 20)
    var writer = JSONWriter(tree, depthLimit: limits.depth, byteLimit: byteLimit, isLenient: isLenient)
    try writer.write()
    // An anchor's value is written once for each alias, so list its skipped parts only once.
    var seen: Set<Int> = []
    let passed = ((reader.passed ?? []) + (writer.passed ?? [])).filter { part in
      part.kind != .notFinite || seen.insert(part.offset).inserted
    }
    return (writer.json, writer.places, passed.sorted { $0.offset < $1.offset })
  }

  private static func parsed(
    _ json: [UInt8], _ file: String, _ yaml: [UInt8], _ places: [UInt32]
  ) throws(YAMLFault) -> JSONDocument {
    do throws(JSONSyntaxError) {
      // The depth has already been checked, with aliases expanded.
      return try JSONDocument.parse(
        json, file: file, provenance: DocumentSource(bytes: yaml, places: places), limits: JSONLimits(depth: .max))
    } catch {
      assertionFailure("what was written isn't JSON: \(error)")
      throw YAMLFault(at: 0, "The text can't be written as JSON: \(error.message)")
    }
  }

  private static func refuseRepeats(
    in document: JSONDocument, _ yaml: [UInt8], _ places: [UInt32]
  ) throws(YAMLFault) {
    guard let duplicate = document.firstDuplicate else { return }
    let earlier = LineTable.position(of: Int(places[duplicate.earlier]), in: yaml)
    throw YAMLFault(
      .duplicateKey, at: Int(places[duplicate.again]),
      "The key '\(document.string(duplicate.again))' occurs twice, first on line \(earlier.line), "
        + "column \(earlier.column). Keep one of them.")
  }
}
