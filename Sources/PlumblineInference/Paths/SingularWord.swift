/// The singular forms of English words in paths.
enum SingularWord {
  /// Singular words that look like plurals, and words whose plural is the same.
  private static let same: Set<String> = [
    "series", "species", "news", "means", "headquarters", "sms", "dns", "gps", "aws", "css", "https", "alias", "atlas",
    "canvas", "bias", "gas", "lens", "sos", "always", "analytics", "metrics", "statistics", "physics", "maths", "ios",
  ]

  /// Words with irregular plurals.
  private static let irregular: [String: String] = [
    "people": "person", "children": "child", "men": "man", "women": "woman", "mice": "mouse", "feet": "foot",
    "teeth": "tooth", "indices": "index", "matrices": "matrix", "vertices": "vertex", "appendices": "appendix",
    "analyses": "analysis", "bases": "base", "crises": "crisis", "diagnoses": "diagnosis", "hypotheses": "hypothesis",
    "criteria": "criterion", "phenomena": "phenomenon", "leaves": "leaf", "shelves": "shelf", "halves": "half",
    "knives": "knife", "wolves": "wolf", "lives": "life", "wives": "wife", "thieves": "thief", "heroes": "hero",
    "echoes": "echo", "potatoes": "potato", "tomatoes": "tomato", "vetoes": "veto", "quizzes": "quiz",
    "statuses": "status", "buses": "bus", "viruses": "virus", "campuses": "campus", "bonuses": "bonus",
    "censuses": "census", "aliases": "alias", "canvases": "canvas", "atlases": "atlas", "gases": "gas",
    "lenses": "lens", "caches": "cache", "niches": "niche", "headaches": "headache", "axes": "axis",
  ]

  /// Words that end in -ie, whose plural only adds an s.
  private static let withIE: Set<String> = [
    "movie", "cookie", "zombie", "tie", "pie", "lie", "die", "calorie", "selfie", "genie", "prairie", "brownie",
    "rookie", "pixie", "hoodie", "necktie", "birdie", "cutie", "smoothie", "foodie", "freebie", "newbie", "goalie",
    "junkie", "talkie", "magpie", "reverie", "menagerie", "sortie", "auntie", "eerie", "eyrie", "oldie", "veggie",
    "indie", "bogie", "walkie", "camaraderie", "boogie", "goodie", "hippie", "laddie", "roadie", "townie", "techie",
  ]

  /// Returns the singular of a word.
  ///
  /// - Parameter word: The word in lowercase.
  static func of(_ word: String) -> String {
    if same.contains(word) { return word }
    if let one = irregular[word] { return one }
    if word.hasSuffix("ies") {
      let one = String(word.dropLast())
      if withIE.contains(one) { return one }
      return word.count < 5 ? word : String(word.dropLast(3)) + "y"
    }
    if word.count < 4 { return word }
    for ending in ["sses", "xes", "ches", "shes", "zzes"] where word.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    for ending in ["ss", "us", "is"] where word.hasSuffix(ending) { return word }
    return word.hasSuffix("s") ? String(word.dropLast()) : word
  }
}
