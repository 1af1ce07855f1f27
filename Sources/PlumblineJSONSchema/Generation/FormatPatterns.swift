extension Format {
  /// A pattern for the strings of the format, for combination with other patterns.
  ///
  /// The pattern matches all strings of the format if the format is regular and small enough. Otherwise, it matches
  /// only common ones, without rare forms such as quoted addresses, leap seconds away from UTC, or labels with two
  /// consecutive hyphens.
  var pattern: Pattern? { Self.patterns[self] }

  /// A Boolean value that indicates whether the pattern matches exactly the strings of the format.
  var isItsPattern: Bool {
    switch self {
    case .date, .duration, .uuid, .ipv4, .ipv6, .jsonPointer: true
    default: false
    }
  }

  private static let patterns: [Format: Pattern] = Dictionary(
    uniqueKeysWithValues: Format.allCases.compactMap { format in
      (try? Pattern("^(?:\(FormatTexts.pattern(of: format)))$")).map { (format, $0) }
    })
}

/// The building blocks of the formats' patterns.
private enum FormatTexts {
  static func pattern(of format: Format) -> String {
    switch format {
    case .date: date
    case .time: time
    case .dateTime: "(?:\(date))[Tt](?:\(time))"
    case .duration: duration
    case .uuid: "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
    case .ipv4: ipv4
    case .ipv6: ipv6
    case .hostname, .idnHostname: host
    case .email, .idnEmail:
      "\(mailbox)+(?:\\.\(mailbox)+)*@\(host)"
    case .uri: "[A-Za-z][A-Za-z0-9+.-]*:\(hierarchy(character))\(tail(character))"
    case .iri: "[A-Za-z][A-Za-z0-9+.-]*:\(hierarchy(widerCharacter))\(tail(widerCharacter))"
    case .uriReference:
      "(?:[A-Za-z][A-Za-z0-9+.-]*:\(hierarchy(character))|\(relative(character)))\(tail(character))"
    case .iriReference:
      "(?:[A-Za-z][A-Za-z0-9+.-]*:\(hierarchy(widerCharacter))|\(relative(widerCharacter)))\(tail(widerCharacter))"
    case .uriTemplate: "(?:[A-Za-z0-9._~/:@?&=#,;+-]|\\{[+#./;?&]?\(variable)(?:,\(variable))*\\})*"
    case .jsonPointer: tokens
    case .relativeJSONPointer: "(?:0|[1-9][0-9]*)(?:#|\(tokens))"
    case .regex: "[A-Za-z0-9 _.^$-]*"
    }
  }

  /// A date, with February 29 only in leap years.
  private static let date = """
    [0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)\
    |02-(?:0[1-9]|1[0-9]|2[0-8]))\
    |(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29
    """
  private static let time = """
    (?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])\
    |23:59:60(?:\\.[0-9]+)?[Zz])
    """
  private static let duration = """
    P(?:[0-9]+W|(?:[0-9]+D|[0-9]+M(?:[0-9]+D)?|[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?)(?:T\(clock))?|T\(clock))
    """
  private static let clock = "(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
  private static let octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
  private static let ipv4 = "\(octet)(?:\\.\(octet)){3}"

  /// An IPv6 address with eight groups, of which the last two may be in IPv4 notation. `::` replaces at least one
  /// group.
  private static let ipv6: String = {
    let group = "[0-9A-Fa-f]{1,4}"
    var forms = ["(?:\(group):){7}\(group)", "(?:\(group):){6}\(ipv4)"]
    for left in 0...7 {
      let start = left == 0 ? "" : "\(group)(?::\(group)){\(left - 1)}"
      forms.append("\(start)::" + (left == 7 ? "" : "(?:\(group)(?::\(group)){0,\(6 - left)})?"))
      if left <= 5 { forms.append("\(start)::(?:\(group):){0,\(5 - left)}\(ipv4)") }
    }
    return forms.joined(separator: "|")
  }()

  private static let host = "[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?:\\.[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)*"
  private static let mailbox = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]"
  private static let variable = "[A-Za-z0-9_]+(?::[1-9][0-9]{0,3}|\\*)?"
  private static let tokens = "(?:/(?:[^/~]|~[01])*)*"
  private static let character = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})"
  private static let widerCharacter =
    "(?:[A-Za-z0-9._~!$&'()*+,;=:@\\u00A0-\\uD7FF\\uF900-\\uFDCF-]|%[0-9A-Fa-f]{2})"

  private static func hierarchy(_ character: String) -> String {
    let rest = "(?:\(character)+(?:/\(character)*)*)?"
    return "(?://\(host)(?::[0-9]+)?(?:/\(character)*)*|\(rest)|/\(rest))"
  }

  /// Returns the pattern of a relative reference. Without a scheme, the first segment can't contain a colon.
  private static func relative(_ character: String) -> String {
    let rest = "(?:/\(character)*)*"
    return "(?://\(host)(?::[0-9]+)?\(rest)|(?:[A-Za-z0-9._~@-]+\(rest))?|/(?:\(character)+\(rest))?)"
  }

  private static func tail(_ character: String) -> String {
    "(?:\\?(?:\(character)|[/?])*)?(?:#(?:\(character)|[/?])*)?"
  }
}
