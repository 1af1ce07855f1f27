import PlumblineContractModel
import PlumblineJSONTree

extension Report {
  /// Returns the report with renamed files in all locations. This is for formats whose readers identify files by their
  /// paths in a repository.
  ///
  /// - Parameter name: A closure that returns the new name of a file. It is called once for each file.
  package func naming(files name: (String) -> String) -> Report {
    var names: [String: String] = ["": ""]
    func renamed(_ place: SourceLocation) -> SourceLocation {
      var place = place
      let known = names[place.file] ?? name(place.file)
      names[place.file] = known
      place.file = known
      return place
    }

    var report = self
    for index in drift.indices {
      report.drift[index].contract = drift[index].contract.map(renamed)
      report.drift[index].old = drift[index].old.map(renamed)
      report.drift[index].recorded = drift[index].recorded.map(renamed)
    }
    for index in endpoints.indices { report.endpoints[index].contract = endpoints[index].contract.map(renamed) }
    for index in coverage.indices {
      report.coverage[index].endpoint.contract = coverage[index].endpoint.contract.map(renamed)
    }
    for index in staleRecordings.indices {
      report.staleRecordings[index].location = renamed(staleRecordings[index].location)
    }
    report.problems = problems.map { $0.placed(at: renamed($0.location)) }
    report.outages = outages.map { $0.placed(at: $0.places.map(renamed)) }
    return report
  }
}

extension Problem {
  fileprivate func placed(at location: SourceLocation) -> Problem {
    Problem(location, message, level: level, isServable: isServable)
  }
}

extension Report.OutageLine {
  fileprivate func placed(at places: [SourceLocation]) -> Report.OutageLine {
    Report.OutageLine(service: service, endpoint: endpoint, cause: cause, places: places, count: count)
  }
}
