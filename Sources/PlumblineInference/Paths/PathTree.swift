import PlumblineHTTPMessages

/// A tree of many paths that determines their templates by deciding which segments are words of the API and which are
/// keys of items.
///
/// Paths are processed segment by segment. If several paths continue with different words, a word is a parameter if it
/// looks like an identifier, or if bodies show that it is a key: the item's own response or the list one segment up
/// contains it. Other words become parameters only if they are siblings of such words and everything below them is
/// alike, or if there are very many of them. The first word of a path is a subject of the API rather than a key. If all
/// paths begin with the same number, it is a version.
///
///     /tickets/42, /tickets/43, /tickets/stats      ->  /tickets/{ticket_id}, /tickets/stats
struct PathTree {
  /// A part of a template.
  enum Part: Hashable {
    case word(String)
    /// A parameter, given by its index among all parameters, and the text that follows it in the segment, such as
    /// `.json`.
    case parameter(Int, suffix: String)
  }

  /// A parameter that all templates with the same prefix share.
  struct Slot {
    /// The word before the parameter.
    let after: String?
    /// The parameter's values, with the exchanges that have them.
    var values: [(exchange: Int, text: String)] = []
    var name = ""
  }

  /// The template of each exchange.
  private(set) var templates: [[Part]]
  private(set) var slots: [Slot] = []

  /// The minimum number of sibling words with identical subtrees that count as keys even without other evidence.
  private static let many = 8
  /// The maximum number of groups to compare a word's members with. If none of them matches, the word forms its own
  /// group.
  private static let mostShapes = 32

  private let exchanges: [SeenExchange]
  private let evidence: PathEvidence

  init(_ exchanges: [SeenExchange], isCamel: Bool) {
    self.exchanges = exchanges
    evidence = PathEvidence(exchanges)
    templates = Array(repeating: [], count: exchanges.count)
    split(Array(exchanges.indices), [])
    name(isCamel: isCamel)
  }

  /// Returns a Boolean value that indicates whether a string is in a list of strings in any body.
  func isListed(_ text: String) -> Bool { evidence.isInLists(text) }

  private mutating func split(_ all: [Int], _ prefix: [Part]) {
    let depth = prefix.count
    var order: [String] = []
    var words: [String: [Int]] = [:]
    for exchange in all {
      guard exchanges[exchange].segments.count > depth else {
        templates[exchange] = prefix
        continue
      }
      let word = exchanges[exchange].segments[depth]
      if words[word] == nil { order.append(word) }
      words[word, default: []].append(exchange)
    }
    let isFrame = all.count == exchanges.count && order.count == 1 && isVersion(order[0], all, prefix)
    let keys = isFrame ? [:] : keys(among: words, order, prefix)
    for word in order where keys[word] == nil { split(words[word] ?? [], prefix + [.word(word)]) }
    let suffixed = Dictionary(grouping: order.filter { keys[$0] != nil }, by: { keys[$0] ?? "" })
    for (suffix, own) in suffixed.sorted(by: { $0.key < $1.key }) {
      let last = prefix.last { if case .word = $0 { true } else { false } }
      var slot = Slot(after: last.flatMap { if case .word(let word) = $0 { word } else { nil } })
      for word in own {
        let text = PercentEncoding.decode(word.dropLast(suffix.count).utf8)
        slot.values += (words[word] ?? []).map { ($0, text) }
      }
      slots.append(slot)
      split(own.flatMap { words[$0] ?? [] }.sorted(), prefix + [.parameter(slots.count - 1, suffix: suffix)])
    }
  }

  /// Returns a Boolean value that indicates whether a leading number that all paths share is the API's version rather
  /// than an item's.
  private func isVersion(_ word: String, _ all: [Int], _ prefix: [Part]) -> Bool {
    let goesOn = all.allSatisfy { exchange in
      let segments = exchanges[exchange].segments
      return segments.count > prefix.count + 1 && !PathWord.isIdentifier(segments[prefix.count + 1])
    }
    return goesOn && PathWord.isVersion(word) && (prefix.last.map(EndpointNames.isFrame) ?? true)
  }

  /// Returns the words that are keys, with the text after each key in its segment.
  private func keys(among words: [String: [Int]], _ order: [String], _ prefix: [Part]) -> [String: String] {
    let depth = prefix.count
    var keys: [String: String] = [:]
    var open: [String] = []
    for word in order where !word.isEmpty {
      let plain = PercentEncoding.decode(word.utf8)
      if PathWord.isIdentifier(plain) {
        keys[word] = ""
      } else if let suffix = PathWord.suffix(of: word), PathWord.isIdentifier(String(word.dropLast(suffix.count))) {
        keys[word] = suffix
      } else if !PathWord.isFixed(plain) {
        open.append(word)
      }
    }
    for word in open where isKnown(word, words[word] ?? [], depth) { keys[word] = "" }
    open.removeAll { keys[$0] != nil }
    // If words have the same paths below them and some of them occur in lists, all of them are keys.
    let isOfSomething = !prefix.allSatisfy(EndpointNames.isFrame)
    for group in alike(open, words, depth) where group.count > 1 && isOfSomething {
      // A word directly above keys of items is their collection, as in `/movie/550` and `/tv/1396`.
      if group.allSatisfy({ areOfThings(words[$0] ?? [], depth) }) { continue }
      let isListed = group.contains { evidence.isInLists(PercentEncoding.decode($0.utf8)) }
      if isListed || group.count >= Self.many { for word in group { keys[word] = "" } }
    }
    // A word that resembles sibling keys is a key as well.
    let sure = order.filter { keys[$0] == "" }.flatMap { words[$0] ?? [] }
    let unsure = open.filter { keys[$0] == nil }
    if !sure.isEmpty, !unsure.isEmpty {
      let (known, answered) = (lines(sure, depth), shapes(sure, depth))
      for word in unsure {
        let own = words[word] ?? []
        let asked = lines(own, depth)
        // Require the same methods and responses as for keys.
        guard !asked.isEmpty, asked.isSubset(of: known) else { continue }
        if Self.areAlike(shapes(own, depth), answered) { keys[word] = "" }
      }
    }
    return keys
  }

