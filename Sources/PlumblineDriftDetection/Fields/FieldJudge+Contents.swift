import PlumblineJSONSchema
import PlumblineJSONTree

/// Support for strings that `contentMediaType` and `contentSchema` declare to contain JSON, such as the `data` of an
/// event.
extension FieldJudge {
  /// Checks the JSON in the value's strings against its schemas. Locations inside the JSON extend the string's
  /// location, as in `/response/body/2/data/id`.
  func contentFindings() -> [Finding] {
    var findings: [Finding] = []
    let contents = schema.contents(in: value)
    for (index, content) in contents.enumerated() {
      findings += self.findings(in: content)
      guard findings.count >= Self.limit, index + 1 < contents.count else { continue }
      let rest = contents.count - index - 1
      findings.append(
        uncounted(
          "texts with JSON",
          "\(rest) of \(contents.count) strings that hold JSON weren't checked, because the earlier ones have \(findings.count) findings."
        ))
      break
    }
    return findings
  }

  private func findings(in content: Schema.Content) -> [Finding] {
    let found: [Finding]
    do throws(JSONSyntaxError) {
      let inner = try JSON.parse(content.text.string ?? "")
      found = FieldJudge(
        rules: rules, value: inner, schema: content.schema, prefix: JSONPointer(), outer: outer + content.text.pointer
      ).findings()
    } catch {
      found = [noJSON(content, error)]
    }
    // Finding a location takes a step for each value before it, so only look up reported locations.
    if found.isEmpty { return [] }
    let instance = content.text.pointer.dropping(value.pointer.tokens.count)
    let pointer = prefix + instance
    let folded = prefix + self.folded(instance, namesMember: false)
    let place = content.text.location
    return found.map { finding in
      var moved = finding
      moved.pointer = pointer + finding.pointer
      moved.folded = folded + finding.folded
      moved.place = place
      return moved
    }
  }

  /// Returns the finding for a string that isn't JSON.
  private func noJSON(_ content: Schema.Content, _ error: JSONSyntaxError) -> Finding {
    let contract = SchemaPlace(content.schema.source)
    let isSecret = Secrecy.hides(content.text, at: outer + content.text.pointer)
    let place = "line \(error.location.line), column \(error.location.column)"
    var finding = Finding(
      rules.typeChanged, at: JSONPointer(), expected: "JSON in a string",
      actual: ShortText.describe(content.text, secret: isSecret), contract: contract.location,
      isSecret ? "The string isn't valid JSON." : "The string isn't valid JSON at \(place): \(error.message)")
    finding.promise = contract.text
    return finding
  }
}
