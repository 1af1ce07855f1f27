import PlumblineContractModel
import PlumblineJSONTree

/// An envelope that most successes of a contract share, and the payloads inside of it.
///
/// A document describes each response as a whole. If at least three responses, and more than half of all JSON
/// responses, have their payload in the same member, that member is the envelope's payload. The other members are the
/// flag, the message, and additional members. Responses that have further members keep their whole bodies, as do
/// errors.
struct EnvelopeLift {
  private static let payloads = ["data", "payload", "result", "results", "response"]
  private static let flags = ["success", "ok", "succeeded", "isSuccess", "is_success"]
  /// The minimum number of responses. A smaller number may have something in common by chance.
  private static let least = 3

  private let payload: String
  private var flag: String?
  private var message: String?
  private var others: [(name: String, schema: JSON)] = []
  /// The responses that use the envelope.
  private let frames: [SuccessFrame]

  /// Returns `nil` if there is no shared envelope.
  init?(of draft: ContractDraft) {
    guard draft.shared["envelope"]?.kind != .object else { return nil }
    let outline = draft.outline
    var count = 0
    var frames: [SuccessFrame] = []
    for endpoint in draft.endpoints {
      for (status, answer) in endpoint.value["success"]?.members.map({ $0 }) ?? [] where status.hasPrefix("2") {
        guard let body = answer["body"], body.kind != .bool else { continue }
        count += 1
        let frame = SuccessFrame(
          of: body, endpoint: endpoint.id, file: endpoint.file, status: status, in: outline)
        if let frame { frames.append(frame) }
      }
    }
    let isEnough = { (carrying: Int) in carrying >= Self.least && carrying * 2 > count }
    let found = Self.payloads.map { name in (name, frames.count { $0.member(name) != nil }) }.max { $0.1 < $1.1 }
    guard let found, isEnough(found.1) else { return nil }
    payload = found.0
    var carrying = frames.filter { $0.member(found.0) != nil }
    let schemas = Self.usual(carrying, besides: found.0)
    carrying.removeAll { Self.isOdd($0, schemas, besides: found.0) }
    guard isEnough(carrying.count) else { return nil }
    flag = Self.flags.first { name in
      carrying.allSatisfy { frame in
        frame.member(name).map { outline.value(of: "type", in: $0.schema, $0.file) == "boolean" } ?? false
      }
    }
    let flag = flag
    // In a response without a payload, the flag is the only sign of the envelope.
    let silent = frames.filter { frame in
      frame.member(found.0) == nil && flag.map { frame.member($0) != nil } ?? false
        && !Self.isOdd(frame, schemas, besides: found.0)
    }
    self.frames = carrying + silent
    let isMessage = self.frames.allSatisfy { $0.member("message")?.isRequired != true }
    if isMessage, let schema = schemas["message"], Self.isText(schema) { message = "message" }
    let slots = [payload, flag, message]
    var seen: Set<String> = []
    for member in self.frames.flatMap(\.members) where !slots.contains(member.name) && seen.insert(member.name).inserted
    {
      if let schema = schemas[member.name] { others.append((member.name, schema)) }
    }
  }

  /// Returns the most frequent schema of each member besides the payload, with references relative to the shared file.
  private static func usual(_ frames: [SuccessFrame], besides payload: String) -> [String: JSON] {
    var votes: [String: [(schema: JSON, count: Int)]] = [:]
    for frame in frames {
      for member in frame.members where member.name != payload {
        let schema = frame.shared(member)
        if let index = votes[member.name]?.firstIndex(where: { $0.schema == schema }) {
          votes[member.name]?[index].count += 1
        } else {
          votes[member.name, default: []].append((schema, 1))
        }
      }
    }
    // In a tie, keep the first schema, so that the result is deterministic.
    return votes.compactMapValues { votes in
      votes.reduce(votes.first) { best, vote in vote.count > best?.count ?? 0 ? vote : best }?.schema
    }
  }

  /// Returns a Boolean value that indicates whether a response has a member that others don't have, or a member with a
  /// different schema than in others.
  private static func isOdd(_ frame: SuccessFrame, _ schemas: [String: JSON], besides payload: String) -> Bool {
    frame.members.contains { $0.name != payload && schemas[$0.name] != frame.shared($0) }
  }

  private static func isText(_ schema: JSON) -> Bool {
    schema["type"] == "string"
      && schema.members.allSatisfy { ["type", "description", "title", "examples"].contains($0.key) }
  }

  /// A one-sentence description of the envelope.
  var description: String {
    let names = [flag, payload, message].compactMap { $0 } + others.map(\.name)
    let said = "The envelope: \(names.joined(separator: ", ")), which \(frames.count) responses share."
    let slots = [flag, payload].compactMap { $0 }
    let loose = frames.filter { frame in slots.contains { frame.member($0)?.isRequired == false } }
    guard !loose.isEmpty else { return said }
    return "\(said) All must now have \(slots.joined(separator: " and ")), which was optional in \(loose.count)."
  }

  func apply(to draft: inout ContractDraft) {
    draft.share("envelope", envelope)
    let byEndpoint = Dictionary(grouping: frames, by: \.endpoint)
    var changed: [String: JSON] = [:]
    for endpoint in draft.endpoints {
      guard let frames = byEndpoint[endpoint.id], let successes = endpoint.value["success"] else { continue }
      let lifted = JSON.object(
        successes.members.map { status, answer in
          (status, frames.first { $0.status == status }.map { self.answer(answer, $0) } ?? answer)
        })
      changed[endpoint.id] = endpoint.value.setting("success", to: lifted)
    }
    draft.replace(changed)
  }

  private var envelope: JSON {
    JSON.build { json in
      json.object { json in
        if let flag { json.member("flag", flag) }
        json.member("payload", payload)
        if let message { json.member("message", message) }
        if !others.isEmpty { json.member("others", JSON.object(others.map { ($0.name, $0.schema) })) }
        json.member("standing", "assumed")
      }
    }
  }

  private func answer(_ answer: JSON, _ frame: SuccessFrame) -> JSON {
    let names = Set(others.map(\.name))
    let required = frame.members.filter { $0.isRequired && names.contains($0.name) }.map { JSON($0.name) }
    return .object(
      answer.members.flatMap { key, value -> [(String, JSON)] in
        guard key == "body" else { return [(key, value)] }
        let inside = ("payload", frame.member(payload).map { self.inside($0, frame) } ?? false)
        return required.isEmpty ? [inside] : [inside, ("others", .array(required))]
      })
  }

  /// Returns the schema of the payload, with the payloads in the examples of whole bodies as its examples.
  private func inside(_ member: SchemaOutline.Member, _ frame: SuccessFrame) -> JSON {
    let schema = ContractDraft.moved(member.schema, from: member.file, to: frame.file)
    let examples = frame.examples.compactMap { $0[payload] }
    guard !examples.isEmpty, schema.kind == .object, schema["examples"] == nil else { return schema }
    return schema.setting("examples", to: .array(examples))
  }
}