  /// Returns a Boolean value that indicates whether every path that continues after a word continues with a key.
  private func areOfThings(_ own: [Int], _ depth: Int) -> Bool {
    own.allSatisfy { exchange in
      let segments = exchanges[exchange].segments
      return segments.count > depth + 1 && PathWord.isIdentifier(PercentEncoding.decode(segments[depth + 1].utf8))
    }
  }

  /// Returns a Boolean value that indicates whether bodies show that a word is a key.
  private func isKnown(_ word: String, _ own: [Int], _ depth: Int) -> Bool {
    let plain = PercentEncoding.decode(word.utf8)
    return own.contains { exchange in
      let segments = exchanges[exchange].segments
      if evidence.listedKey(plain, at: segments[..<depth]) != nil { return true }
      return segments.count == depth + 1 && depth > 0 && evidence.ownKey(plain, of: exchange) != nil
    }
  }

  /// Returns the words in groups with the same methods and words below them.
  private func alike(_ some: [String], _ words: [String: [Int]], _ depth: Int) -> [[String]] {
    var groups: [[String]] = []
    var found: [Set<String>: [(group: Int, shapes: [String: Set<String>])]] = [:]
    for word in some {
      let own = words[word] ?? []
      let (asked, answered) = (lines(own, depth), shapes(own, depth))
      let known = found[asked] ?? []
      if let same = known.first(where: { Self.areAlike(answered, $0.shapes) }) {
        groups[same.group].append(word)
        continue
      }
      if known.count < Self.mostShapes { found[asked, default: []].append((groups.count, answered)) }
      groups.append([word])
    }
    return groups
  }

  /// Returns the methods and words below a segment.
  private func lines(_ some: [Int], _ depth: Int) -> Set<String> {
    Set(
      some.map { exchange in
        let rest = below(exchange, depth).map { PathWord.isIdentifier($0) ? "{}" : $0 }
        return "\(exchanges[exchange].request.method) \(rest.joined(separator: "/"))"
      })
  }

  /// Returns the segments of a path below the one at a given depth.
  private func below(_ exchange: Int, _ depth: Int) -> ArraySlice<String> {
    exchanges[exchange].segments.dropFirst(depth + 1)
  }

  /// Returns the members of the successful responses below a segment, by method and words.
  private func shapes(_ some: [Int], _ depth: Int) -> [String: Set<String>] {
    var shapes: [String: Set<String>] = [:]
    for exchange in some {
      guard let places = evidence.places(of: exchange) else { continue }
      let rest = below(exchange, depth).joined(separator: "/")
      shapes["\(exchanges[exchange].request.method) \(rest)", default: []].formUnion(places)
    }
    return shapes
  }

  /// Returns a Boolean value that indicates whether the successful responses below two segments have mostly the same
  /// members. If either has no members, the value is `true`.
  private static func areAlike(_ left: [String: Set<String>], _ right: [String: Set<String>]) -> Bool {
    left.allSatisfy { line, places in
      guard let others = right[line], !places.isEmpty, !others.isEmpty else { return true }
      return places.intersection(others).count * 2 >= min(places.count, others.count)
    }
  }
}

/// The naming of parameters.
extension PathTree {
  private mutating func name(isCamel: Bool) {
    for index in slots.indices {
      let slot = slots[index]
      let thing = slot.after.map { PathWord.singular(PercentEncoding.decode($0.utf8)) } ?? ""
      let words = PathWord.words(thing).map { $0.lowercased() }
      var members: [String: Int] = [:]
      for (exchange, text) in slot.values {
        let depth = templates[exchange].firstIndex { if case .parameter(index, _) = $0 { true } else { false } } ?? 0
        let segments = exchanges[exchange].segments
        let own = segments.count == depth + 1 ? evidence.ownKey(text, of: exchange) : nil
        if let name = own ?? evidence.listedKey(text, at: segments[..<depth]) { members[name, default: 0] += 1 }
      }
      let member = members.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      let isID = slot.values.contains { PathWord.isIdentifier($0.text) }
      let last = member.map(PathWord.words)?.last?.lowercased() ?? (isID ? "id" : "name")
      let all = (words + [last]).filter { !$0.isEmpty && $0.first?.isNumber == false }
      let name = isCamel ? PathWord.camel(all.joined(separator: " ")) : all.joined(separator: "_")
      slots[index].name = name.isEmpty ? "id" : name
    }
  }

  /// Returns the text of a template, such as `/tickets/{ticket_id}`. Repeated names get a number.
  func text(of template: [Part]) -> (text: String, names: [(slot: Int, name: String)]) {
    var names: [(slot: Int, name: String)] = []
    let segments = template.map { part -> String in
      switch part {
      case .word(let word): return PercentEncoding.encodeLiteral(Array(word.utf8)[...])
      case .parameter(let slot, let suffix):
        var name = slots[slot].name
        var number = 2
        while names.contains(where: { $0.name == name }) {
          name = "\(slots[slot].name)\(number)"
          number += 1
        }
        names.append((slot, name))
        return "{\(name)}\(suffix)"
      }
    }
    return ("/" + segments.joined(separator: "/"), names)
  }
}
