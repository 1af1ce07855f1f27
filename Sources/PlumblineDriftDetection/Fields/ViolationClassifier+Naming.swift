import PlumblineJSONSchema
import PlumblineJSONTree

extension ViolationClassifier {
  /// Returns the fault of a value that names an alternative that doesn't exist, such as an undocumented event.
  func unnamed(_ violation: Violation, _ naming: Violation.Naming) -> FieldFault {
    let place = violation.instance.appending(naming.member)
    let allowed = naming.names.map { JSON($0) }
    let value = violation.value[naming.member] ?? violation.value
    let isSecret = hides(value, at: place, allowed: allowed)
    let came = isSecret ? value.kind.name : ShortText.literal(value)
    let listed = ShortText.alternatives(Array(allowed.prefix(Self.mostNames)).map(ShortText.literal))
    let rest = allowed.count - Self.mostNames
    return FieldFault(
      rule: rules.noBranchFits, kind: .branch, instance: violation.instance,
      expected: "\"\(naming.member)\" of \(listed)", actual: "\"\(naming.member)\" of \(came)",
      message: "\"\(naming.member)\" is \(came), which isn't the name of a documented alternative; expected \(listed)"
        + (rest > 0 ? " or one of \(rest) more." : "."),
      contract: SchemaPlace(violation), place: violation.instanceLocation)
  }

  /// The maximum number of names to list in a sentence.
  private static let mostNames = 12
}
