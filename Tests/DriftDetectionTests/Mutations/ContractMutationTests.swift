import Foundation
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

/// Every single edit of the shipped contracts that breaks clients. Each must be found by its rule and place, without
/// other findings.
///
/// The tests try one in six edits of each kind, or all edits if `PLUMBLINE_EVERY_EDIT` is set.
struct ContractMutationTests {
  private static let step = ProcessInfo.processInfo.environment["PLUMBLINE_EVERY_EDIT"] == nil ? 6 : 1

  /// The result of an edit.
  private struct Row: Sendable {
    let edit: ContractEdits.Edit
    /// The findings, or `nil` if the edited text isn't a contract.
    let found: Set<String>?
  }

  @Test(arguments: ["truelog", "photoscout", "realityportal"])
  func `what an edit of a contract breaks is found, and nothing that it doesn't`(service: String) async throws {
    let text = ContractText(folder: "Contracts/\(service)").withoutState
    let rows = await Self.rows(
      Self.some(of: ContractEdits.all(of: text)), text, try #require(Self.contract(text.contents)))
    var made: [String: Int] = [:]
    var wrong: [String: [String]] = [:]
    for row in rows {
      guard let found = row.found else { continue }
      made[row.edit.kind, default: 0] += 1
      if found == row.edit.expected { continue }
      let (missed, extra) = (row.edit.expected.subtracting(found), found.subtracting(row.edit.expected))
      wrong[row.edit.kind, default: []].append("missed \(missed.sorted()), extra \(extra.sorted())")
    }
    print(service, made.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))
    let count = made.values.reduce(0, +)
    #expect(made.count > 20)
    #expect(count > rows.count * 19 / 20, "An edit that makes no contract shows nothing.")
    for (kind, examples) in wrong.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(kind): \(examples.count) of \(made[kind] ?? 0)\n\(examples.prefix(3).joined(separator: "\n"))")
    }
  }

  private static func some(of edits: [ContractEdits.Edit]) -> [ContractEdits.Edit] {
    var counts: [String: Int] = [:]
    return edits.filter { edit in
      let count = counts[edit.kind, default: 0]
      counts[edit.kind] = count + 1
      return count % step == 0
    }
  }

  private static func rows(_ edits: [ContractEdits.Edit], _ text: ContractText, _ old: Contract) async -> [Row] {
    await withTaskGroup(of: Row.self) { group in
      for edit in edits {
        group.addTask {
          var files = text.contents
          files[edit.file] = edit.root
          let new = contract(files)
          let changes = new.map { ContractComparison(old: old, new: $0).changes() }
          let lines = changes?.filter { $0.severity > .notice }
            .map { "\($0.endpoint) \($0.rule.id) \($0.pointer?.description ?? "")" }
          return Row(edit: edit, found: lines.map(Set.init))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// Returns the contract that the files describe, or `nil` if they don't describe one.
  private static func contract(_ files: [String: JSON]) -> Contract? {
    let result = ContractLoader.load(
      files.sorted { $0.key < $1.key }.map {
        ContractLoader.File(name: $0.key, path: "new/\($0.key)", bytes: $0.value.serialized(.compact))
      })
    return result.problems.contains { $0.level == .error } ? nil : result.contract
  }
}
