import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineRecordings

/// A service's contract and recordings, and everything that is wrong with their files.
package struct LoadedService: Sendable {
  /// Where its files stand.
  package let home: ServiceHome
  /// The contract; `nil` when its files have errors.
  package let contract: Contract?
  /// Every recording that could be read, sorted by endpoint and name.
  package let recordings: [Recording]
  /// What its `waivers.json` says; `nil` where there is none, or where it has errors.
  package let waivers: WaiverPolicy?
  /// Its `sensitivity.json` as it is; `nil` where there is none.
  package let sensitivity: ContractLoader.File?
  /// The sensitivity maps of released versions as they are, each with its version as its name, the oldest first.
  package let releases: [ContractLoader.File]
  /// The ids of the recordings that are there and couldn't be read.
  package let refusedRecordings: Set<String>
  /// Every problem of the service's files, sorted by place.
  package let problems: [Problem]
  /// What its document says and no contract holds, sorted by place; empty where contract files say what is promised.
  package let notes: [Problem]
  /// What the document doesn't say and the mock assumes, a sentence each.
  package let assumptions: [String]

  package init(
    home: ServiceHome, contract: Contract?, recordings: [Recording], waivers: WaiverPolicy? = nil,
    sensitivity: ContractLoader.File? = nil, releases: [ContractLoader.File] = [],
    refusedRecordings: Set<String> = [], problems: [Problem], notes: [Problem] = [],
    assumptions: [String] = []
  ) {
    self.home = home
    self.contract = contract
    self.recordings = recordings
    self.waivers = waivers
    self.sensitivity = sensitivity
    self.releases = releases
    self.refusedRecordings = refusedRecordings
    self.problems = problems
    self.notes = notes
    self.assumptions = assumptions
  }

  /// The service's name: `truelog`.
  package var name: String { home.name }

  /// The service for whoever serves its mock: what a mock can be served in spite of is a warning.
  package var whenServed: LoadedService {
    LoadedService(
      home: home, contract: contract, recordings: recordings, waivers: waivers, sensitivity: sensitivity,
      releases: releases, refusedRecordings: refusedRecordings, problems: problems.map(\.whenServed), notes: notes,
      assumptions: assumptions)
  }

  /// What somebody has to know who only uses the service: all problems of contract files; of a document, which is
  /// somebody else's as a rule, what keeps it from being used, and that there is more to read. How much isn't said, as
  /// only `lint` looks for all of it, but for what is left out.
  package var pressing: [Problem] {
    guard home.document != nil else { return problems }
    let errors = problems.filter { $0.level == .error && !$0.isServable }
    guard problems.count > errors.count || !notes.isEmpty, let place = contract?.location else { return errors }
    let omitted = problems.count(where: \.isOmission)
    let words =
      omitted == 0
      ? "There are remarks on this document; plumbline lint \(place.file) shows them."
      : "\(omitted == 1 ? "A part" : "\(omitted) parts") of this document couldn't be understood and "
        + "\(omitted == 1 ? "was" : "were") left out; plumbline lint \(place.file) names \(omitted == 1 ? "it" : "them")."
    let warning = Problem(SourceLocation(file: place.file, line: 0, column: 0), words, level: .warning)
    return errors + [warning]
  }

  /// A Boolean value that indicates whether a file was refused.
  package var hasErrors: Bool { problems.contains { $0.level == .error } }
}
