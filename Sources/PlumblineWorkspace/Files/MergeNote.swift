#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import PlumblineJSONTree

/// A note about the remaining steps of a batch that replaces and removes files. It allows the next batch to complete
/// them.
///
///     { "plumbline": 1, "process": 4711,
///       "steps": [{ "root": 0, "path": "items.json", "from": ".plumbline-4711-3.tmp", "before": "80 499 1795000000" },
///         { "root": 1, "path": "items.get/two.json", "before": "79 12 1794000000" }] }
///
/// A step is performed only if its target is unchanged, so that later changes by others are kept. The last step makes
/// the others valid, so it is performed only if all others could be.
struct MergeNote: Sendable {
  struct Step: Sendable {
    /// The index of the root that the goal is relative to.
    let root: Int
    /// The number of levels that the goal is above the root if the goal is a folder that doesn't exist yet. For a goal
    /// inside the root, it is 0.
    let above: Int
    /// The path of the goal relative to the root. It is empty for the folder itself.
    let path: String
    /// The name of the temporary file or folder in the goal's folder, or `nil` if the goal is to be removed.
    let from: String?
    /// The stamp of the goal, or `nil` if it doesn't exist.
    let before: String?
  }

  private enum State: Sendable {
    case left
    case taken
    /// The goal has changed in the meantime.
    case changed
    /// The new content of the goal is gone.
    case lost
  }

  private let process: Int32
  private let roots: [String]
  private let steps: [Step]

  /// Creates a note about steps. Returns `nil` if one of them refers to a path outside the roots, because then not all
  /// steps could be performed later.
  init?(_ steps: [BatchStaging.Step], at place: FileBatch.Place) {
    process = getpid()
    roots = place.roots
    var noted: [Step] = []
    for step in steps {
      let goal: String
      var source: String?
      switch step {
      case .move(let path, let target):
        goal = target
        source = path
      case .remove(let path): goal = path
      }
      let (from, before) = (source.map { Path.name($0) }, FileSystem.stamp(goal))
      if let part = place.part(of: goal) {
        noted.append(Step(root: part.root, above: 0, path: part.path, from: from, before: before))
      } else if let part = place.rootBelow(goal) {
        noted.append(Step(root: part.root, above: part.above, path: "", from: from, before: before))
      } else {
        return nil
      }
    }
    self.steps = noted
  }

  /// Reads a note. Returns `nil` if it isn't a merge note, is incomplete, or refers to paths outside the roots.
  init?(_ note: JSON, roots: [String]) {
    guard let process = BatchNote.process(of: note), let list = note["steps"], list.kind == .array else { return nil }
    var steps: [Step] = []
    for index in 0..<list.count {
      guard let value = list[index], let step = Self.step(value, roots: roots) else { return nil }
      steps.append(step)
    }
    self.process = process
    self.roots = roots
    self.steps = steps
  }

  /// Reads a step. Returns `nil` if it is incomplete or refers to a path outside the roots.
  private static func step(_ value: JSON, roots: [String]) -> Step? {
    guard let root = value["root"]?.int, roots.indices.contains(root), let path = value["path"]?.string,
      path.isEmpty || BatchNote.staysInside(path)
    else { return nil }
    let (from, before) = (value["from"]?.string, value["before"]?.string)
    if let from, !TemporaryPath.isOne(from) { return nil }
    guard let above = value["above"] else { return Step(root: root, above: 0, path: path, from: from, before: before) }
    // A goal above a root must be a new folder: nothing there may be replaced or removed.
    guard let count = above.int, (1...BatchNote.mostFolders).contains(count), path.isEmpty, from != nil, before == nil,
      roots[root].split(separator: "/").count > count
    else { return nil }
    return Step(root: root, above: count, path: "", from: from, before: nil)
  }

  var text: [UInt8] {
    let list = steps.map { step -> JSON in
      var members: [(String, JSON)] = [("root", JSON(step.root)), ("path", JSON(step.path))]
      if step.above > 0 { members.append(("above", JSON(step.above))) }
      if let from = step.from { members.append(("from", JSON(from))) }
      if let before = step.before { members.append(("before", JSON(before))) }
      return .object(members)
    }
    let root = JSON.object([("plumbline", 1), ("process", JSON(Int(process))), ("steps", .array(list))])
    return root.serialized(.pretty) + [UInt8(ascii: "\n")]
  }

  /// Performs the remaining steps.
  ///
  /// If a temporary file is missing, processing stops. If a goal has changed in the meantime, the new version is
  /// discarded, nothing is removed, and the last step isn't performed. In both cases, the work can start over.
  func goOn(on disk: some BatchDisk) throws(FileError) {
    let states = steps.map { state(of: $0) }
    if states.contains(.lost) {
      for step in steps { drop(step) }
      return
    }
    let isWhole = !states.contains(.changed)
    // Do this first: if the process is interrupted afterward, the last step has no file, so it can't be performed.
    if !isWhole, let last = steps.last { drop(last) }
    for step in steps.prefix(isWhole ? steps.count : steps.count - 1) {
      switch state(of: step) {
      case .left:
        let goal = goal(of: step)
        if let source = source(of: step) {
          try disk.move(source, to: goal)
        } else if isWhole {
          try disk.remove(goal)
          disk.removeEmptyFolder(Path.parent(goal))
        }
      case .changed: drop(step)
      case .taken, .lost: continue
      }
    }
  }

  private func state(of step: Step) -> State {
    let goal = goal(of: step)
    let isThere = FileSystem.isThere(goal)
    let isAsBefore = FileSystem.stamp(goal) == step.before && (step.before != nil || !isThere)
    guard let source = source(of: step) else {
      if !isThere { return .taken }
      return isAsBefore ? .left : .changed
    }
    if FileSystem.isThere(source) { return isAsBefore ? .left : .changed }
    return isAsBefore ? .lost : .taken
  }

  private func goal(of step: Step) -> String {
    var folder = roots[step.root]
    for _ in 0..<step.above { folder = Path.parent(folder) }
    return step.path.isEmpty ? folder : "\(folder)/\(step.path)"
  }

  /// Returns the path of a step's temporary file or folder, or `nil` if the goal is to be removed.
  private func source(of step: Step) -> String? {
    step.from.map { "\(Path.parent(goal(of: step)))/\($0)" }
  }

  private func drop(_ step: Step) {
    if let source = source(of: step) { TemporaryPath.drop(source) }
  }
}
