import PlumblineASCII
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A traversal that visits all strings of a message and replaces some of them.
///
/// The traversal makes no decisions. It passes each string's location, name and schemas to a closure that decides
/// whether to replace the string. This way, one traversal serves to collect secrets, to display messages and to write
/// them.
package struct MessageTexts {
  /// A string, or a number as written.
  package struct Leaf {
    package let text: String
    /// The kind of string that the surrounding names suggest, such as a secret, a code or a cursor, or `nil` if they
    /// suggest none.
    package let kind: SecretNames.Kind?
    /// The nearest name, or `nil` if there is none.
    package let name: String?
    package let isNumber: Bool
    /// A Boolean value that indicates whether the string is itself the name of a member, parameter, field, part or
    /// cookie.
    package var isName = false
    /// The location of the string or of the JSON that contains it.
    let base: String
    /// A Boolean value that indicates whether the string is in a path or query, where `•` isn't allowed.
    package let isInTarget: Bool
    /// The location within the JSON that contains the string, or `nil` outside of JSON.
    let json: TextPlace?
    let schema: JSON?

    /// The location as a pointer, such as `/request/body/password`.
    package var place: String { json.map { base + $0.pointer.description } ?? base }

    /// The schemas that apply to the string.
    package var schemas: [JSON] {
      if let schema { return [schema] }
      return json?.schemas ?? []
    }

    /// The schemas that apply to the enclosing values, innermost first.
    package var outerSchemas: [[JSON]] {
      var found: [[JSON]] = []
      var place = json?.outer
      while let outer = place {
        found.append(outer.schemas)
        place = outer.outer
      }
      return found
    }

    /// The names around the string, innermost first, without indices.
    package var names: [String] {
      guard let json else { return name.map { [$0] } ?? [] }
      return json.pointer.tokens.reversed().filter { $0.utf8.contains { !$0.isDigit } }
    }

    /// Returns a Boolean value that indicates whether the schemas that accept this string would also accept another
    /// one, considering only keywords for strings.
    package func takes(_ other: String) -> Bool {
      schemas.allSatisfy { schema in
        guard let schema = Self.textual(schema) else { return true }
        return schema.isValid(JSON(other)) || !schema.isValid(JSON(text))
      }
    }

    /// Returns the part of a schema that constrains strings: its pattern, format and length.
    private static func textual(_ schema: JSON) -> Schema? {
      let members = schema.members.filter { ["pattern", "format", "minLength", "maxLength"].contains($0.key) }
      if members.isEmpty { return nil }
      return try? SchemaLibrary(formats: .assertion).compile(.object(members.map { ($0.key, $0.value) }))
    }

    /// A Boolean value that indicates whether a schema lists the string as a possible value.
    package var isListed: Bool {
      let schemas = schemas
      if schemas.list(JSON(text)) { return true }
      return JSONNumber(literal: text).map { schemas.list(JSON($0)) } ?? false
    }
  }

  /// A closure that returns the replacement for a string, or `nil` to keep it.
  package var change: (Leaf) -> String?
  /// A closure that returns the replacement for bytes that aren't text, or `nil` to keep them.
  package var changeBytes: ([UInt8]) -> [UInt8]?
  package let contract: Contract?

  package init(
    _ contract: Contract?, change: @escaping (Leaf) -> String?,
    changeBytes: @escaping ([UInt8]) -> [UInt8]? = { _ in nil }
  ) {
    self.contract = contract
    self.change = change
    self.changeBytes = changeBytes
  }

  func changed(
    _ text: String, _ kind: SecretNames.Kind?, _ name: String?, at place: String, schema: JSON? = nil,
    isInTarget: Bool = false
  ) -> String? {
    change(
      Leaf(
        text: text, kind: kind?.settled(by: text), name: name, isNumber: false, base: place, isInTarget: isInTarget,
        json: nil, schema: schema))
  }

  /// Returns the replacement for a name, or `nil` to keep it.
  func changedName(_ name: String, at place: String, isInTarget: Bool = false) -> String? {
    change(
      Leaf(
        text: name, kind: nil, name: nil, isNumber: false, isName: true, base: place, isInTarget: isInTarget,
        json: nil, schema: nil))
  }

  /// Returns the replacement for a header field's name, or `nil` to keep it. Nearly all names are kept.
  ///
  /// Names are case-insensitive (RFC 9110 section 5.1), and HTTP/2 sends them in lowercase, so the lowercase name is
  /// also looked up.
  package func fieldName(_ name: String, at place: String) -> String? {
    if let other = changedName(name, at: place) { return other }
    let folded = name.lowercased()
    return folded == name ? nil : changedName(folded, at: place)
  }
}

// MARK: - Targets and fields

