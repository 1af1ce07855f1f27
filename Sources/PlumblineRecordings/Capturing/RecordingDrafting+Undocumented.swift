import PlumblineContractModel
import PlumblineHTTPMessages

/// Exchanges that match no endpoint.
extension RecordingDrafting {
  /// Decides what to do with an exchange that matches no endpoint. Exchanges are grouped by method, by path without
  /// ids, and by kind of response. Within a group, an exchange with new traits or new parameters becomes a draft.
  /// Another response to the same request becomes a step.
  mutating func place(_ draft: DraftedExchange, undocumented exchange: Exchange) {
    let unnamed = draft.recording(named: "", in: RecordingPlan.undocumented, options)
    let shape = shape(of: unnamed, nil)
    let likeness = RequestLikeness(unnamed, at: nil, in: contract)
    let status = shape.kind.status
    let key = drafts.key(of: draft.exchange.request, status: status)
    let known = drafts.known(key)
    let words = known.shown.words(of: known.shown.news(in: shape), in: shape)
    let isFull = known.entries.count >= Self.mostRequests
    let rivals = known.rivals(of: likeness, status: status, isExact: false)
    let answer = ResponseIdentity(unnamed.response)
    if !isFull, step(draft, exchange, answer, status, after: rivals, isNew: !words.isEmpty) { return }
    let asked =
      options.isOnePerAnswer
      ? known.asked(likeness.query, at: status) : rivals.first(at: status)
    let isOnlyAsked =
      words.isEmpty && asked == nil
      && (options.isOnePerAnswer ? known.lacks(likeness.query, at: status) : Recording.isByData(status) && !isFull)
    if words.isEmpty, asked == nil, !options.isOnePerAnswer, isFull {
      let folder = RecordingPlan.undocumented
      surplus["\(folder) has \(Self.mostRequests) recordings of \(key.name)", default: 0] += 1
      return
    }
    if words.isEmpty, !isOnlyAsked, let other = asked ?? known.nearest(to: shape) {
      if let file = other.file { return files[file].times += 1 }
      return like(other.recording, isSame: true)
    }
    let suffix = isOnlyAsked ? "" : RecordingNames.suffix(words)
    let isPlain = status < 300 && (known.entries.isEmpty || isOnlyAsked)
    let stem = isPlain ? key.name : "\(key.name)-\(suffix.isEmpty ? "\(status)" : suffix)"
    let first = isOnlyAsked ? known.first(at: status) : nil
    let name = freeName(stem, first.map { likeness.differences(from: $0.likeness) } ?? [])
    let news =
      isOnlyAsked
      ? [shown.text(Self.asked(draft.exchange.request, differing: likeness, from: first))] : words.map(shown)
    write(draft, undocumented: exchange, named: name, news, as: nil)
  }

  /// Writes another response to a request of this session as the next step of its sequence.
  ///
  /// - Parameter isNew: A Boolean value that indicates whether the response has new traits.
  /// - Returns: `false` if the response neither becomes a step nor repeats the last step.
  private mutating func step(
    _ draft: DraftedExchange, _ exchange: Exchange, _ answer: ResponseIdentity, _ status: Int,
    after rivals: RequestResponses, isNew: Bool
  ) -> Bool {
    guard !options.isOnePerAnswer, !options.keepsOthers, options.makesSequences,
      Recording.mayBeStep(status), rivals.mayBeSteps,
      let last = rivals.last, let file = last.file
    else { return false }
    if last.answer == answer {
      files[file].times += 1
      return true
    }
    let sequence = last.recording.step?.sequence ?? last.recording.name
    if rivals.count >= Self.mostSteps {
      if isNew { return false }
      surplus["the sequence \(RecordingPlan.undocumented)/\(sequence) has \(Self.mostSteps) steps", default: 0] += 1
      return true
    }
    let number = rivals.count + 1
    if let step = endedStep(of: last) { drafts.replace(last.recording.id, with: step) }
    write(
      draft, undocumented: exchange, named: freeName("\(sequence)-step-\(number)", []), [],
      as: Recording.Step(sequence: sequence, number: number))
    return true
  }

  private mutating func freeName(_ stem: String, _ differences: [String]) -> String {
    let (names, options) = (drafts.names, options)
    return numbers[RecordingPlan.undocumented, default: RecordingNumbers()].free(stem, differences) { name in
      names.contains(name) || options.isThere(options.path(RecordingPlan.undocumented, name))
    }
  }

  private mutating func write(
    _ draft: DraftedExchange, undocumented exchange: Exchange, named name: String, _ news: [String],
    as step: Recording.Step?
  ) {
    do throws(DraftedFile.Refusal) {
      let recording = draft.recording(named: name, in: RecordingPlan.undocumented, options)
      let drafted = try DraftedFile(
        step.map(recording.stepping) ?? recording, options, secrets: callers.secrets, contract: nil)
      drafts.add(entry(of: drafted.recording, file: files.count))
      var file = RecordingPlan.File(drafted, replaced: draft.replaced, news: news)
      file.changedDigest = draft.changedDigest
      file.isDraft = true
      file.brokenOff = exchange.fragment.map { shown.text($0.reason.message) }
      file.nearest = NearestEndpoints.find(exchange.request, in: contract).map(description)
      files.append(file)
    } catch {
      skip(exchange, error.reason)
    }
  }

  /// Returns a description of the difference between two requests, such as `the query page=2`.
  private static func asked(
    _ request: Request, differing likeness: RequestLikeness, from first: EndpointResponses.Entry?
  ) -> String {
    if let other = first?.likeness, other.query == likeness.query {
      if other.path != likeness.path { return "the path \(request.path.prefix(80))" }
      return other.caller == likeness.caller ? "another body" : "another caller"
    }
    guard let query = request.query, !query.isEmpty else { return "no query" }
    return "the query \(query.prefix(80))"
  }

  /// Returns an entry for a draft.
  mutating func entry(of draft: Recording, file: Int?) -> EndpointResponses.Entry {
    EndpointResponses.Entry(
      recording: draft, likeness: RequestLikeness(draft, at: nil, in: contract), shape: shape(of: draft, nil),
      file: file)
  }

  /// Returns a description such as `nearest: tickets.get (GET /api/v2/tickets/{id}): …`.
  private func description(_ near: (endpoint: Endpoint, reason: String)) -> String {
    "nearest: \(near.endpoint.id) (\(near.endpoint.request)): \(shown.text(near.reason))"
  }

  /// Returns the reason why a request that matches no endpoint isn't recorded, along with the nearest endpoints.
  func strangeness(of request: Request) -> String {
    guard request.pathBytes.count <= 300 else { return "no endpoint has this path" }
    let near = NearestEndpoints.find(request, in: contract)
    if near.isEmpty { return "neither the contract nor the server has it, and no endpoint is similar" }
    return "neither the contract nor the server has it" + near.map { "\n    \(description($0))" }.joined()
  }
}
