/// English words for one thing and for several of them, as paths have them. What is irregular isn't known.
enum WordNumber {
  /// The words that may be for several of what a word is one of: `box` gives `boxs` and `boxes`.
  static func plurals(of word: String) -> [String] {
    let regular = [word + "s", word + "es"]
    return word.hasSuffix("y") ? [String(word.dropLast()) + "ies"] + regular : regular
  }

  /// The words that may be for one of what a word is several of: `entries` gives `entry`, `entri` and `entrie`.
  static func singulars(of word: String) -> [String] {
    let endings = [("ies", "y"), ("es", ""), ("s", "")]
    return endings.filter { word.hasSuffix($0.0) }.map { String(word.dropLast($0.0.count)) + $0.1 }
  }
}
