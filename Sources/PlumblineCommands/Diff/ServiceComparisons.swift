import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineRecordings
import PlumblineReporting
import PlumblineVerification
import PlumblineWorkspace

/// The results of comparing the services of both sides, one service after the other.
struct ServiceComparisons {
  /// The maximum number of locations at which a change to a schema is reported individually. The limit doesn't apply if
  /// a client, a released version's map, or a waiver needs all locations.
  private static let placesLimit = 20

  let today: String
  let asksClients: Bool
  /// The services that exist on the older side, for finding the effects on their clients.
  private(set) var compared: [ClientImpacts.Compared] = []
  /// The compared services of the newer side, whose waivers apply.
  private(set) var judged: [LoadedServices.Service] = []

  /// Compares a service, or reports that it exists on only one side. A service with invalid files isn't compared,
  /// because its problems are already in the report.
  mutating func add(_ old: LoadedService?, _ new: LoadedService?, to report: inout Report) {
    switch (old, new) {
    case (let old?, let new?):
      guard let before = old.contract, let after = new.contract else { return }
      report.add(after, links: true)
      let releases = releases(of: new, to: &report)
      let isAsked = asksClients || !releases.isEmpty || new.waivers != nil
      let options = ContractComparison.Options(today: today, placesLimit: isAsked ? nil : Self.placesLimit)
      let changes = ContractComparison(old: before, new: after, options: options).changes()
      report.drift += changes
      report.staleRecordings += stale(new.recordings, before, after)
      report.problems += Self.unheld(old, new)
      let unread = Self.unread(old, new, after)
      report.problems += Self.unreadInBoth(old, new, but: Set(unread.compactMap(\.detail)))
      report.drift += unread
      if Self.areDocuments(old, new) {
        let access = [Rule.change.access.credentialAdded, Rule.change.access.credentialRemoved]
        report.drift += UnheldParts(old.notes, new.notes, before, after)
          .changes(besides: Set(changes.filter { access.contains($0.rule) }.map(\.endpoint)))
      }
      compared.append(
        ClientImpacts.Compared(
          old: before, new: after, recordings: old.recordings.isEmpty ? new.recordings : old.recordings,
          releases: releases))
      note(new, after)
    case (let old?, nil):
      guard let before = old.contract else { return }
      report.services.append(Report.ServiceLine(name: before.service, title: before.title))
      report.drift.append(ServicePresence.removal(of: before))
      compared.append(
        ClientImpacts.Compared(old: before, new: nil, recordings: [], releases: releases(of: old, to: &report)))
    case (nil, let new?):
      guard let after = new.contract else { return }
      report.add(after, links: true)
      report.drift.append(ServicePresence.addition(of: after))
      note(new, after)
    case (nil, nil): return
    }
  }

  private mutating func note(_ service: LoadedService, _ contract: Contract) {
    judged.append(
      LoadedServices.Service(
        home: service.home, contract: contract, recordings: service.recordings, waivers: service.waivers,
        sensitivity: nil, releases: []))
  }

  /// Returns the parts of both documents that are omitted or not understood, by name. These parts aren't compared, even
  /// if they are identical.
  ///
  /// - Parameter told: The messages about changed parts.
  private static func unreadInBoth(_ old: LoadedService, _ new: LoadedService, but told: Set<String>) -> [Problem] {
    func unread(_ service: LoadedService) -> [Problem] {
      (service.problems + service.notes).filter { $0.isOmission || $0.isUnread }
    }
    let known = Set(unread(old).map { saying(of: $0) })
    return unread(new).filter { known.contains(saying(of: $0)) && !told.contains($0.message) }.gathered()
      .map { Problem($0.location, "Not compared: \($0.message)", level: .warning) }
  }

  /// Returns a problem's message without its line numbers.
  private static func saying(of problem: Problem) -> String {
    var text = ""
    var isPlace = false
    for letter in problem.message {
      if isPlace, letter.isNumber { continue }
      isPlace = letter == ":" || isPlace && letter == " " || text.hasSuffix("line") && letter == " "
      text.append(letter)
    }
    return text
  }

