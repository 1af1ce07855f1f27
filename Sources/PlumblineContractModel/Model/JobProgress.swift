import PlumblineJSONTree

/// The progress of a job that continues without requests. A member of the item takes one value after the other, up to
/// the last.
package struct JobProgress: Sendable {
  /// The pace of the progress in a mock.
  package enum Pace: Sendable, Hashable {
    /// Each read of an item is one step.
    case read
    /// Each step takes this many seconds, starting with the first read.
    case seconds(Int)
  }

  package let member: JSONPointer
  /// The member's values, in order. There are at least two.
  package let steps: [JSON]
  package let pace: Pace
  /// The members that are set by the last step.
  package let results: [(place: JSONPointer, value: JSON)]

  /// The members that change without a request.
  package var places: [JSONPointer] { [member] + results.map(\.place) }

  /// Returns the number of steps that an item has left, or zero if the member's value isn't one of the steps.
  package func stepsLeft(of item: JSON) -> Int {
    guard let value = item.at(member), let step = steps.firstIndex(of: value) else { return 0 }
    return steps.count - 1 - step
  }

  /// Returns the item advanced by a number of steps, or `nil` if the item can't hold the new values.
  package func moving(_ item: JSON, by count: Int) -> JSON? {
    let left = stepsLeft(of: item)
    let further = min(count, left)
    guard further > 0 else { return item }
    let moved = item.replacing(member, with: steps[steps.count - 1 - left + further])
    guard further == left else { return moved }
    return results.reduce(moved) { item, result in item.flatMap { $0.placing(result.place, result.value) } }
  }
}

extension ItemCollection {
  /// The members that change although no request sets them: those of jobs, and computed ones.
  package var movingPlaces: [JSONPointer] { (progress?.places ?? []) + computed.map(\.target) }
}
