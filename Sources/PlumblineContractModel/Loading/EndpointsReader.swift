import PlumblineJSONTree

/// A reader for the endpoints of all files. Their IDs must be unique, as must each combination of method and path.
struct EndpointsReader {
  let shared: EndpointReader.Shared
  let context: ReadingContext

  func read(_ files: [ContractFiles.Parsed]) -> [Endpoint] {
    var endpoints: [Endpoint] = []
    var ids: [String: SourceLocation] = [:]
    var lines = SharedLineCheck(log: context.log)
    // Endpoints that declare no errors and no state share one of two error lists, depending on whether they require
    // credentials. Check each list once.
    var checked: Set<Bool> = []
    for file in files {
      guard let members = file.root["endpoints"] else { continue }
      let reader = EndpointReader(file: file.name, shared: shared, context: context)
      for (id, value) in members.members {
        let place = members.place(of: id)
        if let earlier = ids[id], earlier.file != place.file {
          context.log.error(
            place, "The endpoint \"\(id)\" is already defined in \(earlier); give one of them another id.")
        }
        ids[id] = ids[id] ?? place
        guard let endpoint = reader.read(id, value, at: place) else { continue }
        ConditionLint(value: value, file: file.name, endpoint: endpoint, context: context).check()
        let isPlain = endpoint.ownFailureCount == 0 && endpoint.states.isEmpty
        if !isPlain || checked.insert(endpoint.authentication.names.isEmpty).inserted {
          ConflictingErrorLint(value: value, endpoint: endpoint, log: context.log).check()
        }
        PreconditionLint(value: value, endpoint: endpoint, log: context.log).check()
        lines.check(endpoint, value)
        endpoints.append(endpoint)
      }
    }
    return endpoints
  }
}
