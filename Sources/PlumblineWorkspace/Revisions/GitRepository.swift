import PlumblineContractModel

/// A git repository, read by running `git`. Nothing is checked out, fetched or written.
///
/// Every method starts `git` and waits for it, so none may be called on a thread of Swift's pool.
package struct GitRepository: Sendable {
  /// The absolute path of the folder that `git` runs in.
  private let folder: String
  /// The folder's path in the repository, such as `api/`. It has a trailing slash, or is empty for the top.
  private let prefix: String

  /// Opens the repository that contains a folder, which may not exist yet.
  ///
  /// - Throws: An error if there is no repository, or no `git`.
  package init(around path: String) throws(GitError) {
    var folder = Path.absolute(path, in: WorkingFolder.path)
    while !FileSystem.isFolder(folder), folder != "/" { folder = Path.parent(folder) }
    self.folder = folder
    let answer = try Self.git(["rev-parse", "--show-prefix"], in: folder)
    guard answer.status == 0 else { throw .noRepository(folder: folder, reason: Self.complaint(answer)) }
    prefix = Self.line(answer)
  }

  /// Resolves a revision to a commit. Returns `nil` if there is none.
  package func revision(_ name: String) throws(GitError) -> Revision? {
    // No git name begins with a dash. It would be taken for an option.
    guard !name.isEmpty, !name.hasPrefix("-"), !name.contains("\0") else { return nil }
    let answer = try git(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"])
    let commit = Self.line(answer)
    return answer.status == 0 && !commit.isEmpty ? Revision(name: name, commit: commit) : nil
  }

  /// Returns the names of branches and tags, such as `main`, `v2.1`, and `origin/main`. The names of remote branches
  /// start with the name of the remote.
  package func names() throws(GitError) -> [String] {
    let answer = try git(["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes"])
    return String(decoding: answer.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Returns the unambiguous name of a branch or tag, such as `refs/heads/main`, or `nil` for any other kind of
  /// revision.
  package func fullName(_ name: String) throws(GitError) -> String? {
    let answer = try git(["rev-parse", "--verify", "--quiet", "--symbolic-full-name", "--end-of-options", name])
    let whole = Self.line(answer)
    return whole.hasPrefix("refs/") && whole != name ? whole : nil
  }

  /// Returns a Boolean value that indicates whether older commits haven't been fetched, as is common in CI.
  package func isShallow() throws(GitError) -> Bool {
    Self.line(try git(["rev-parse", "--is-shallow-repository"])) == "true"
  }

  /// Returns the absolute path of the folder that contains all of the repository's files.
  package func top() throws(GitError) -> String { Self.line(try git(["rev-parse", "--show-toplevel"])) }

  /// Returns the path in the repository for an absolute path, or for a path relative to the current folder.
  package func path(of path: String) throws(GitError) -> String {
    let path = Path.absolute(path, in: WorkingFolder.path)
    var existing = path
    while !FileSystem.isFolder(existing), existing != "/" { existing = Path.parent(existing) }
    let answer = try Self.git(["rev-parse", "--show-prefix"], in: existing)
    guard answer.status == 0 else { throw .noRepository(folder: existing, reason: Self.complaint(answer)) }
    let rest = path == existing ? "" : Path.shown(path, from: existing)
    return String(Path.absolute(Self.line(answer) + rest, in: "/").dropFirst())
  }

  /// Returns the kind of object at a path in a commit, or `nil` if there is none. An empty path is the top of the
  /// repository.
  package func kind(of path: String, in revision: Revision) throws(GitError) -> CommitFiles.Kind? {
    switch Self.line(try git(["cat-file", "-t", "\(revision.commit):\(path)"])) {
    case "tree": .folder
    case "blob": .file
    default: nil
    }
  }

  /// Returns the path in a commit that is most similar to a missing one, with a different last component.
  package func nearest(to path: String, in revision: Revision) throws(GitError) -> String? {
    let folder = Path.parent(path)
    let answer = try git(["ls-tree", "-z", "--name-only", "--full-tree", "\(revision.commit):\(folder)"])
    let names = answer.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    return Spelling.nearest(Path.name(path), among: names).map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
  }

  /// Returns the files of a commit in a folder and below it, and in other folders if it has them.
  ///
  /// - Parameters:
  ///   - folder: The folder's path from the repository's top.
  ///   - others: Additional folders, which may be missing.
  package func files(
    in folder: String, andIn others: [String] = [], of revision: Revision
  ) throws(GitError) -> CommitFiles {
    var objects = try self.objects(in: folder, of: revision)
    for other in others where try kind(of: other, in: revision) == .folder {
      objects.merge(try self.objects(in: other, of: revision)) { first, _ in first }
    }
    return CommitFiles(revision, objects, in: self)
  }

  private func objects(in folder: String, of revision: Revision) throws(GitError) -> [String: CommitFiles.Object] {
    let answer = try git(["ls-tree", "-r", "-z", "--full-tree", "\(revision.commit):\(folder)"])
    guard answer.status == 0 else { throw .refused(reason: Self.complaint(answer)) }
    var objects: [String: CommitFiles.Object] = [:]
    for entry in answer.output.split(separator: 0) {
      // An entry looks like `100644 blob 5f…    path`.
      guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let words = String(decoding: entry[..<tab], as: UTF8.self).split(separator: " ").map(String.init)
      let path = String(decoding: entry[(tab + 1)...], as: UTF8.self)
      guard words.count == 3 else { continue }
      objects[Path.absolute(path, in: "/\(folder)")] = CommitFiles.Object(mode: words[0], id: words[2])
    }
    return objects
  }

  /// Returns the contents of objects by id. Missing objects are omitted.
  func contents(of ids: [String]) throws(GitError) -> [String: [UInt8]] {
    if ids.isEmpty { return [:] }
    let answer = try git(["cat-file", "--batch"], input: Array((ids.joined(separator: "\n") + "\n").utf8))
    var contents: [String: [UInt8]] = [:]
    var rest = answer.output[...]
    // Each reply is `5f… blob 1234`, followed by that many bytes and a line break, or `5f… missing`.
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      rest = rest[(end + 1)...]
      guard words.count == 3, let size = Int(words[2]), size >= 0, size < rest.count else { continue }
      contents[String(words[0])] = Array(rest.prefix(size))
      rest = rest.dropFirst(size + 1)
    }
    return contents
  }

  private func git(_ words: [String], input: [UInt8] = []) throws(GitError) -> ChildProcess.Finished {
    try Self.git(words, in: folder, input: input)
  }

  private static func git(
    _ words: [String], in folder: String, input: [UInt8] = []
  ) throws(GitError) -> ChildProcess.Finished {
    do throws(ChildProcess.Unstarted) {
      return try ChildProcess.run(["git", "-C", folder, "--no-pager"] + words, environment: environment, input: input)
    } catch {
      throw error.isMissing ? .noGit : .refused(reason: error.reason)
    }
  }

  /// The environment for running `git`. It prevents git from writing, fetching, and asking for input, and makes
  /// messages English.
  private static let environment = [
    "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C",
  ]

  /// Returns a program's output, without its trailing line break. Other line breaks may be part of a folder's name.
  private static func line(_ answer: ChildProcess.Finished) -> String {
    let bytes = answer.output.last == UInt8(ascii: "\n") ? answer.output.dropLast() : answer.output[...]
    return answer.status == 0 ? String(decoding: bytes, as: UTF8.self) : ""
  }

  /// Returns git's error message: the first line, without its prefix.
  private static func complaint(_ answer: ChildProcess.Finished) -> String {
    let text = String(decoding: answer.errors, as: UTF8.self)
    let line = text.split(separator: "\n").first.map(String.init) ?? "git gave no reason"
    return line.hasPrefix("fatal: ") ? String(line.dropFirst(7)) : line
  }
}

/// A commit, along with the name that it was requested by.
package struct Revision: Sendable, Hashable {
  /// The name as typed, such as `main` or `HEAD~3`.
  package let name: String
  /// The commit's id.
  package let commit: String
}

/// The reason why a repository can't be read.
package enum GitError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no `git` in the `PATH`.
  case noGit
  /// The folder isn't in a repository, or is in one that git doesn't trust.
  case noRepository(folder: String, reason: String)
  /// Git rejected the request.
  case refused(reason: String)

  package var description: String {
    switch self {
    case .noGit: "Reading revisions requires git, which isn't in the PATH."
    case .noRepository(let folder, let reason): "\(folder) isn't in a readable git repository: \(reason)."
    case .refused(let reason): "git can't read the repository: \(reason)."
    }
  }
}
