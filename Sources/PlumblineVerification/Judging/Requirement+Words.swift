import PlumblineContractModel
import PlumblineHTTPMessages

extension Endpoint {
  /// The first thing that it requires of a caller and a persona doesn't have; `nil` where the persona may send a request, as
  /// far as the contract tells.
  func requirement(lackedBy persona: Persona, sending request: Request) -> Requirement? {
    requirements.first { requirement in
      switch requirement {
      case .permission(let permission): !persona.permissions.contains(permission)
      case .condition(let condition): !condition.holds(for: RequestReading(request, for: self, persona: persona))
      }
    }
  }
}

extension Requirement {
  /// It in few words: the permission's name, or the condition's addresses.
  var words: String {
    switch self {
    case .permission(let permission): permission
    case .condition(let condition): condition.clauses.map { "\($0.address)" }.joined(separator: ", ")
    }
  }
}
