import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Readable and stable names for recordings, such as `success`, `not-found`, `success-1043` or
/// `422-unprocessable-content`.
///
/// The first recording of its kind has the name of its response. An additional one gets the traits that are new in its
/// response (`success-with-null-assignee`), or its request's differences from the first. If there are none, or if the
/// name is taken, it gets a number.
enum RecordingNames {
  /// The maximum length of a name, so that a folder's listing remains readable.
  private static let longest = 64

  /// Returns the name of a response, which is `success`, an error's name, or a status with its reason phrase.
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

  /// Returns the end of a name for the first new traits of a response, such as `with-null-assignee`. It is empty if the
  /// kind of response is enough.
  static func suffix(_ news: [TraitWords]) -> String {
    cut(words(news.compactMap(\.name).prefix(2).joined(separator: " ")))
  }

  /// Returns the words of a string in lowercase with hyphens. For example, `notFound` and `Not Found` become
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

/// The numbers at the ends of one folder's names, so that the next free one is found without scanning all of them.
struct RecordingNumbers {
  /// The first number that may be free, by the text before it in a name.
  private var next: [String: Int] = [:]

  /// Returns a name that isn't taken. It is the stem itself, the stem with the differences of the request, or the stem
  /// with a number.
  ///
  /// - Parameters:
  ///   - differences: The differences of the request from the one of the recording that has the stem.
  ///   - isTaken: A Boolean value that indicates whether a recording, or any file, has a name. A name that is taken
  ///     remains taken.
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
