/// The serialization style of a composite value in a path, query, header, cookie or form, as defined by OpenAPI 3.1's
/// `style` and `explode` (section 4.8.12) and based on RFC 6570.
///
/// | style | where | `[blue,black]` | `{R: 100, G: 200}` |
/// |---|---|---|---|
/// | `form`, exploded | query, cookie, form | `color=blue&color=black` | `R=100&G=200` |
/// | `form` | query, cookie, form | `color=blue,black` | `color=R,100,G,200` |
/// | `spaceDelimited` | query, form | `color=blue%20black` | `color=R%20100%20G%20200` |
/// | `pipeDelimited` | query, form | `color=blue%7Cblack` | `color=R%7C100%7CG%7C200` |
/// | `deepObject` | query, form | | `color%5BR%5D=100&color%5BG%5D=200` |
/// | `simple` | path, header | `blue,black` | `R,100,G,200` |
/// | `simple`, exploded | path, header | `blue,black` | `R=100,G=200` |
/// | `label` | path | `.blue,black` | `.R,100,G,200` |
/// | `label`, exploded | path | `.blue.black` | `.R=100.G=200` |
/// | `matrix` | path | `;color=blue,black` | `;color=R,100,G,200` |
/// | `matrix`, exploded | path | `;color=blue;color=black` | `;R=100;G=200` |
///
/// In every style, a scalar is plain text, prefixed with `.` in `label` and with `;color=` in `matrix`.
package struct ParameterStyle: Sendable, Hashable {
  /// The style's name in OpenAPI.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case form, spaceDelimited, pipeDelimited, deepObject, simple, label, matrix
  }

  /// The part of a request that contains a parameter.
  package enum Place: String, Sendable, Hashable, CaseIterable {
    case path, query, headers, cookies

    /// The styles that are allowed in this part, with the default one first.
    package var kinds: [Kind] {
      switch self {
      case .path: [.simple, .label, .matrix]
      case .query: [.form, .spaceDelimited, .pipeDelimited, .deepObject]
      case .headers: [.simple]
      case .cookies: [.form]
      }
    }

    /// The default style.
    package var usual: ParameterStyle { ParameterStyle(kinds[0]) }
  }

  package let kind: Kind
  /// A Boolean value that indicates whether each element or member is a separate string.
  package let explode: Bool
  /// A Boolean value that indicates whether the value is serialized as JSON instead, as with OpenAPI's `content`.
  package let isJSON: Bool

  /// Creates a style.
  ///
  /// - Parameter explode: A Boolean value that indicates whether elements or members are separate strings, or `nil` for
  ///   the default, which is true only for `form`.
  package init(_ kind: Kind, explode: Bool? = nil, isJSON: Bool = false) {
    self.kind = kind
    self.explode = explode ?? (kind == .form || kind == .deepObject)
    self.isJSON = isJSON
  }

  /// The style that serializes a value as JSON.
  package static let json = ParameterStyle(.form, isJSON: true)

  /// The delimiter between elements in a single string.
  var delimiter: Delimiter {
    switch kind {
    case .form, .deepObject, .simple: .comma
    case .label: explode ? .dot : .comma
    case .matrix: .comma
    case .spaceDelimited: .space
    case .pipeDelimited: .pipe
    }
  }

  /// A character that separates elements. If a URL allows the character unencoded, it is percent-encoded within
  /// elements.
  enum Delimiter {
    case comma, dot, space, pipe

    var byte: UInt8 {
      switch self {
      case .comma: UInt8(ascii: ",")
      case .dot: UInt8(ascii: ".")
      case .space: UInt8(ascii: " ")
      case .pipe: UInt8(ascii: "|")
      }
    }

    /// The delimiter as sent in a URL.
    var encoded: String {
      switch self {
      case .comma: ","
      case .dot: "."
      case .space: "%20"
      case .pipe: "%7C"
      }
    }

    /// A Boolean value that indicates whether a URL can only contain the delimiter in its encoded form, which then
    /// separates the elements.
    var isAlwaysEncoded: Bool { self == .space || self == .pipe }
  }
}
