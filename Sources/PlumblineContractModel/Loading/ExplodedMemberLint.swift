/// A check for query parameters or cookies whose members are sent under their own names, if a different parameter has
/// the same name.
struct ExplodedMemberLint {
  /// The maximum number of names to report per parameter. More would hide other problems.
  private static let most = 8

  private let parameters: [Parameter]
  private let place: ParameterStyle.Place
  private let log: ProblemLog
  /// The indices of the parameters that a name may belong to.
  private var owners: [String: [Int]] = [:]

  /// Creates a check for the parameters in one part of the request.
  ///
  /// - Parameter parameters: The parameters that the endpoint declares for that part.
  init(_ parameters: [Parameter], at place: ParameterStyle.Place, log: ProblemLog) {
    self.parameters = parameters
    self.place = place
    self.log = log
    for (index, parameter) in parameters.enumerated() {
      let isExploded = parameter.style.isExplodedObject(parameter.shape)
      for name in isExploded ? parameter.memberNames : [parameter.name] { owners[name, default: []].append(index) }
    }
  }

  func check() {
    let free = parameters.first(where: \.isFreeForm)
    for (index, parameter) in parameters.enumerated() where parameter.style.isExplodedObject(parameter.shape) {
      if parameter.isFreeForm, let rival = free, rival.name != parameter.name {
        log.error(
          parameter.location,
          "Any name may be a member of both \(parameter.name) and \(rival.name), so they can't be distinguished; give one of them "
            + "another style.")
      }
      if parameter.memberNames.isEmpty, !parameter.isFreeForm {
        log.error(
          parameter.location,
          "Each member of \(parameter.name) is a parameter of its own (style form, exploded), but the schema of "
            + "\(parameter.name) allows no members; name them in \"properties\", or give it \"styles\": { "
            + "\"\(place.rawValue)\": { \"\(parameter.name)\": "
            + "\(place == .query ? "{ \"style\": \"deepObject\" }" : "{ \"contentType\": \"application/json\" }") } }."
        )
      }
      checkShared(parameter, at: index)
    }
  }

  /// Reports the first member of a parameter that shares its name with each other parameter. If very many parameters
  /// share a name, only the first few are checked.
  private func checkShared(_ parameter: Parameter, at index: Int) {
    var shared: [Int: String] = [:]
    let names = parameter.memberNames.filter { (owners[$0]?.count ?? 0) > 1 }.sorted()
    for name in names {
      for other in (owners[name] ?? []).prefix(Self.most + 1) where other != index && shared[other] == nil {
        shared[other] = name
      }
    }
    for (other, name) in shared.sorted(by: { $0.key < $1.key }).prefix(Self.most) {
      log.error(
        parameter.location,
        "\(parameter.name) has a member \(name), which is a parameter of its own (style form, exploded), and so does "
          + "\(parameters[other].name), so they can't be distinguished; give one of them another style.")
    }
    let most = names.map { (owners[$0]?.count ?? 1) - 1 }.max() ?? 0
    let left = max(shared.count, most) - Self.most
    if left > 0 {
      log.error(
        parameter.location,
        "At least \(left) more \(left == 1 ? "parameter has" : "parameters have") a member that \(parameter.name) also has."
      )
    }
  }
}
