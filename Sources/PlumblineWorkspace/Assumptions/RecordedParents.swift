import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// The recorded parents of items, such as the programs that promotions belong to.
///
/// A client that lists the mock's programs and opens the promotions of one of them should find some.
struct RecordedParents {
  /// The maximum number of parents, to keep the file short.
  private static let most = 5

  /// The parameter that contains the parent's key, or `nil` if there isn't exactly one.
  private let owner: String?
  /// The values of ``owner`` as they occur in paths.
  private(set) var texts: [String] = []

  init(of family: ResourceFamily, contract: Contract, recordings: [Recording]) {
    let segments = ResourceFamily.segments(family.path)
    guard family.owners.count == 1, let owner = family.owners.first,
      let place = segments.firstIndex(where: { ResourceFamily.parameter($0) != nil })
    else {
      self.owner = nil
      return
    }
    self.owner = owner
    let home = "/" + segments[..<place].joined(separator: "/")
    let payload = contract.envelope?.payload
    // The contract has only the endpoints of this family, so identify those of the parents by their paths.
    for recording in recordings where recording.request.method == .get && recording.isSuccess {
      let path = recording.request.path
      let isOne = path.hasPrefix("\(home)/") && !path.dropFirst(home.count + 1).contains("/")
      guard path == home || isOne else { continue }
      if isOne { add(PercentEncoding.decode(String(path.dropFirst(home.count + 1)))) }
      guard let body = recording.responseBody else { continue }
      for shown in [body, payload.flatMap { body.at($0) }].compactMap({ $0 }) { add(shown, isOne) }
    }
  }

  /// Returns an item that belongs to a parent. If the item has a reference to its parent, that is replaced.
  func placing(_ item: JSON, below parent: String) -> JSON {
    guard let owner, let known = item[owner], known.kind == .string else { return item }
    return item.setting(owner, to: JSON(parent))
  }

  /// Adds the objects in a response. The response is one object or a list, or contains that as a member.
  private mutating func add(_ shown: JSON, _ isOne: Bool) {
    for part in [shown] + shown.members.map(\.value) {
      for thing in isOne ? [part] : part.elements.map({ $0 }) where thing.kind == .object {
        let id = (owner.flatMap { thing[$0] } ?? thing["id"]).flatMap { Self.text(of: $0) }
        add(id)
      }
    }
  }

  private mutating func add(_ text: String?) {
    guard let text, !text.isEmpty, texts.count < Self.most, !texts.contains(text) else { return }
    texts.append(text)
  }

  private static func text(of id: JSON) -> String? {
    switch id.kind {
    case .string: id.string
    case .number: id.text
    default: nil
    }
  }
}