  /// Returns the changed parts of two documents that a contract can't express or the tool can't read.
  private static func unread(_ old: LoadedService, _ new: LoadedService, _ contract: Contract) -> [Drift] {
    let areDocuments = Self.areDocuments(old, new)
    func parts(_ service: LoadedService) -> [String: [Problem]] {
      let said = (service.notes + service.problems).filter { $0.subject != nil && !(areDocuments && $0.isOfParts) }
      return Dictionary(grouping: said, by: saying)
    }
    let before = parts(old)
    let after = parts(new)
    // If only one document omits a part, the part still differs from the other document's content.
    let onlyNew = after.filter { before[$0.key] == nil }.values.joined().filter(\.isOmission)
    let onlyOld = before.filter { after[$0.key] == nil }.values.joined().filter(\.isOmission)
    let omitted =
      onlyOld.sorted().map { ServicePresence.change(ofUnread: $0.message, in: contract, old: $0.location, new: nil) }
      + onlyNew.sorted().map { ServicePresence.change(ofUnread: $0.message, in: contract, old: nil, new: $0.location) }
    return omitted
      + after.sorted { $0.key < $1.key }.compactMap { said, problems in
        guard let others = before[said], let first = problems.first, let other = others.first,
          problems.compactMap(\.subject).sorted() != others.compactMap(\.subject).sorted()
        else { return nil }
        return ServicePresence.change(ofUnread: first.message, in: contract, old: other.location, new: first.location)
      }
  }

  /// Returns a Boolean value that indicates whether both sides are documents. Unlike contracts, documents name
  /// webhooks, callbacks, and scopes.
  private static func areDocuments(_ old: LoadedService, _ new: LoadedService) -> Bool {
    old.home.document != nil && new.home.document != nil
  }

  /// The maximum number of parts that are reported as not compared.
  private static let toldUnheld = 5

  /// Returns problems about content that only one of two documents has and that a contract can't express, so that users
  /// don't assume it was compared.
  private static func unheld(_ old: LoadedService, _ new: LoadedService) -> [Problem] {
    let areDocuments = Self.areDocuments(old, new)
    func news(_ one: LoadedService, _ other: LoadedService, _ words: String) -> [Problem] {
      let known = Set(other.notes.map(\.message))
      return one.notes.filter { !known.contains($0.message) && !(areDocuments && $0.isOfParts) }
        // Say "not compared" only of notes about a part. Other notes are about how the document is read.
        .map { note in
          let words = note.subject == nil ? words : "\(words), not compared"
          return Problem(note.location, "\(words): \(note.message)", level: .warning)
        }
    }
    let all = news(new, old, "Added") + news(old, new, "Removed")
    guard all.count > toldUnheld, let last = all.last else { return all }
    let rest = "\(all.count - toldUnheld) more parts of the documents were added or removed and aren't compared."
    return all.prefix(toldUnheld) + [Problem(last.location, rest, level: .warning)]
  }

  /// Returns the fields that released versions of the service's client need, and reports invalid maps.
  private func releases(of service: LoadedService, to report: inout Report) -> [ReleasedMap] {
    service.releases.compactMap { file in
      do throws(Problem) {
        return try ReleasedMap(file.bytes, version: file.name, path: file.path, of: service.name)
      } catch {
        report.problems.append(error)
        return nil
      }
    }
  }

  /// Returns the recordings that were valid under the older contract and no longer are.
  private func stale(
    _ recordings: [Recording], _ old: Contract, _ new: Contract
  ) -> [Report.StaleRecording] {
    let options = Inspector.Options(today: today)
    let (before, after) = (Inspector(old, options: options), Inspector(new, options: options))
    return recordings.compactMap { recording in
      let found = after.inspect(recording).filter { $0.severity > .notice }
      if found.isEmpty { return nil }
      let known = Set(before.inspect(recording).map(\.fingerprint))
      guard let first = found.first(where: { !known.contains($0.fingerprint) }) else { return nil }
      return Report.StaleRecording(
        service: new.service, name: recording.id, location: recording.location, rule: first.rule.id,
        reason: first.message)
    }
  }
}

extension Problem {
  /// A Boolean value that indicates whether the problem is about parts that are compared by name.
  fileprivate var isOfParts: Bool { !parts.isEmpty }
}
