import PlumblineContractModel
import PlumblineHTTPMessages

/// The names of variables for `--var`. They are the same in every command and in suites.
///
/// A name consists of the parameter's lowercase words, such as `ticket_id` for `{ticket_id}` or `listing_id` for
/// `{listingId}`. A name that means nothing on its own, or is used after different words, is prefixed with the
/// preceding word, such as `plan_id` for `/plans/{id}` and `flow_name` for `/flows/name/{name}`. The parameter's own
/// spelling is also accepted.
package struct VariableNames: Sendable {
  private struct Place: Hashable {
    /// The word before the parameter in the path, such as `tickets`.
    let before: String
    let parameter: String
  }

  /// Names that mean nothing on their own.
  private static let bare: Set<String> = ["id", "ids", "uuid", "key", "slug"]

  private var paths: [Place: String] = [:]
  /// The places by endpoint and parameter. They are cached because finding them requires the words of the whole path.
  private var places: [String: [String: Place]] = [:]
  /// Other spellings, with the variables that they may refer to, such as `listingId` and `id`.
  private var spellings: [String: Set<String>] = [:]
  /// The names in paths, in the contract's order, followed by those in queries that a variable can set.
  package private(set) var all: [String] = []
  private var known: Set<String> = []

  package init(_ contract: Contract) {
    var places: [Place] = []
    var seen: Set<Place> = []
    // The number of places by parameter name.
    var counts: [String: Int] = [:]
    for endpoint in contract.endpoints {
      let own = Self.places(in: endpoint)
      self.places[endpoint.id] = Dictionary(own.map { ($0.parameter, $0) }, uniquingKeysWith: { first, _ in first })
      for place in own where seen.insert(place).inserted {
        places.append(place)
        counts[place.parameter, default: 0] += 1
      }
    }
    for place in places {
      let name = Self.name(of: place, isUnique: counts[place.parameter] == 1)
      paths[place] = name
      add(name, spelt: [place.parameter, Self.words(place.parameter), "\(place.before)_\(place.parameter)"])
    }
    for parameter in contract.endpoints.flatMap(\.query) {
      add(Self.words(parameter.name), spelt: [parameter.name])
    }
  }

  private mutating func add(_ name: String, spelt others: [String]) {
    if known.insert(name).inserted { all.append(name) }
    for other in others where other != name { spellings[other, default: []].insert(name) }
  }

  /// Returns the variable for a parameter of an endpoint's path.
  package func name(of parameter: String, in endpoint: Endpoint) -> String {
    place(of: parameter, in: endpoint).flatMap { paths[$0] } ?? Self.words(parameter)
  }

  /// Returns the word before a parameter in an endpoint's path, such as `tickets`, or an empty string if there is none.
  func word(before parameter: String, in endpoint: Endpoint) -> String {
    place(of: parameter, in: endpoint)?.before ?? ""
  }

  private func place(of parameter: String, in endpoint: Endpoint) -> Place? {
    if let known = places[endpoint.id]?[parameter] { return known }
    return Self.places(in: endpoint).first { $0.parameter == parameter }
  }

  /// Returns values by the names that a run knows, whichever spelling the user chose. Unknown and ambiguous names stay
  /// unchanged.
  ///
  /// - Parameter known: The names that are in use.
  package func resolving(_ given: [String: String], known: Set<String>) -> [String: String] {
    var resolved = given
    for (spelling, value) in given.sorted(by: { $0.key < $1.key }) where !known.contains(spelling) {
      let meant = meanings(of: spelling, known: known)
      guard meant.count == 1 else { continue }
      resolved[spelling] = nil
      if resolved[meant[0]] == nil { resolved[meant[0]] = value }
    }
    return resolved
  }

  /// Returns the variables that a spelling may refer to, sorted.
  package func meanings(of spelling: String, known: Set<String>) -> [String] {
    let isRemovable = spelling.hasPrefix(SuiteVariable.removablePrefix)
    let prefix = isRemovable ? SuiteVariable.removablePrefix : ""
    let own = String(spelling.dropFirst(prefix.count))
    let meant = (spellings[own] ?? []).union([Self.words(own)])
    return meant.map { prefix + $0 }.filter(known.contains).sorted()
  }

  // MARK: - Names

  private static func name(of place: Place, isUnique: Bool) -> String {
    let name = words(place.parameter)
    let before = place.before.contains(where: isKept) ? singular(words(place.before)) : ""
    if before.isEmpty || isUnique && !bare.contains(name) || name.hasPrefix("\(before)_") { return name }
    return "\(before)_\(name)"
  }

  private static func places(in endpoint: Endpoint) -> [Place] {
    var words: [String] = []
    var found: [Place] = []
    for segment in endpoint.request.template.segments {
      switch segment {
      case .literal(let text): words.append(text)
      case .parameter, .pattern, .across:
        found += segment.parameters.map { Place(before: before($0, words), parameter: $0) }
      }
    }
    return found
  }

  /// Returns the fixed word before a parameter, skipping a word that only names the look-up key, such as `name` in
  /// `/flows/name/{name}`.
  private static func before(_ parameter: String, _ fixed: [String]) -> String {
    let own = words(parameter)
    let telling = fixed.last { word in
      let word = words(word)
      return word != own && word != "by_\(own)"
    }
    return telling ?? fixed.last ?? ""
  }

  /// Returns a name in snake case, such as `listing_id` for `listingId` or `api_version` for `api-version`. Letters and
  /// digits of any script are kept. If a name contains none, it stays unchanged.
  package static func words(_ name: String) -> String {
    var words = ""
    var isAfterSmall = false
    for letter in name {
      guard Self.isKept(letter) else {
        if !words.isEmpty, !words.hasSuffix("_") { words += "_" }
        isAfterSmall = false
        continue
      }
      if letter.isUppercase, isAfterSmall { words += "_" }
      words += letter.lowercased()
      isAfterSmall = letter.isLowercase || letter.isNumber
    }
    if words.isEmpty { return name }
    return words.hasSuffix("_") ? String(words.dropLast()) : words
  }

  private static func isKept(_ letter: Character) -> Bool { letter.isLetter || letter.isNumber }

  /// Returns the singular of a regular English plural, such as `plan`, `category` or `box`.
  private static func singular(_ word: String) -> String {
    if word.hasSuffix("ies"), word.count > 4 { return String(word.dropLast(3)) + "y" }
    for ending in ["sses", "xes", "zes", "ches", "shes"] where word.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    return word.hasSuffix("s") && !word.hasSuffix("ss") && !word.hasSuffix("us") ? String(word.dropLast()) : word
  }
}
