import Foundation

/// The members of a form or a query, in the order in which they are sent.
struct Form: Sendable {
  private(set) var pairs: [(name: String, value: String)] = []

  /// Adds a member. A member without a value isn't sent.
  mutating func add(_ name: String, _ value: String?) {
    if let value { pairs.append((name, value)) }
  }

  /// Adds the members of an object as `name[member]=value`. An empty value removes its member.
  mutating func add(_ name: String, members: [String: String]?) {
    for (member, value) in (members ?? [:]).sorted(by: { $0.key < $1.key }) { add("\(name)[\(member)]", value) }
  }

  /// Adds the elements of a list as `name[]=value`.
  mutating func add(_ name: String, list: [String]) {
    for value in list { add("\(name)[]", value) }
  }

  /// Adds the members of an address.
  mutating func add(_ shipping: Shipping?) {
    add("shipping[line1]", shipping?.line1)
    add("shipping[city]", shipping?.city)
    add("shipping[country]", shipping?.country)
  }

  /// The form as text, in the media type `application/x-www-form-urlencoded`.
  var encoded: String {
    pairs.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }.joined(separator: "&")
  }

  /// Returns a string in which all characters except RFC 3986's unreserved ones are percent-encoded.
  static func escaped(_ text: String) -> String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}

/// A file to upload (RFC 7578).
public struct Upload: Sendable {
  public let purpose: String
  public let title: String?
  public let filename: String
  public let type: String
  public let bytes: Data

  public init(purpose: String, title: String? = nil, filename: String, type: String, bytes: Data) {
    self.purpose = purpose
    self.title = title
    self.filename = filename
    self.type = type
    self.bytes = bytes
  }

  /// Returns the request's body, with its parts separated by the boundary.
  func body(boundary: String) -> Data {
    var body = Data()
    func part(_ disposition: String, _ bytes: Data) {
      body += Data("--\(boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n".utf8) + bytes
      body += Data("\r\n".utf8)
    }
    part("name=\"purpose\"", Data(purpose.utf8))
    if let title { part("name=\"title\"", Data(title.utf8)) }
    let name = filename.replacingOccurrences(of: "\"", with: "%22")
    part("name=\"file\"; filename=\"\(name)\"\r\nContent-Type: \(type)", bytes)
    return body + Data("--\(boundary)--\r\n".utf8)
  }
}
