import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// Requests for items that aren't recorded.
extension Selection {
  /// Returns a Boolean value that indicates whether a recorded success is for a different item and would be wrong for
  /// this one.
  ///
  /// A path or query with a digest requests exactly the content with that digest. Plain digits count as a digest if a
  /// server's recordings have digits of the same length. Otherwise another item's response is a good guess, because it
  /// has the right structure, unless the server is known to return 404 for unknown items at the endpoint, and nothing
  /// in its responses mentions this item.
  func isOfAnother(_ recorded: PreparedRecording, _ distance: MatchDistance) -> Bool {
    guard recorded.isSuccess, isCaptured(recorded),
      distance.path > 0 || distance.query > 0 || distance.extraQuery > 0
    else { return false }
    let others = differingPathValues(recorded)
    if values.reading.request.method.isSafe,
      others.contains(where: { Self.isOtherDigest($0.text, than: $0.own) }) || asksForOtherDigest(recorded)
    {
      return true
    }
    guard !others.isEmpty, showsUnknownItem else { return false }
    let known = library.known
    return !known.isShown(values.reading.request, recordings.endpoint.request.template)
      && !others.contains { isDocumented($0.text, of: $0.name) || known.mentions($0.text) }
  }

  /// Returns a Boolean value that indicates whether the contract itself lists a path's value.
  private func isDocumented(_ text: String, of name: String) -> Bool {
    let schema = recordings.endpoint.path.first { $0.name == name }?.schema.source
    let named = (schema?["enum"]?.elements.map { $0 } ?? []) + (schema?["examples"]?.elements.map { $0 } ?? [])
    return named.contains { ($0.string ?? $0.text) == text }
  }

  /// Returns a Boolean value that indicates whether a path's text is a digest other than that of the recorded content.
  private static func isOtherDigest(_ text: String, than own: String) -> Bool {
    if DigestText.isNamed(text) { return true }
    return DigestText.length(of: text).map { DigestText.length(of: own) == $0 } ?? false
  }

  /// Returns the path values that are neither recorded, nor left open by the recording's `match`, nor bound into its
  /// response, each with the recording's own.
  private func differingPathValues(_ recorded: PreparedRecording) -> [(name: String, text: String, own: String)] {
    let parameters = recordings.endpoint.path
    var others: [(name: String, text: String, own: String)] = []
    for (index, parameter) in parameters.enumerated() {
      guard recorded.values.path.indices.contains(index), values.path.indices.contains(index) else { break }
      let came = values.path[index]
      let own = recorded.values.path[index]
      if own == came || recorded.matched?.path.contains(parameter.name) == true { continue }
      if recorded.recording.bindings.contains(where: { $0.address == .path(parameter.name) }) { continue }
      others.append((name: parameter.name, text: came.string ?? came.text, own: own.string ?? own.text))
    }
    return others
  }

  private func asksForOtherDigest(_ recorded: PreparedRecording) -> Bool {
    values.query.contains { name, came in
      guard let text = came.string, DigestText.isNamed(text) else { return false }
      if recorded.matched?.query.contains(name) == true { return false }
      return recorded.values.query.first { $0.name == name }?.value != came
    }
  }

  /// Returns a Boolean value that indicates whether a server sent the recorded response. Authored recordings and
  /// examples, by contrast, represent all items of their kind.
  func isCaptured(_ recorded: PreparedRecording) -> Bool {
    let provenance = recorded.recording.provenance
    return provenance.kind != .authored && !provenance.isExample
  }

  /// A Boolean value that indicates whether a captured 404 shows the response for a nonexistent item.
  private var showsUnknownItem: Bool {
    recordings.all.contains { recorded in
      recorded.status == 404 && isCaptured(recorded)
        && library.known.isMissing(recorded.recording.request, recordings.endpoint.request.template)
    }
  }

  /// The recorded 404 that is nearest to a request.
  var nearestAbsence: PreparedRecording? { nearest(of: recordings.all.filter { $0.status == 404 }) }
}

/// The note on a response that was recorded for a different request.
extension Selection {
  /// Returns a Boolean value that indicates whether a recording is for exactly this request, apart from values bound
  /// into its response.
  func isFor(_ recorded: PreparedRecording, _ distance: MatchDistance) -> Bool {
    if distance.isSame { return true }
    if recorded.recording.bindings.isEmpty { return false }
    var rest = distance
    rest.path = differingPathValues(recorded).count
    for binding in recorded.recording.bindings {
      switch binding.address {
      case .query:
        rest.query = 0
        rest.extraQuery = 0
      case .header, .cookie: rest.headers = 0
      // The id of a call says nothing about the operation that it calls.
      case .body: if values.call == nil { rest.body = 0 }
      case .persona, .credential: rest.isOtherCaller = false
      case .path, .item: break
      }
    }
    return rest.isSame
  }

  /// Returns the recording and its differences, such as `items.get/success: path.id is 9, not 7`, or `nil` if there are
  /// none to report.
  func note(on recorded: PreparedRecording, _ distance: MatchDistance) -> String? {
    if isFor(recorded, distance) { return nil }
    let differences = MatchDistance.differences(recorded, to: values).prefix(3)
    return differences.isEmpty ? nil : "\(recorded.recording.id): \(differences.joined(separator: ", "))"
  }
}
