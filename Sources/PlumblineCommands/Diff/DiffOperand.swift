import PlumblineContractModel
import PlumblineWorkspace

/// An operand of a comparison: a path, a revision, or a path at a revision.
enum DiffOperand {
  /// A folder of contracts, or one service's folder.
  case folder(String)
  /// An OpenAPI document.
  case document(String)
  /// The contracts folder at a revision.
  case revision(Revision)
  /// A file or folder at a revision, with its path relative to the top of the repository.
  case at(Revision, path: String, word: String)
}

/// A resolver for the operands of a comparison.
///
/// It runs `git` and blocks until `git` exits.
struct DiffOperands {
  private let common: CommonOptions
  /// The absolute path of the contracts folder in the working tree. The folder may not exist.
  private let contracts: String
  private let repository: Result<GitRepository, GitError>

  init(_ common: CommonOptions) throws(WorkspaceError) {
    self.common = common
    do throws(WorkspaceError) {
      contracts = try Workspace.find(contracts: common.contracts, recordings: common.recordings).contracts
    } catch {
      guard case .noContracts = error else { throw error }
      contracts = "\(WorkingFolder.path)/Contracts"
    }
    let folder = contracts
    repository = Result { () throws(GitError) in try GitRepository(around: folder) }
  }

  /// Resolves a word.
  func operand(_ word: String) throws -> DiffOperand {
    let path: DiffOperand? =
      FileSystem.isFolder(word) ? .folder(word) : FileSystem.isFile(word) ? .document(word) : nil
    if Self.isPath(word) {
      guard let path else { throw UsageError("No such file or folder: \"\(word)\".") }
      return path
    }
    if let path {
      // Without a repository, the word can't be a revision.
      guard let repository = try? repository.get(), try repository.revision(word) != nil else { return path }
      let whole = try repository.fullName(word)
      throw UsageError(
        "\"\(word)\" is both a path and a revision; write ./\(word) for the path or \(whole ?? "\"\(word)^{commit}\"") for "
          + "the revision.")
    }
    do throws(GitError) {
      _ = try repository.get()
    } catch {
      throw UsageError("\"\(word)\" isn't a path, and can't be a revision. \(error)")
    }
    if let revision = try repository.get().revision(word) { return .revision(revision) }
    if let found = try pathAtRevision(word) { return found }
    throw try unknown(word)
  }

  /// Returns the contracts that an operand refers to.
  func source(_ operand: DiffOperand) throws -> ContractSource {
    var source = try contracts(of: operand)
    source.workspace.isStrict = common.isStrict
    return source
  }

  private func contracts(of operand: DiffOperand) throws -> ContractSource {
    switch operand {
    case .folder(let path): return try ContractSource(folder: path, recordings: common.recordings)
    case .document(let path):
      return ContractSource(document: path, root: common.root, recordings: common.recordings)
    case .revision(let revision):
      let repository = try repository.get()
      let folder = try repository.path(of: contracts)
      guard try repository.kind(of: folder, in: revision) == .folder else {
        throw UsageError(
          "\(revision.name) has no contracts folder\(folder.isEmpty ? "" : " \(folder)"); give its path as "
            + "\(revision.name):PATH, or with --contracts DIR.")
      }
      return try ContractSource(folder: folder, at: revision, in: repository, name: revision.name)
    case .at(let revision, let path, let word):
      let repository = try repository.get()
      if try repository.kind(of: path, in: revision) == .folder {
        return try ContractSource(folder: path, at: revision, in: repository, name: word)
      }
      let root = try common.root.map { root throws(GitError) in try repository.path(of: root) }
      return try ContractSource(document: path, root: root, at: revision, in: repository, name: word)
    }
  }

  /// Returns the default counterpart of an operand: the same file or folder in the working tree or, for a bare
  /// revision, the contracts folder.
  func counterpart(of operand: DiffOperand) throws -> ContractSource {
    var path = contracts
    if case .at(_, let inside, _) = operand { path = "\(try repository.get().top())/\(inside)" }
    let shown = Workspace(contracts: path).shown(path)
    guard FileSystem.isFolder(path) || FileSystem.isFile(path) else {
      throw UsageError("The working tree has no \(shown); give both versions to compare.")
    }
    return try source(FileSystem.isFolder(path) ? .folder(shown) : .document(shown))
  }

  /// Returns a Boolean value that indicates whether a word can only be a path.
  private static func isPath(_ word: String) -> Bool {
    word == "." || word == ".." || word.hasSuffix("/") && !word.contains(":")
      || ["/", "./", "../"].contains { word.hasPrefix($0) }
  }

  /// Resolves `REV:PATH`, or returns `nil` if the part before the colon isn't a revision.
  private func pathAtRevision(_ word: String) throws -> DiffOperand? {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let repository = try repository.get()
    guard let revision = try repository.revision(String(word[..<colon])) else { return nil }
    let text = String(word[word.index(after: colon)...])
    let isRelative = text == "." || text == ".." || text.hasPrefix("./") || text.hasPrefix("../")
    var path = isRelative ? try repository.path(of: text) : text
    while path.hasSuffix("/") { path.removeLast() }
    if try repository.kind(of: path, in: revision) != nil { return .at(revision, path: path, word: word) }
    let nearest = try repository.nearest(to: path, in: revision).map { "; did you mean \(revision.name):\($0)?" }
    throw UsageError("\(revision.name) has no file or folder \"\(path)\"\(nearest ?? ".")")
  }

  /// Returns the command that fetches a missing revision.
  private static func fetching(_ revision: String) -> String {
    if revision.contains("~") || revision.contains("^") || revision.contains("@") { return "git fetch --unshallow" }
    let branch = revision.hasPrefix("origin/") ? String(revision.dropFirst(7)) : revision
    return "git fetch --depth 1 origin \(branch):refs/remotes/origin/\(branch)"
      + (branch == revision ? ", and then origin/\(branch)" : "")
  }

  /// Returns the error for a word that can't be resolved.
  private func unknown(_ word: String) throws -> UsageError {
    let repository = try repository.get()
    let services = Workspace(contracts: contracts).services
    if services.contains(word) {
      return UsageError(
        "\"\(word)\" is the name of a service, not a path or a revision. Name services after the two versions to compare: "
          + "plumbline diff OLD \(Workspace(contracts: contracts).shown(contracts)) \(word).")
    }
    let revision = word.prefix { $0 != ":" }
    let names = try repository.names()
    let remote = names.first { $0.hasSuffix("/\(revision)") && $0 != revision }
    let paths = FileSystem.shownNames(beside: word)
    let nearest = remote ?? Spelling.nearest(word, among: names + paths)
    var text = "\"\(word)\" is neither a path nor a revision" + (nearest.map { "; did you mean \"\($0)\"?" } ?? ".")
    if nearest == nil, try repository.isShallow() {
      text += " This is a shallow clone; run \(Self.fetching(String(revision)))."
    }
    return UsageError(text)
  }
}