extension MessageTexts {
  /// Returns a request's path and query with their changes applied, or `nil` if nothing changed.
  ///
  /// - Parameter encode: A closure that encodes each changed string.
  package func target(
    of request: Request, to endpoint: Endpoint?, encode: (String) -> String = { PercentEncoding.encode($0) }
  ) -> String? {
    let path = path(of: request, to: endpoint, encode)
    guard let query = request.query else { return path }
    let items = self.items(query, at: "/request/query", isInTarget: true, encode) { name in
      endpoint?.queryParameter(owning: name).flatMap { $0.schema.speaking(of: $0.tokens(ofTextNamed: name)) }
    }
    guard path != nil || items != nil else { return nil }
    return "\(path ?? request.path)?\(items ?? query)"
  }

  private func path(of request: Request, to endpoint: Endpoint?, _ encode: (String) -> String) -> String? {
    if let parts = endpoint?.request.template.parts(of: request.pathBytes) {
      let texts = parts.map { segment, raw in
        (raw: String(decoding: raw, as: UTF8.self), changed: part(raw, segment, endpoint, encode))
      }
      guard texts.contains(where: { $0.changed != nil }) else { return nil }
      return texts.map { "/" + ($0.changed ?? $0.raw) }.joined()
    }
    var isChanged = false
    var last: String?
    let segments = request.path.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
      let text = PercentEncoding.decode(String(segment))
      defer { last = text }
      var name: String?
      // Without a template, the meaning of the path is unknown. A segment after the name of a secret may be a secret,
      // unless it is a word.
      if endpoint == nil, let last, let kind = SecretNames.kind(of: last)?.settled(by: text), kind.hides,
        SecretTable.isTelling(text) || kind == .code && text.allSatisfy(\.isNumber)
      {
        name = last
      }
      guard let other = segmentText(text, name) else { return String(segment) }
      isChanged = true
      return encode(other)
    }
    return isChanged ? segments.joined(separator: "/") : nil
  }

  /// Returns the replacement for a segment that matches a template, or `nil` if it has no secrets.
  private func part(
    _ raw: ArraySlice<UInt8>, _ segment: PathTemplate.Segment, _ endpoint: Endpoint?, _ encode: (String) -> String
  ) -> String? {
    func schema(_ name: String) -> JSON? { endpoint?.path.first { $0.name == name }?.schema.speaking(of: []) }
    let pattern: SegmentPattern
    switch segment {
    case .literal: return segmentText(PercentEncoding.decode(raw), nil).map(encode)
    case .parameter(let name):
      if let parameter = endpoint?.path.first(where: { $0.name == name }),
        let styled = styled(raw, parameter, schema(name), encode)
      {
        return styled
      }
      let text = PercentEncoding.decode(raw)
      return segmentText(text, SecretNames.isSecret(name, holding: text) ? name : nil, schema(name)).map(encode)
    case .pattern(let found), .across(let found): pattern = found
    }
    guard let values = pattern.values(in: raw) else { return nil }
    var isChanged = false
    var part = PercentEncoding.encodeLiteral(Array(pattern.texts[0].utf8)[...])
    for ((name, value), text) in zip(zip(pattern.names, values), pattern.texts.dropFirst()) {
      let isSecret = SecretNames.isSecret(name, holding: value)
      // If a parameter spans slashes and isn't named like a secret, search its pieces separately.
      let pieces =
        pattern.goesAcross && !isSecret ? value.split(separator: "/", omittingEmptySubsequences: false) : [value[...]]
      let shown = pieces.map { piece -> String in
        guard let other = segmentText(String(piece), isSecret ? name : nil, schema(name)) else {
          return PercentEncoding.encode(String(piece))
        }
        isChanged = true
        return encode(other)
      }
      part += shown.joined(separator: "/") + PercentEncoding.encodeLiteral(Array(text.utf8)[...])
    }
    return isChanged ? part : nil
  }

  /// Returns the replacement for a parameter whose style adds delimiters, keeping the delimiters. Returns `nil` if the
  /// parameter has no secrets or doesn't conform to its style.
  private func styled(
    _ raw: ArraySlice<UInt8>, _ parameter: Parameter, _ schema: JSON?, _ encode: (String) -> String
  ) -> String? {
    guard !parameter.isPlain, !parameter.style.isJSON else { return nil }
    let value = parameter.style.value(of: raw, named: parameter.name, as: parameter.shape, .url)
    let written = parameter.style.pathText(value, named: parameter.name)
    guard PercentEncoding.decode(Array(written.utf8)[...]) == PercentEncoding.decode(raw) else { return nil }
    var isChanged = false
    func shown(_ value: JSON, _ name: String) -> JSON {
      guard let text = value.string,
        let other = segmentText(text, SecretNames.isSecret(name, holding: text) ? name : nil, schema)
      else { return value }
      isChanged = true
      return JSON(other)
    }
    let other: JSON
    switch value.kind {
    case .array: other = .array(value.elements.map { shown($0, parameter.name) })
    case .object: other = .object(value.members.map { ($0.key, shown($0.value, $0.key)) })
    case .null, .bool, .number, .string: other = shown(value, parameter.name)
    }
    guard isChanged else { return nil }
    let text = parameter.style.pathText(other, named: parameter.name, encode)
    // If a secret remains, hide the whole string.
    return segmentText(PercentEncoding.decode(Array(text.utf8)[...]), nil, schema) == nil ? text : nil
  }

  private func segmentText(_ text: String, _ name: String?, _ schema: JSON? = nil) -> String? {
    changed(text, name.flatMap(SecretNames.kind(of:)), name, at: "/request/path", schema: schema, isInTarget: true)
  }

  /// Returns the names and values of a query or form with their changes applied.
  func items(
    _ text: String, at place: String, isInTarget: Bool, _ encode: (String) -> String, schema: (String) -> JSON?
  ) -> String? {
    var isChanged = false
    let items = text.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
      let equals = item.firstIndex(of: "=")
      let rawName = String(item[..<(equals ?? item.endIndex)])
      let name = PercentEncoding.decode(rawName, plusIsSpace: true)
      guard let equals else {
        // An item without `=` may be a value instead of a name.
        guard let other = changed(name, nil, nil, at: place, isInTarget: isInTarget) else { return rawName }
        isChanged = true
        return encode(other)
      }
      let shownName = changedName(name, at: place, isInTarget: isInTarget).map(encode) ?? rawName
      let raw = item[item.index(after: equals)...]
      let value = PercentEncoding.decode(String(raw), plusIsSpace: true)
      let isCredential =
        contract?.credentials.contains { credential in
          credential.carrier == .query(name)
            || place == "/request/body" && credential.carrier == .body(JSONPointer(tokens: [name]))
        } ?? false
      let kind = isCredential ? .secret : SecretNames.kind(of: name)
      let other = changed(value, kind, name, at: "\(place)/\(name)", schema: schema(name), isInTarget: isInTarget)
      if shownName == rawName, other == nil { return String(item) }
      isChanged = true
      return "\(shownName)=\(other.map(encode) ?? String(raw))"
    }
    return isChanged ? items.joined(separator: "&") : nil
  }

  /// Returns the replacement for a header field's value, or `nil` to keep it. The names and attributes of cookies and
  /// the name of an authorization scheme are kept, unless they are secrets themselves.
  ///
  /// - Parameter endpoint: The endpoint that describes the request's fields and cookies.
  package func field(
    _ name: String, _ value: String, at place: String, of endpoint: Endpoint? = nil
  ) -> String? {
    let name = name.lowercased()
    let schema = endpoint?.header(name)?.schema.speaking(of: [])
    switch name {
    case "cookie":
      var isChanged = false
      let pairs = value.split(separator: ";", omittingEmptySubsequences: false).map { pair -> String in
        guard let equals = pair.firstIndex(of: "=") else {
          guard let other = changed(String(pair), .secret, name, at: place) else { return String(pair) }
          isChanged = true
          return other
        }
        let text = String(pair[pair.index(after: equals)...])
        let own = pair[..<equals].drop { $0 == " " }
        let parameter = endpoint?.cookie(String(own))
        let kind = parameter.map { SecretNames.kind(of: $0.name) } ?? .secret
        let other = changed(
          text, kind, parameter?.name ?? name, at: place, schema: parameter?.schema.speaking(of: []))
        let ownOther = changedName(String(own), at: place)
        guard other != nil || ownOther != nil else { return String(pair) }
        isChanged = true
        return "\(pair.prefix { $0 == " " })\(ownOther ?? String(own))=\(other ?? text)"
      }
      return isChanged ? pairs.joined(separator: ";") : nil
    case "set-cookie":
      var other = Cookies.replacing(value) { _, text in changed(text, .secret, name, at: place) ?? text }
      if let equals = other.firstIndex(of: "="), let shown = changedName(String(other[..<equals]), at: place) {
        other.replaceSubrange(..<equals, with: shown)
      }
      return other == value ? nil : other
    default: break
    }
    let isCredential = contract?.isCredential(header: name) ?? false
    let named = SecretNames.kind(ofField: name)?.settled(by: value)
    guard isCredential || named?.hides == true else {
      return changed(value, named, name, at: place, schema: schema)
    }
    let kind = isCredential ? .secret : named
    if let blank = value.firstIndex(of: " "), value[..<blank].allSatisfy({ $0.isASCII && $0.isLetter }) {
      let rest = String(value[value.index(after: blank)...])
      return changed(rest, kind, name, at: place).map { value[...blank] + $0 }
    }
    return changed(value, kind, name, at: place)
  }
}
