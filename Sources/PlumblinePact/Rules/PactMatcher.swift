import PlumblineJSONTree

/// A rule for comparing a value by something other than equality.
package indirect enum PactMatcher: Sendable, Hashable {
  case equality
  /// The value has the same type as the example. An array must also have a number of elements within the bounds.
  case type(least: Int?, most: Int?)
  /// The whole string matches a pattern.
  case regex(String)
  case include(String)
  /// The value is a number without decimal places.
  case integer
  /// The value is a number with decimal places.
  case decimal
  case number
  case boolean
  case null
  /// The value is a date, a time, or both, in a form such as `yyyy-MM-dd` or, by default, in ISO 8601 form.
  case moment(Moment, form: String?)
  /// The status belongs to a class, such as `success`.
  case statusClass(String)
  case statuses([Int])
  case notEmpty
  case semver
  /// The bytes show that the content has a media type.
  case contentType(String)
  /// The object may have any keys. Each value is compared with the example of its key, or with the first one.
  case values
  case eachKey([PactMatcher])
  case eachValue([PactMatcher])
  /// The array contains each variant.
  case arrayContains([PactVariant])
  /// The matcher is unsupported, so its result is undecided.
  case unknown(String)

  package enum Moment: String, Sendable, Hashable {
    case date
    case time
    case timestamp
  }

  /// A status that fits the matcher, or `nil` if none from 200 to 599 does.
  var exampleOfStatus: Int? {
    switch self {
    case .statuses(let statuses): statuses.first { (200...599).contains($0) }
    case .statusClass(let name):
      switch name {
      case "success", "nonError": 200
      case "redirect": 302
      case "clientError", "error": 400
      case "serverError": 500
      default: nil
      }
    default: nil
    }
  }

  /// A Boolean value that indicates whether the matcher constrains the number of elements or the type.
  var isOfType: Bool {
    switch self {
    case .type: true
    default: false
    }
  }
}

/// An element that an array must contain.
package struct PactVariant: Sendable, Hashable {
  /// The index of the variant's example among the expected elements.
  let index: Int
  /// The rules below the element.
  let rules: [PactRule]
}

/// The matchers for the places that an expression selects.
package struct PactRule: Sendable, Hashable {
  package let path: PactPath
  package let matchers: [PactMatcher]
  /// A Boolean value that indicates whether one of the matchers suffices.
  package let suffices: Bool

  package init(_ path: PactPath, _ matchers: [PactMatcher], suffices: Bool = false) {
    self.path = path
    self.matchers = matchers
    self.suffices = suffices
  }
}

/// A value that is generated anew for each request or response, instead of the example.
package struct PactGenerator: Sendable, Hashable {
  package let category: PactRules.Category
  package let path: PactPath
  /// The generator's name, such as `Uuid` or `ProviderState`.
  package let type: String
  /// The generator's other members, such as `min` or `expression`.
  package let options: JSON

  package init(category: PactRules.Category, path: PactPath, type: String, options: JSON = .emptyObject) {
    self.category = category
    self.path = path
    self.type = type
    self.options = options
  }
}
