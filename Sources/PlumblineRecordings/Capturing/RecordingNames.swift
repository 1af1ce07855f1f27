import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Readable and stable names for recordings, such as `success`, `not-found`, `success-1043`, and
/// `422-unprocessable-content`.
///
/// The first recording of its kind is named after its response. For another one, the new traits of its response are
/// appended (`success-with-null-assignee`), or else the differences between its request and that of the first
/// recording. If there are none or the name is taken, a number is appended.
enum RecordingNames {
  /// The maximum length of a name, so that folder listings stay readable.
  private static let longest = 64

  /// Returns the name for a response: `success`, the name of an error, or a status with its reason phrase.
  static func kind(of response: Response, at endpoint: Endpoint, in contract: Contract) -> String {
    let status = response.status
    if status < 400 {
      if endpoint.successStatuses.first?.contains(status) ?? false { return "success" }
      return "\(status)-" + words(HTTPStatus.reason(for: status))
    }
    let body = response.body.bytes.flatMap { try? JSON.parse($0) }
    let code = contract.errorCode(of: body, at: status, from: endpoint)
    let failures = endpoint.failures(at: status)
    let named = failures.first { failure in code.map(failure.codes.contains) ?? false }
    if let failure = named ?? (failures.count == 1 ? failures.first : nil) { return words(failure.name) }
    return "\(status)-" + words(HTTPStatus.reason(for: status))
  }

  /// Returns the end of a name that describes the first new traits of a response, such as `with-null-assignee`. It is
  /// empty if the kind of response is description enough.
  static func suffix(_ news: [TraitWords]) -> String {
    cut(words(news.compactMap(\.name).prefix(2).joined(separator: " ")))
  }

  /// Returns the words of a string in lowercase, joined by hyphens. For example, `notFound` and `Not Found` become
  /// `not-found`.
  static func words(_ text: String) -> String {
    var result = ""
    var wasLower = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x41...0x5A:
        if wasLower { result += "-" }
        result.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
        wasLower = false
      case 0x61...0x7A, 0x30...0x39:
        result.unicodeScalars.append(scalar)
        wasLower = true
      default:
        if !result.isEmpty, !result.hasSuffix("-") { result += "-" }
        wasLower = false
      }
    }
    while result.hasSuffix("-") { result.removeLast() }
    return result
  }

  static func cut(_ text: String) -> String {
    guard text.count > longest else { return text }
    var cut = String(text.prefix(longest))
    while cut.hasSuffix("-") { cut.removeLast() }
    return cut
  }
}

/// The numbers at the ends of names in one folder. They allow finding the next free number without trying all of them.
struct RecordingNumbers {
  /// The first number that may be free, by the text that precedes it in a name.
  private var next: [String: Int] = [:]

  /// Returns a name that isn't taken: the stem, the stem with the differences in the request, or the stem with a
  /// number.
  ///
  /// - Parameters:
  ///   - differences: The differences between the request and that of the recording named after the stem.
  ///   - isTaken: A closure that returns a Boolean value that indicates whether a recording or file has a name. A name
  ///     that is taken must remain taken.
  mutating func free(_ stem: String, _ differences: [String], isTaken: (String) -> Bool) -> String {
    if next[stem] == nil, !isTaken(stem) { return stem }
    let more = RecordingNames.cut(RecordingNames.words(differences.joined(separator: " ")))
    let stem = more.isEmpty ? stem : "\(stem)-\(more)"
    if next[stem] == nil, !isTaken(stem) { return stem }
    var number = next[stem] ?? 2
    while isTaken("\(stem)-\(number)") { number += 1 }
    next[stem] = number
    return "\(stem)-\(number)"
  }
}
