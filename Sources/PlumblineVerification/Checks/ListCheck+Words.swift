import PlumblineASCII
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

extension ListCheck {
  /// The maximum number of members to check per search, and of words to try before a member counts as not searched.
  private static let mostMembers = 4
  private static let mostWords = 2

  /// A word that appears in exactly one of a shown item's searched members.
  struct Word {
    let text: String
    let member: JSONPointer
    /// The whole text of the member.
    let whole: String
    /// The item's key, and its index on the page.
    let key: String
    let index: Int

    var folded: String { text.lowercased() }
  }

  /// Searches for words from shown items, two for each member that the search covers according to the contract.
  func judgeWords(_ match: StateRule.Match, _ name: String, from first: ListPage) async -> [Verdict] {
    guard isKeyed, match.relation == .same || match.relation == .like else { return [] }
    var verdicts: [Verdict] = []
    for member in match.members.prefix(Self.mostMembers) {
      let words = words(of: member, match, name, in: first, most: Self.mostWords)
      if words.isEmpty || !mayAsk("\(name) by \(member)") { continue }
      verdicts.append(await context.settled { await found(by: name, words, in: first) })
    }
    return verdicts
  }

  private func found(by name: String, _ words: [Word], in first: ListPage) async -> Verdict {
    var last: (page: ListPage, word: Word)?
    for word in words {
      let query = [(name, word.text)] + wholePage
      guard let page = await page(query) else { return .undecided("\(name)=\(word.text) returns no list") }
      if page.names.contains(word.key) { return .fits }
      guard await isWhole(page, query, besides: first) else {
        return .undecided("the matches for \(name)=\(word.text) may not fit on one page")
      }
      last = (page, word)
    }
    // A single item may be too new for the search index.
    guard words.count > 1, let (page, word) = last else {
      return .undecided("too few of the listed items contain a word that can be searched for")
    }
    // The search can't find an item that was changed or removed in the meantime.
    guard let all = await self.page([]), let index = all.names.firstIndex(of: word.key),
      all.items[index].at(word.member)?.string == word.whole
    else { return .undecided("the list changed during the search") }
    return drift(
      .list.searchPartial, name, in: page, at: Self.queryPlace(name),
      expected: "\(word.key), whose \(word.member) contains it", actual: "\(page.items.count) without it",
      "\(context.words(page.exchange.request)) doesn't find \(word.key), whose \(word.member) is "
        + "\(Self.short(JSON(word.whole))), although the contract says that the search covers \(word.member).")
  }
}

// MARK: - Choosing words

extension ListCheck {
  /// The maximum numbers of items, of words per text, and of candidates to compare with the items' other members.
  private static let mostItems = 20
  private static let mostWordsOfText = 20
  private static let mostCandidates = 50
  /// The maximum number of characters of a string to consider.
  private static let longestText = 2000
  private static let lengths = 4...40

  /// Words that many search indexes skip.
  private static let common: Set<String> = [
    "about", "after", "also", "because", "been", "before", "being", "between", "both", "does", "doing", "down",
    "during", "each", "from", "further", "have", "having", "here", "into", "just", "more", "most", "once", "only",
    "other", "over", "same", "should", "some", "such", "than", "that", "their", "them", "then", "there", "these",
    "they", "this", "those", "through", "under", "until", "very", "were", "what", "when", "where", "which", "while",
    "will", "with", "your",
  ]

  /// Returns a member's most distinctive words, each from a different item: the rarest first, and of equally rare ones
  /// the longest.
  func words(
    of member: JSONPointer, _ match: StateRule.Match, _ name: String, in first: ListPage, most: Int
  ) -> [Word] {
    var found: [Word] = []
    var counts: [String: Int] = [:]
    for index in untouched(on: first).prefix(Self.mostItems) {
      guard let whole = first.items[index].at(member)?.string else { continue }
      for text in Self.words(in: whole) {
        let word = Word(text: text, member: member, whole: whole, key: first.names[index], index: index)
        counts[word.folded, default: 0] += 1
        found.append(word)
      }
    }
    let ranked = found.map { (word: $0, rarity: counts[$0.folded] ?? 0) }
    let sorted = ranked.sorted { ($0.rarity, -$0.word.text.count) < ($1.rarity, -$1.word.text.count) }
    var chosen: [Word] = []
    for (word, _) in sorted.prefix(Self.mostCandidates) {
      guard chosen.count < most else { break }
      let isOther = !chosen.contains { $0.key == word.key || $0.folded == word.folded }
      if isOther, isAlone(word, match, first), isAskable([(name, word.text)]) { chosen.append(word) }
    }
    return chosen
  }

  /// Returns a Boolean value that indicates whether a word appears in no other searched member of the item. Otherwise,
  /// the search might find the item through that member.
  private func isAlone(_ word: Word, _ match: StateRule.Match, _ first: ListPage) -> Bool {
    match.members.allSatisfy { member in
      guard member != word.member, let text = first.items[word.index].at(member)?.string else { return true }
      return !text.lowercased().contains(word.folded)
    }
  }

  /// Returns the first words of a string that every search index treats as single words, without duplicates.
  private static func words(in text: String) -> [String] {
    let shown = text.prefix(longestText)
    var parts = shown.split(whereSeparator: \.isWhitespace)
    // If a string is truncated, its last word may be incomplete.
    if shown.endIndex < text.endIndex, !parts.isEmpty { parts.removeLast() }
    var found: [String] = []
    var seen: Set<String> = []
    for part in parts {
      guard found.count < mostWordsOfText else { break }
      let word = bare(part)
      if isSearchable(word), seen.insert(word.lowercased()).inserted { found.append(word) }
    }
    return found
  }

  /// Returns a Boolean value that indicates whether a word consists of ASCII letters and digits, is long enough for a
  /// search index, and is neither a mask nor a stop word.
  private static func isSearchable(_ word: String) -> Bool {
    guard lengths.contains(word.utf8.count), word.utf8.allSatisfy({ $0.isAlphanumeric }) else { return false }
    let folded = word.lowercased()
    return word.contains(where: \.isLetter) && !folded.contains("xxx") && !common.contains(folded)
  }

  /// Returns a word without the punctuation around it.
  private static func bare(_ part: Substring) -> String {
    let marks: Set<Character> = [",", ".", ";", ":", "!", "?", "(", ")", "\"", "'"]
    var word = part
    while let character = word.first, marks.contains(character) { word.removeFirst() }
    while let character = word.last, marks.contains(character) { word.removeLast() }
    return String(word)
  }
}
