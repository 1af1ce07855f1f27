import PlumblineJSONTree

/// An excerpt of a JSON value around a location. It contains the path to the location, and the first few values beside
/// the path. Notes replace the omitted parts, so that the excerpt is valid JSON, such as `[{…}, "… 178 more"]` or
/// `{ "id": 7, "…": "12 more" }`.
struct JSONExcerpt {
  /// The amount of content to keep.
  struct Measure {
    /// The number of elements in an array.
    let elements: Int
    /// The number of members in an object.
    let members: Int
    /// The number of scalars in a string, or of characters in a number.
    let characters: Int
    /// The number of levels to keep outside the path.
    let levels: Int

    /// All measures, from the most content to the least.
    static let all = [
      Measure(elements: 20, members: 60, characters: 400, levels: 12),
      Measure(elements: 5, members: 40, characters: 200, levels: 5),
      Measure(elements: 2, members: 20, characters: 100, levels: 2),
      Measure(elements: 1, members: 8, characters: 60, levels: 1),
    ]
  }

  let measure: Measure

  /// Returns the value as indented text of at most the given number of bytes, and a Boolean value that indicates
  /// whether the text is complete.
  ///
  /// - Parameter way: The tokens of the pointer from the value to the location.
  static func text(of value: JSON, size: Int, around way: [String], within limit: Int) -> (text: String, isWhole: Bool)
  {
    // Indentation makes the text longer, but less than four times as long.
    if size <= limit {
      let text = value.prettyText
      if text.utf8.count <= 4 * limit { return (text, true) }
    }
    for measure in Measure.all {
      let text = JSONExcerpt(measure: measure).cut(value, way[...], levels: measure.levels).prettyText
      if text.utf8.count <= limit { return (text, false) }
    }
    let least = JSONExcerpt(measure: Measure(elements: 0, members: 0, characters: 60, levels: 0))
    return (least.cut(value, nil, levels: 0).prettyText, false)
  }

  /// Returns the excerpt of a value.
  ///
  /// - Parameter way: The rest of the path to the location, or `nil` outside the path.
  private func cut(_ value: JSON, _ way: ArraySlice<String>?, levels: Int) -> JSON {
    switch value.kind {
    case .array:
      if way == nil, levels == 0 { return value.isEmptyContainer ? value : [JSON("… \(value.count) in all")] }
      return cutArray(value, way, levels: levels)
    case .object:
      if way == nil, levels == 0 { return value.isEmptyContainer ? value : ["…": JSON("\(value.count) in all")] }
      return cutObject(value, way, levels: levels)
    case .string:
      guard let text = value.string, text.utf8.count > measure.characters else { return value }
      return JSON("\(String(text.unicodeScalars.prefix(measure.characters)))… (\(text.utf8.count) bytes)")
    case .number:
      let digits = value.text.utf8.count
      return digits > measure.characters ? JSON("… (a number of \(digits) characters)") : value
    default: return value
    }
  }

  private func cutArray(_ array: JSON, _ way: ArraySlice<String>?, levels: Int) -> JSON {
    let place = way?.first.flatMap { Int($0) }
    var kept: [JSON] = []
    var left = 0
    for (index, element) in array.elements.enumerated() {
      guard index < measure.elements || index == place else {
        left += 1
        continue
      }
      if left > 0 { kept.append(JSON("… \(left) more")) }
      left = 0
      kept.append(cut(element, index == place ? way?.dropFirst() : nil, levels: levels - 1))
    }
    if left > 0 { kept.append(JSON("… \(left) more")) }
    return .array(kept)
  }

  private func cutObject(_ object: JSON, _ way: ArraySlice<String>?, levels: Int) -> JSON {
    var kept: [(String, JSON)] = []
    var left = 0
    for (index, member) in object.members.enumerated() {
      guard index < measure.members || member.key == way?.first else {
        left += 1
        continue
      }
      kept.append(
        (member.key, cut(member.value, member.key == way?.first ? way?.dropFirst() : nil, levels: levels - 1)))
    }
    if left > 0 { kept.append(("…", JSON("\(left) more"))) }
    return .object(kept)
  }
}

extension JSON {
  fileprivate var isEmptyContainer: Bool { count == 0 }
}
