/// The singular and plural forms of English words in paths. Irregular forms aren't supported.
enum WordNumber {
  /// Returns the possible plurals of a word, such as `boxs` and `boxes` for `box`.
  static func plurals(of word: String) -> [String] {
    let regular = [word + "s", word + "es"]
    return word.hasSuffix("y") ? [String(word.dropLast()) + "ies"] + regular : regular
  }

  /// Returns the possible singulars of a word, such as `entry`, `entri`, and `entrie` for `entries`.
  static func singulars(of word: String) -> [String] {
    let endings = [("ies", "y"), ("es", ""), ("s", "")]
    return endings.filter { word.hasSuffix($0.0) }.map { String(word.dropLast($0.0.count)) + $0.1 }
  }
}
