import ContractModel
import DriftDetection
import HTTPMessages
import JSONTree

/// Journal entries as the control interface shows them. Credentials are never shown.
struct ExchangeJSON: Sendable {
  private static let hidden = "(hidden)"

  let library: MockLibrary
  private let inspector: Inspector
  private let secretFields: Set<String>
  private let secretQueries: Set<String>

  init(_ library: MockLibrary) {
    self.library = library
    inspector = Inspector(library.contract)
    var fields: Set<String> = ["authorization", "cookie", "proxy-authorization", "set-cookie"]
    var queries: Set<String> = []
    for credential in library.contract.credentials {
      switch credential.carrier {
      case .header(let name): fields.insert(name.lowercased())
      case .query(let name): queries.insert(name)
      case .bearer, .basic, .cookie: break
      }
    }
    secretFields = fields
    secretQueries = queries
  }

  /// One line of the journal.
  func line(_ entry: JournalEntry) -> JSON { .object(members(entry)) }

  /// An exchange with its fields and bodies.
  func whole(_ entry: JournalEntry) -> JSON {
    let request = message(entry.request.headers, entry.request.body, size: entry.requestSize)
    var response = JSON.null
    if entry.status != nil {
      let answer = entry.answer.response
      response = message(answer.headers, answer.body, size: entry.responseSize)
    }
    return .object(members(entry) + [("request", request), ("response", response)])
  }

  private func members(_ entry: JournalEntry) -> [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("id", JSON(entry.id)), ("at", JSON(WallClock.text(entry.time))), ("method", JSON(entry.request.method.rawValue)),
      ("target", JSON(target(entry.request))),
      ("endpoint", library.endpoint(of: entry.request).map { JSON($0.id) } ?? nil),
      ("status", entry.status.map { JSON($0) } ?? nil),
    ]
    if let failure = entry.failure { members.append(("failure", JSON(failure.message))) }
    if let fault = entry.fault { members.append(("fault", JSON(fault))) }
    let delay = entry.answer.delivery.delay.components
    let milliseconds = delay.seconds * 1000 + delay.attoseconds / 1_000_000_000_000_000
    if milliseconds > 0 { members.append(("delayMilliseconds", JSON(Int(milliseconds)))) }
    members += [
      ("recording", entry.recording.map { JSON($0) } ?? nil), ("judged", JSON(entry.isWhole)),
      ("drift", .array(entry.drift(by: inspector).map(ControlJSON.drift))),
    ]
    return members
  }

  private func target(_ request: Request) -> String {
    let target = request.target
    guard !secretQueries.isEmpty, let mark = target.firstIndex(of: "?") else { return target }
    let items = target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
    let shown = items.map { item -> String in
      let name = item.prefix { $0 != "=" }
      return secretQueries.contains(PercentEncoding.decode(Array(name.utf8)[...], plusIsSpace: true))
        ? "\(name)=\(Self.hidden)" : String(item)
    }
    return target[...mark] + shown.joined(separator: "&")
  }

  private func message(_ headers: HeaderFields, _ body: Body, size: Int?) -> JSON {
    let fields = headers.map { name, value -> JSON in
      [JSON(name), JSON(secretFields.contains(name.lowercased()) ? Self.hidden : value)]
    }
    var members: [(String, JSON)] = [("headers", .array(fields)), ("size", size.map { JSON($0) } ?? nil)]
    if let bytes = body.bytes, !bytes.isEmpty {
      let isJSON = headers.mediaType.map(MediaType.isJSON) ?? true
      if isJSON, let value = try? JSON.parse(bytes) {
        members.append(("body", value))
      } else if let text = String(validating: bytes, as: UTF8.self) {
        members.append(("text", JSON(text)))
      } else {
        members.append(("base64", JSON(Base64.encode(bytes))))
      }
    }
    return .object(members)
  }
}
