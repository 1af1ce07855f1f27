import PlumblineDriftDetection
import PlumblineJSONTree

extension EffectJudge {
  /// Returns the drift of strings that the server returned changed. There is none if the item can't be read.
  ///
  /// - Parameter members: The members that the strings were sent to.
  func drift(ofTexts members: [ExpectedItem.Member], _ sight: ItemClient.Sight) -> [Drift] {
    guard case .there(let snapshot) = sight else { return [] }
    return members.compactMap { member -> Drift? in
      // A member that isn't shown can't be checked.
      guard let shown = snapshot.item.at(member.place), !Equivalence.holds(member.value, shown) else { return nil }
      if before?.at(member.place) == shown {
        return drift(
          Rule.effect.notApplied, at: member.source, expected: member.value.text, actual: shown.text,
          "\(line) sent \(text(member.value)) as \(name(member)) and succeeded, but \(item) still has \(text(shown)).")
      }
      return TextChange(sent: member.value, shown: shown).map { textChanged(member, $0, shown) }
    }
  }

  func textChanged(_ member: ExpectedItem.Member, _ change: TextChange, _ shown: JSON?) -> Drift {
    var found = drift(
      Rule.effect.textChanged, at: member.source, expected: member.value.text, actual: shown?.text,
      "\(line) sent \(change.sent) as \(name(member)), but \(item) now has \(change.shown): \(change.how).")
    // Many servers sanitize markup for good reason, and people don't distinguish straight and curly quotes.
    if change.isOfQuotes || change.isOfMarkup && isRich(member) { found.severity = min(found.severity, .warning) }
    return found
  }

  /// Returns the change to a call's human-written string, which starts with the run's mark, or the change from null to
  /// an empty string if the schema distinguishes the two. Returns `nil` for anything else.
  func garbled(_ member: ExpectedItem.Member, _ was: JSON?, _ now: JSON) -> TextChange? {
    guard was != now else { return nil }
    if member.value.isNull {
      // If the member was empty before, or can only be a string, the server may not support null.
      guard was?.string?.isEmpty == false, takesNull(member) else { return nil }
      return TextChange(sent: member.value, shown: now)
    }
    guard HumanText.isOne(member.value), let mark = member.value.string?.prefix(while: { $0 != " " }),
      mark.hasPrefix("plumbline-"), now.string?.hasPrefix(mark) ?? false
    else { return nil }
    return TextChange(sent: member.value, shown: now)
  }

  /// Returns a Boolean value that indicates whether a member's schema allows both null and strings.
  private func takesNull(_ member: ExpectedItem.Member) -> Bool {
    guard let name = member.place.tokens.first, member.place.tokens.count == 1,
      let own = reading.contract.collection(item.collection)?.members.first(where: { $0.name == name })
    else { return false }
    return own.isNullable && !own.schema.isValid(JSON(0))
  }

  /// Returns a Boolean value that indicates whether a member's schema mentions HTML or Markdown.
  private func isRich(_ member: ExpectedItem.Member) -> Bool {
    let collection = reading.contract.collection(item.collection)
    let own = collection?.members.first { $0.name == member.place.tokens.first }?.schema
    let place = JSONPointer(tokens: Array(member.source.tokens.dropFirst(2)))
    let body = reading.endpoint.body?.structured?.schema
    let sources =
      (own?.sources(at: JSONPointer(), in: member.value) ?? [])
      + (body?.sources(at: place, in: reading.request.body ?? .null) ?? [])
    let texts = sources.flatMap { source in
      ["contentMediaType", "format", "title", "description"].compactMap { source[$0]?.string }
    }
    return (texts + member.place.tokens).map { $0.lowercased() }.contains { text in
      ["html", "markdown"].contains { text.contains($0) }
    }
  }
}
