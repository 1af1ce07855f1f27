import PlumblineASCII
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The evidence about a parameter: its values, and the number of requests that had it.
struct ParameterFacts {
  let name: String
  private var texts = TextFacts()
  private(set) var seen = 0
  private var isRepeated = false
  private var areIntegers = true
  private var areNumbers = true
  private var areSwitches = true

  /// The minimum number of requests. With fewer, a parameter that all of them have doesn't count as required.
  private static let leastForRequired = 4
  /// The names of parameters that hold text typed by people.
  private static let words: Set<String> = ["q", "search", "query", "text", "name", "term", "keyword", "title", "phone"]

  init(_ name: String) { self.name = name }

  /// Records the values in one request.
  mutating func add(_ values: [String], owner: Int) {
    seen += 1
    if values.count > 1 { isRepeated = true }
    for value in values {
      texts.add(value, owner: owner)
      let isInteger = Int(value).map { "\($0)" == value } ?? false
      areIntegers = areIntegers && isInteger
      areNumbers = areNumbers && (isInteger || Self.isNumber(value))
      areSwitches = areSwitches && (value == "true" || value == "false")
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    text.contains(".") && text.utf8.allSatisfy { $0.isDigit || $0 == 0x2E || $0 == 0x2D } && Double(text) != nil
  }

  /// Returns a Boolean value that indicates whether the parameter is required, either because enough requests were seen
  /// and all of them have it, or because a request without it was rejected.
  ///
  /// - Parameter refused: The parameter names in each rejected request.
  func isRequired(of requests: Int, refused: [Set<String>]) -> Bool {
    seen >= requests && (requests >= Self.leastForRequired || refused.contains { !$0.contains(name) })
  }

  /// Returns the schema of the parameter.
  ///
  /// - Parameter isKey: A Boolean value that indicates whether the parameter is part of a path. If so, either all of
  ///   its values are numbers or none are.
  func schema(isKey: Bool = false) -> JSON {
    let isWord = Self.words.contains(name.lowercased())
    let type =
      seen == 0 || isWord
      ? "string"
      : areIntegers ? "integer" : areSwitches ? "boolean" : areNumbers && !isKey ? "number" : "string"
    return JSON.build { json in
      json.object { json in
        json.member("x-seen", seen)
        if isRepeated {
          json.member("type", "array")
          json.member("items", .object([("type", JSON(type))]))
          return
        }
        json.member("type", type)
        guard type == "string", !isWord else { return }
        if let format = texts.format {
          json.member("format", format)
        } else if !isKey, let values = texts.enumeration(at: name) {
          json.member("enum", .array(values.map { JSON($0) }))
        }
      }
    }
  }
}

/// The parameters in one part of a request, by name.
struct ParameterTable {
  private(set) var all: [ParameterFacts] = []
  private(set) var requests = 0
  private let ignoresCase: Bool
  /// The index of each parameter in the list, by its name, in lowercase if case is ignored.
  private var places: [String: Int] = [:]

  init(ignoresCase: Bool = false) { self.ignoresCase = ignoresCase }

  /// Records the names and values of one request.
  mutating func add(_ items: [(name: String, value: String)], owner: Int) {
    requests += 1
    var order: [String] = []
    var values: [String: [String]] = [:]
    for item in items {
      let key = ignoresCase ? item.name.lowercased() : item.name
      if values[key] == nil { order.append(item.name) }
      values[key, default: []].append(item.value)
    }
    for name in order {
      let key = ignoresCase ? name.lowercased() : name
      let place = places[key] ?? all.count
      if place == all.count {
        places[key] = place
        all.append(ParameterFacts(name))
      }
      all[place].add(values[key] ?? [], owner: owner)
    }
  }

  /// Returns the names of the required parameters.
  func required(refused: [Set<String>]) -> [String] {
    all.filter { $0.isRequired(of: requests, refused: refused) }.map(\.name)
  }

  /// The parameters with their schemas.
  var json: JSON { .object(all.map { ($0.name, $0.schema()) }) }

  /// Returns the schema of a form with these parameters as fields.
  func form(refused: [Set<String>]) -> JSON {
    let required = required(refused: refused).map { JSON($0) }
    var members: [(String, JSON)] = [("type", "object")]
    if !required.isEmpty { members.append(("required", .array(required))) }
    members.append(("properties", json))
    return .object(members)
  }
}
