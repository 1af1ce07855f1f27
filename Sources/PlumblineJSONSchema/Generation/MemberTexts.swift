/// Strings suggested by the name of a member, such as `email`, `created_at`, or `phone`. For other names, the string
/// consists of the words of the name.
enum MemberTexts {
  /// Returns suggestions, best first. The array is empty if the name doesn't suggest any particular string.
  static func texts(_ context: ValueContext) -> [String] {
    let number = context.variation
    guard let last = words(context.name).last else { return [] }
    switch last {
    case "email", "mail": return FormatSamples.texts("email", context, 0, .max)
    case "url", "uri", "link", "href", "website", "homepage": return FormatSamples.texts("uri", context, 0, .max)
    case "uuid", "guid": return FormatSamples.texts("uuid", context, 0, .max)
    case "at", "timestamp", "datetime": return FormatSamples.texts("date-time", context, 0, .max)
    case "date", "on", "birthday", "deadline": return FormatSamples.texts("date", context, 0, .max)
    case "time": return FormatSamples.texts("time", context, 0, .max)
    case "host", "hostname", "domain": return FormatSamples.texts("hostname", context, 0, .max)
    case "ip", "ipv4": return FormatSamples.texts("ipv4", context, 0, .max)
    case "phone", "mobile", "telephone", "fax": return ["+65 6555 0\(100 + number % 900)"]
    case "id": return [String(number + 1)]
    case "country": return ["Singapore"]
    case "currency": return ["SGD"]
    case "language", "locale", "lang": return ["en"]
    case "version": return ["1.\(number).0"]
    case "color", "colour": return ["#3366\(pair(number))"]
    case "token", "secret", "password": return ["\(last)-\(number + 1)"]
    case "slug": return ["item-\(number + 1)"]
    default: return []
    }
  }

  /// Returns the words of the name, with a number after the first string, such as "Contact number" and "Contact number
  /// 2".
  static func plain(_ context: ValueContext) -> String {
    var words = words(context.name)
    if words.isEmpty { words = ["text"] }
    words[0] = words[0].prefix(1).uppercased() + words[0].dropFirst()
    let text = words.joined(separator: " ")
    return context.variation == 0 ? text : "\(text) \(context.variation + 1)"
  }

  /// Returns the words of a name. For example, `contactNumber`, `contact_number` and `contact-number` all consist of
  /// "contact" and "number".
  static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for scalar in name.unicodeScalars {
      let isPart = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      let isUpper = scalar.properties.isUppercase
      if !isPart || isUpper && wasLower {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart { word += scalar.properties.lowercaseMapping }
      wasLower = isPart && !isUpper
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  private static func pair(_ number: Int) -> String {
    let digits = String(153 &+ number & 0x3F, radix: 16)
    return digits.utf8.count < 2 ? "0" + digits : String(digits.suffix(2))
  }
}
