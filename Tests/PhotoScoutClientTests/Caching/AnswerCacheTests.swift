import Foundation
import PhotoScoutClient
import Testing

@Suite struct AnswerCacheTests {
  private let plans = AnswerKey(visitorId: "me", path: "/plans")
  private let others = AnswerKey(visitorId: "you", path: "/plans")

  /// Tests the behavior that every cache has, regardless of its storage.
  private func tries(_ make: (Int) -> any AnswerCaching) async {
    let cache = make(2)
    #expect(await cache.answer(for: plans) == nil)
    await cache.setAnswer(Data("one".utf8), for: plans)
    await cache.setAnswer(Data("two".utf8), for: plans)
    await cache.setAnswer(Data("theirs".utf8), for: others)
    #expect(await cache.answer(for: plans) == Data("two".utf8))
    #expect(await cache.answer(for: others) == Data("theirs".utf8))
    await cache.setAnswer(Data(), for: AnswerKey(visitorId: "me", path: "/plans/7"))
    #expect(await cache.answer(for: plans) == nil, "The one that was kept longest ago goes.")
    #expect(await cache.answer(for: AnswerKey(visitorId: "me", path: "/plans/7")) == Data())
    await cache.setAnswer(nil, for: others)
    #expect(await cache.answer(for: others) == nil)
    await cache.removeAll()
    #expect(await cache.answer(for: AnswerKey(visitorId: "me", path: "/plans/7")) == nil)
    let none = make(-1)
    await none.setAnswer(Data("one".utf8), for: plans)
    #expect(await none.answer(for: plans) == nil)
  }

  @Test func `memory keeps the latest answers`() async {
    await tries { InMemoryAnswerCache(capacity: $0) }
  }

  @Test func `the defaults keep the latest answers, between launches too`() async throws {
    let suite = "plumbline.tests.\(UUID().uuidString)"
    defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
    await tries { UserDefaultsAnswerCache(suiteName: suite, capacity: $0) }
    await UserDefaultsAnswerCache(suiteName: suite).setAnswer(Data([0, 0xFF]), for: plans)
    #expect(await UserDefaultsAnswerCache(suiteName: suite).answer(for: plans) == Data([0, 0xFF]))
    let defaults = try #require(UserDefaults(suiteName: suite))
    for broken in [Data("[{}]".utf8), Data()] {
      defaults.set(broken, forKey: "photoscout.answers")
      #expect(await UserDefaultsAnswerCache(suiteName: suite).answer(for: plans) == nil)
    }
  }
}
