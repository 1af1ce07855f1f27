import PlumblineJSONTree

/// A reader for the progress of a collection's items. It checks that the items' schema allows the values.
struct ProgressReader {
  let context: ReadingContext
  /// The schema of the collection's items. `file` contains it.
  let item: JSON
  let file: String
  /// The collection's name.
  let name: String

  /// Returns the progress, or `nil` if there is none or the format's schema rejects it.
  func read(_ value: JSON?) -> JobProgress? {
    guard let value, let member = value["member"]?.string.flatMap({ JSONPointer($0) }), let steps = value["steps"],
      steps.count > 1
    else { return nil }
    let pointers = PointerLint(context: context)
    pointers.check(value["member"], in: item, file, of: name)
    for step in steps.elements { check(step, at: member, step.location) }
    var results: [(place: JSONPointer, value: JSON)] = []
    for (text, result) in value["results"]?.members.map({ $0 }) ?? [] {
      guard let place = JSONPointer(text) else { continue }
      let location = value["results"]?.place(of: text) ?? result.location
      pointers.check(text, at: location, in: item, file, of: name)
      check(result, at: place, result.location)
      results.append((place, result))
    }
    let pace: JobProgress.Pace = value["every"]?.int.map { .seconds(max(1, $0)) } ?? .read
    return JobProgress(member: member, steps: steps.elements.map { $0 }, pace: pace, results: results)
  }

  private func check(_ value: JSON, at place: JSONPointer, _ location: SourceLocation) {
    guard let found = context.schemas.outline.schema(at: place, of: item, in: file),
      let schema = context.schemas.compileAgain(found.schema, in: found.file), !schema.isValid(value)
    else { return }
    context.log.servableError(
      location, "An item of \"\(name)\" can't have \(value.text) at \(place): its schema doesn't allow it.")
  }
}
