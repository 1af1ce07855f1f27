import PlumblineASCII
import PlumblineContractModel

/// The names of members that contain personal data in recordings of a real server: telephone numbers and postal
/// addresses.
///
/// As for secrets, the last words of a name matter. `address` by itself is a postal address. The names for addresses of
/// machines have a preceding word, as in `ip_address` and `macAddress`.
enum PersonalNames {
  enum Kind: Sendable {
    case phone, street, postcode
    /// A postal address or the address of something else, depending on the value.
    case address
    /// A part of an address that isn't personal by itself.
    case town
  }

  private static let phones: Set<String> = [
    "phone", "phones", "mobile", "telephone", "tel", "cell", "cellphone", "cellular", "fax", "msisdn", "whatsapp",
    "phone number", "phone numbers", "mobile number", "telephone number", "contact number", "fax number", "phone no",
    "mobile no", "tel no", "contact no", "phonenumber",
  ]
  private static let addresses: Set<String> = ["address", "addresses", "addr"]
  private static let streets: Set<String> = [
    "street", "street name", "address line", "street line", "house number",
  ]
  private static let postcodes: Set<String> = [
    "postcode", "postal code", "post code", "postalcode", "zip", "zip code", "zipcode",
  ]
  /// The names that are personal only inside an address.
  private static let towns: Set<String> = ["city", "town", "suburb", "village", "locality"]
  private static let lines: Set<String> = ["line", "number", "unit", "building", "house", "apartment"]
  private static let machines: Set<String> = [
    "ip", "ipv", "mac", "email", "mail", "web", "site", "server", "host", "remote", "bind", "listen", "memory",
    "contract", "wallet", "network", "hardware", "bluetooth", "ble", "device", "bitcoin", "btc", "eth", "crypto",
    "gateway", "peer", "source", "destination", "src", "dst", "http", "url", "uri", "base", "link", "from", "to",
    "reply", "sender", "recipient", "proxy", "dns", "token",
  ]

  /// The meaning of a name by itself.
  private enum Reading: Sendable {
    case kind(Kind)
    /// The kind if the name is inside an address.
    case ofAddress(Kind)
    case nothing
  }

  /// A cache, because the same names are looked up for every object.
  private static let readings = NameMemo<Reading>()
  private static let places = addresses.union(streets)

  /// Returns the kind of data that a name refers to.
  ///
  /// - Parameter names: The name, followed by the enclosing names from the inside out.
  static func kind(of names: [String]) -> Kind? {
    guard let name = names.first else { return nil }
    switch readings.value(of: name, else: reading) {
    case .kind(let kind): return kind
    case .ofAddress(let kind):
      let isInAddress = names.dropFirst().contains { ends(NameWords.of($0), with: places) && !isOfMachine($0) }
      return isInAddress ? kind : nil
    case .nothing: return nil
    }
  }

  private static func reading(of name: String) -> Reading {
    let words = NameWords.of(name).filter { !$0.utf8.allSatisfy { $0.isDigit } }
    if ends(words, with: phones) { return .kind(.phone) }
    if ends(words, with: postcodes) { return .kind(.postcode) }
    let isOfMachine = words.contains(where: machines.contains)
    if ends(words, with: streets) { return isOfMachine ? .nothing : .kind(.street) }
    if ends(words, with: addresses) { return isOfMachine ? .nothing : .kind(.address) }
    if ends(words, with: lines) { return .ofAddress(.street) }
    return ends(words, with: towns) ? .ofAddress(.town) : .nothing
  }

  private static func isOfMachine(_ name: String) -> Bool { NameWords.of(name).contains(where: machines.contains) }

  private static func ends(_ words: [String], with endings: Set<String>) -> Bool {
    guard let last = words.last else { return false }
    if endings.contains(last) { return true }
    return words.count > 1 && endings.contains("\(words[words.count - 2]) \(last)")
  }
}
