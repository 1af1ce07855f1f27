import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineRecordings

/// A service's contract and recordings, along with all problems in their files.
package struct LoadedService: Sendable {
  /// The location of the service's files.
  package let home: ServiceHome
  /// The contract, or `nil` if its files have errors.
  package let contract: Contract?
  /// Every readable recording, sorted by endpoint and name.
  package let recordings: [Recording]
  /// The policy from the service's `waivers.json`, or `nil` if there is none or it has errors.
  package let waivers: WaiverPolicy?
  /// The service's `field-usage.json`, unparsed, or `nil` if there is none.
  package let sensitivity: ContractLoader.File?
  /// The field usage maps of released versions, unparsed, oldest first. Their names are the versions.
  package let releases: [ContractLoader.File]
  /// The ids of recordings that exist but couldn't be read.
  package let refusedRecordings: Set<String>
  /// All problems in the service's files, sorted by location.
  package private(set) var problems: [Problem]
  /// The parts of the service's document that a contract can't express, sorted by location. The array is empty if the
  /// service has contract files.
  package let notes: [Problem]
  /// The mock's assumptions that the document doesn't state, one sentence each.
  package let assumptions: [String]

  /// The service's name, such as `truelog`.
  package var name: String { home.name }

  /// The service as used for serving its mock. Problems that don't prevent that become warnings.
  package var whenServed: LoadedService {
    var service = self
    service.problems = problems.map(\.whenServed)
    return service
  }

  /// The problems that are relevant to a user of the service. For contract files, these are all problems.
  ///
  /// A document usually belongs to another team. For a document, they are therefore the errors that prevent its use,
  /// and a note that there are more problems. The note counts only omissions, because only `lint` looks for other
  /// problems.
  package var pressing: [Problem] {
    guard home.document != nil else { return problems }
    let errors = problems.filter { $0.level == .error && !$0.isServable }
    guard problems.count > errors.count || !notes.isEmpty, let place = contract?.location else { return errors }
    let omitted = problems.count(where: \.isOmission)
    let words =
      omitted == 0
      ? "There are remarks about this document; plumbline lint \(place.file) shows them."
      : "\(omitted == 1 ? "A part" : "\(omitted) parts") of this document couldn't be understood and "
        + "\(omitted == 1 ? "was" : "were") skipped; plumbline lint \(place.file) lists \(omitted == 1 ? "it" : "them")."
    let warning = Problem(SourceLocation(file: place.file, line: 0, column: 0), words, level: .warning)
    return errors + [warning]
  }

  /// A Boolean value that indicates whether a file was rejected.
  package var hasErrors: Bool { problems.contains { $0.level == .error } }
}
