import PlumblineHTTPMessages
import PlumblineJSONTree

/// The encoded name-value pairs of a query or form.
struct FormFields {
  let items: [(name: String, raw: ArraySlice<UInt8>)]
  private let coding: ParameterStyle.Coding
  /// The indices of the items with each name.
  private let places: [String: [Int]]

  init(_ bytes: some Collection<UInt8>) {
    items = Array(bytes).split(separator: UInt8(ascii: "&")).map { item in
      let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      return (PercentEncoding.decode(item[..<equals], plusIsSpace: true), item[equals...].dropFirst())
    }
    coding = .form
    places = Self.places(of: items)
  }

  /// Creates the fields of cookies. In cookies, a plus sign is literal.
  init(cookies: [(name: String, value: String)]) {
    items = cookies.map { ($0.name, Array($0.value.utf8)[...]) }
    coding = .url
    places = Self.places(of: items)
  }

  private static func places(of items: [(name: String, raw: ArraySlice<UInt8>)]) -> [String: [Int]] {
    var places: [String: [Int]] = [:]
    for (place, item) in items.enumerated() { places[item.name, default: []].append(place) }
    return places
  }

  /// Returns the value of a parameter, with strings as leaves, or `nil` if it is missing.
  ///
  /// - Parameter isMember: A closure that returns a Boolean value that indicates whether a name is one of the
  ///   parameter's members, if the members are sent under their own names.
  func value(
    of name: String, _ style: ParameterStyle, as shape: ParameterStyle.Shape, isMember: (String) -> Bool
  ) -> JSON? {
    if style.kind == .deepObject {
      let found = items.compactMap { item in
        BracketedName(item.name, of: name).map { (name: $0, text: coding.decode(item.raw)) }
      }
      if !found.isEmpty { return BracketedName.object(found) }
    } else if style.isExplodedObject(shape) {
      let found = items.filter { isMember($0.name) }
      if found.isEmpty { return nil }
      return ParameterStyle.object(found.map { ($0.name, coding.decode($0.raw)) })
    }
    let own = (places[name] ?? []).map { items[$0].raw }
    guard let first = own.first else { return nil }
    if style.isJSON {
      let text = coding.decode(first)
      return (try? JSON.parse(Array(text.utf8))) ?? JSON(text)
    }
    let texts = own.map(coding.decode)
    switch shape {
    case .scalar: return texts.count == 1 ? JSON(texts[0]) : .array(texts.map { JSON($0) })
    case .array where style.explode: return .array(texts.map { JSON($0) })
    case .array: return .array(own.flatMap { style.parts(of: $0, coding) }.map { JSON($0) })
    case .object: return style.value(of: first, named: name, as: shape, coding)
    }
  }
}

extension ParameterStyle {
  /// Returns a Boolean value that indicates whether the members of a value are sent under their own names, without the
  /// parameter's name.
  func isExplodedObject(_ shape: Shape) -> Bool { shape == .object && kind == .form && explode && !isJSON }
}
