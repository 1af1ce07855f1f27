import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import TestSupport
import Testing

/// Random requests, compared with a model that is easy to verify, which is an array.
@Suite struct StateModelTests {
  private struct Note: Equatable {
    var id: Int
    var title: String
    var total: Int
    var out: Int
  }

  private struct Model {
    var notes: [Note]
    var next: Int

    func index(_ id: Int) -> Int? { notes.firstIndex { $0.id == id } }
  }

  @Test(arguments: 1...12)
  func `whatever is done, the list is the model's`(seed: Int) throws {
    var random = RandomNumbers(seed: UInt64(seed))
    let session = try Desk.session(options: MockOptions(persona: "owner"))
    var model = Model(
      notes: [
        Note(id: 3, title: "Tea", total: 5, out: 1), Note(id: 7, title: "coffee", total: 2, out: 0),
        Note(id: 5, title: "Cocoa", total: 9, out: 9),
      ], next: 8)
    for _ in 0..<120 {
      step(session, &model, &random)
      let page = Int.random(in: 1...4, using: &random)
      let size = Int.random(in: 1...5, using: &random)
      let seen = session.send(.get, "/notes?per=\(size)&page=\(page)", as: nil)
      let expected = Array(model.notes.dropFirst((page - 1) * size).prefix(size))
      #expect(notes(seen.data) == expected)
      #expect(seen.json?["pages"]?["total"]?.int == model.notes.count)
    }
    let sorted = model.notes.enumerated().sorted {
      ($0.element.title.lowercased(), $0.element.title, $0.offset) < (
        $1.element.title.lowercased(), $1.element.title, $1.offset
      )
    }
    #expect(notes(session.send(.get, "/notes?sort=title&per=500", as: nil).data) == sorted.map(\.element))
  }

  private func step(_ session: MockSession, _ model: inout Model, _ random: inout RandomNumbers) {
    let id = Int.random(in: 1...(model.next + 1), using: &random)
    let title = String("abcDEF".randomElement(using: &random) ?? "a")
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let seen = session.send(.post, "/notes", as: nil, body: #"{ "title": "\#(title)" }"#)
      #expect(seen.data?["id"]?.int == model.next)
      model.notes.append(Note(id: model.next, title: title, total: 1, out: 0))
      model.next += 1
    case 1:
      let seen = session.send(.put, "/notes/\(id)", as: nil, body: #"{ "title": "\#(title)" }"#)
      guard let index = model.index(id) else { return seen.expect(404) }
      seen.expect(200)
      model.notes[index].title = title
    case 2:
      let seen = session.send(.delete, "/notes/\(id)", as: nil)
      guard let index = model.index(id) else { return seen.expect(404) }
      // Note 7 belongs to the guest, note 3 has a remark, and an item of which several copies are lent can't be
      // removed.
      if id == 7 { return seen.expect(403) }
      if id == 3 { return seen.expect(409) }
      if model.notes[index].out > 1 { return seen.expect(422) }
      seen.expect(200)
      model.notes.remove(at: index)
    default:
      let count = Int.random(in: -4...4, using: &random)
      let seen = session.send(.post, "/notes/\(id)/take", as: nil, body: #"{ "count": \#(count) }"#)
      guard let index = model.index(id) else { return seen.expect(404) }
      let out = model.notes[index].out + count
      guard (0...model.notes[index].total).contains(out) else { return seen.expect(409) }
      seen.expect(200)
      model.notes[index].out = out
    }
  }

  private func notes(_ data: JSON?) -> [Note]? {
    data?.elements.compactMap { item in
      guard let id = item["id"]?.int, let title = item["title"]?.string, let total = item["stock"]?["total"]?.int,
        let out = item["stock"]?["out"]?.int
      else { return nil }
      #expect(item["stock"]?["free"]?.int == total - out)
      return Note(id: id, title: title, total: total, out: out)
    }
  }
}
