import PlumblineJSONTree

/// Reads the failures of every file; a name may be given once.
struct FailureReader {
  let context: ReadingContext

  func read(_ files: [ContractFiles.Parsed]) -> [Failure] {
    var failures: [Failure] = []
    for file in files {
      guard let members = file.root["failures"] else { continue }
      for (name, failure) in members.members {
        let place = members.place(of: name)
        if let earlier = failures.first(where: { $0.name == name }) {
          if earlier.location.file != place.file {
            context.log.error(place, "The failure \"\(name)\" is in \(earlier.location) already; keep one of them.")
          }
          continue
        }
        guard let status = failure["status"], let number = status.int else { continue }
        guard (400...599).contains(number) else {
          context.log.error(
            status.location,
            "\(number) is no status of a failure; it is from 400 to 599. Successes go into \"success\".")
          continue
        }
        failures.append(
          Failure(
            name: name, status: number, codes: failure["codes"]?.elements.compactMap(\.string) ?? [],
            standing: context.standing(of: failure), summary: failure["description"]?.string, location: place))
      }
    }
    return failures
  }
}
