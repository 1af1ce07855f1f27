import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// Requests for items that aren't recorded.
extension Selection {
  /// Returns a Boolean value that indicates whether a recorded success is for a different item and would be wrong for
  /// the requested one.
  ///
  /// If the path or query contains a digest, the client requests exactly the content with that digest. A string of
  /// hexadecimal digits counts as a digest if a server's recordings have digests of the same length.
  ///
  /// Otherwise, another item's response is a good guess, because it has the right structure. It is wrong only if the
  /// server is known to return 404 for unknown items at the endpoint, and nothing in its responses mentions the
  /// requested item.
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

  /// Returns a Boolean value that indicates whether the contract lists a value of a path parameter.
  private func isDocumented(_ text: String, of name: String) -> Bool {
    let schema = recordings.endpoint.path.first { $0.name == name }?.schema.source
    let named = (schema?["enum"]?.elements.map { $0 } ?? []) + (schema?["examples"]?.elements.map { $0 } ?? [])
    return named.contains { ($0.string ?? $0.text) == text }
  }

  /// Returns a Boolean value that indicates whether the text of a path parameter is a digest of something other than
  /// the recorded content.
  private static func isOtherDigest(_ text: String, than own: String) -> Bool {
    if DigestText.isNamed(text) { return true }
    return DigestText.length(of: text).map { DigestText.length(of: own) == $0 } ?? false
  }

  /// Returns the path values that differ from the recorded ones, aren't left open by the recording's `match`, and
  /// aren't bound into its response. Each is paired with the recorded value.
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
  /// examples, on the other hand, represent all items of their kind.
  func isCaptured(_ recorded: PreparedRecording) -> Bool {
    let provenance = recorded.recording.provenance
    return provenance.kind != .authored && !provenance.isExample
  }

  /// A Boolean value that indicates whether there is a captured 404 for an item that doesn't exist.
  private var showsUnknownItem: Bool {
    recordings.all.contains { recorded in
      recorded.status == 404 && isCaptured(recorded)
        && library.known.isMissing(recorded.recording.request, recordings.endpoint.request.template)
    }
  }

  /// The recorded 404 that is nearest to the request.
  var nearestAbsence: PreparedRecording? { nearest(of: recordings.all.filter { $0.status == 404 }) }
}

/// Notes on responses that were recorded for a different request.
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
      // The id of a call has nothing to do with the operation.
      case .body: if values.call == nil { rest.body = 0 }
      case .persona, .credential: rest.isOtherCaller = false
      case .path, .item: break
      }
    }
    return rest.isSame
  }

  /// Returns the recording and its differences, such as `items.get/success: path.id is 9, not 7`, or `nil` if there is
  /// nothing to report.
  func note(on recorded: PreparedRecording, _ distance: MatchDistance) -> String? {
    if isFor(recorded, distance) { return nil }
    let differences = MatchDistance.differences(recorded, to: values).prefix(3)
    return differences.isEmpty ? nil : "\(recorded.recording.id): \(differences.joined(separator: ", "))"
  }
}
