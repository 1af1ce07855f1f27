import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

extension RecordingDrafting {
  /// Decides what to do with an exchange that has an endpoint. If the request is new or the response has new traits, it
  /// becomes a recording. Otherwise, it becomes one only if the options ask for that.
  mutating func place(_ draft: DraftedExchange, _ exchange: Exchange, _ endpoint: Endpoint) {
    let unnamed = draft.recording(named: "", in: endpoint.id, options)
    let likeness = RequestLikeness(unnamed, at: endpoint, in: contract)
    let shape = shape(of: unnamed, endpoint)
    let known = answers(of: endpoint)
    let answer = ResponseIdentity(unnamed.response)
    let isFull = known.entries.count >= Self.mostRequests
    let isOnePerAnswer = options.isOnePerAnswer || isFull
    let rivals = known.rivals(
      of: likeness, status: shape.kind.status, isExact: isOnePerAnswer || options.keepsOthers)
    if options.refreshes || options.replaces, rivals.hasStepBefore,
      let next = rivals.first(where: { isNext($0, answer) })
    {
      // The session follows the recorded sequence.
      renewed[next.recording.id, default: 0] += 1
      if next.answer == answer {
        if let file = next.file { return files[file].times += 1 }
        return like(next.recording, isSame: true)
      }
      let words = known.shown.words(of: known.shown.news(in: shape), in: shape)
      return write(draft, exchange, endpoint, named: next.recording.name, likeness, words, replacing: next)
    }
    let isStep =
      !isOnePerAnswer && !options.keepsOthers && options.makesSequences && endpoint.states.isEmpty
      && Recording.mayBeStep(shape.kind.status) && rivals.mayBeSteps
    if isStep, let last = rivals.last, let file = last.file {
      if last.answer == answer { return files[file].times += 1 }
      if rivals.count < Self.mostSteps { return write(draft, exchange, endpoint, likeness, after: rivals) }
    }
    if let same = rivals.first(of: answer) {
      if let file = same.file { return files[file].times += 1 }
      return like(same.recording, isSame: true)
    }
    let news = known.shown.news(in: shape)
    let words = known.shown.words(of: news, in: shape)
    if !options.keepsOthers, options.replaces || (options.refreshes && news.isEmpty), let old = rivals.before(shape) {
      return write(draft, exchange, endpoint, named: old.recording.name, likeness, words, replacing: old)
    }
    if !news.isEmpty || options.keepsOthers || rivals.isEmpty && (options.refreshes || !isOnePerAnswer) {
      let name = name(of: unnamed.response, endpoint, likeness, news, words, beside: rivals)
      return write(draft, exchange, endpoint, named: name, likeness, words, replacing: nil)
    }
    if isFull, !options.isOnePerAnswer, rivals.areNew {
      surplus["\(endpoint.id) has \(Self.mostRequests) recordings", default: 0] += 1
    } else if isStep, let last = rivals.last, last.file != nil, let sequence = last.recording.step?.sequence {
      surplus["the sequence \(endpoint.id)/\(sequence) has \(Self.mostSteps) steps", default: 0] += 1
    } else if let other = rivals.first ?? known.nearest(to: shape) {
      like(other.recording, isSame: false)
    }
  }

  /// Returns a Boolean value that indicates whether an exchange corresponds to a step. It does if no exchange has done
  /// so yet, or if the step is repeated and the response is the same.
  private func isNext(_ step: EndpointResponses.Entry, _ answer: ResponseIdentity) -> Bool {
    guard let times = renewed[step.recording.id] else { return step.file == nil }
    return times < step.recording.step?.times ?? 1 && step.answer == answer
  }

  /// Returns the header fields that an endpoint uses to distinguish requests.
  static func telling(_ endpoint: Endpoint) -> Set<String> {
    Set(endpoint.headers.map { $0.name.lowercased() }).union(["accept"]).union(ConditionField.names)
  }

  /// Writes another response to a request as the next step of a sequence that starts with the first response.
  private mutating func write(
    _ draft: DraftedExchange, _ exchange: Exchange, _ endpoint: Endpoint, _ likeness: RequestLikeness,
    after steps: RequestResponses
  ) {
    guard let last = steps.last else { return }
    let sequence = last.recording.step?.sequence ?? last.recording.name
    let number = steps.count + 1
    if let step = endedStep(of: last) { answers(of: endpoint).replace(last.recording.id, with: step) }
    write(
      draft, exchange, endpoint, named: freeName("\(sequence)-step-\(number)", in: endpoint.id), likeness, [],
      replacing: nil, as: Recording.Step(sequence: sequence, number: number))
  }

  private mutating func write(
    _ draft: DraftedExchange, _ exchange: Exchange, _ endpoint: Endpoint, named name: String,
    _ likeness: RequestLikeness, _ words: [TraitWords], replacing old: EndpointResponses.Entry?,
    as step: Recording.Step? = nil
  ) {
    let drafted: DraftedFile
    do throws(DraftedFile.Refusal) {
      let recording = draft.recording(named: name, in: endpoint.id, options, like: old?.recording)
      drafted = try DraftedFile(
        step.map(recording.stepping) ?? recording, options, secrets: callers.secrets, contract: contract)
    } catch {
      return skip(exchange, error.reason)
    }
    let recording = drafted.recording
    let shape = shape(of: recording, endpoint)
    let entry = EndpointResponses.Entry(recording: recording, likeness: likeness, shape: shape, file: files.count)
    var file = RecordingPlan.File(drafted, replaced: draft.replaced, news: words.map(shown))
    file.changedDigest = draft.changedDigest
    file.brokenOff = exchange.fragment.map { shown.text($0.reason.message) }
    let known = answers(of: endpoint)
    if let old {
      file.replacedKind = old.recording.provenance.kind
      known.replace(old.recording.id, with: entry)
      file.gone = known.losses(of: old.shape).map(shown)
    } else {
      known.add(entry)
    }
    names.insert(recording.id)
    files.append(file)
  }

  /// Returns a name that describes the new traits. If there is already a recording of the same request, the new name is
  /// sorted after its name, so that the mock's response doesn't change.
  private mutating func name(
    of response: Response, _ endpoint: Endpoint, _ likeness: RequestLikeness, _ news: [ResponseShape.Trait],
    _ words: [TraitWords], beside rivals: RequestResponses
  ) -> String {
    let kind = RecordingNames.kind(of: response, at: endpoint, in: contract)
    let first = rivals.firstName
    let suffix = RecordingNames.suffix(words)
    if suffix.isEmpty {
      guard let first, kind < first else {
        let other = answers(of: endpoint).first(named: kind)
        return freeName(kind, in: endpoint.id, other.map { likeness.differences(from: $0.likeness) } ?? [])
      }
      return freeName("\(first)-\(kind)", in: endpoint.id)
    }
    let stem = "\(kind)-\(suffix)"
    return freeName(first.map { stem < $0 ? "\($0)-\(suffix)" : stem } ?? stem, in: endpoint.id)
  }

  /// Returns a name that isn't used by a recording or file of an endpoint yet.
  private mutating func freeName(_ stem: String, in endpoint: String, _ differences: [String] = []) -> String {
    let (names, options) = (names, options)
    return numbers[endpoint, default: RecordingNumbers()].free(stem, differences) { name in
      names.contains("\(endpoint)/\(name)") || options.isThere(options.path(endpoint, name))
    }
  }
}
