import TestSupport
import Testing

@testable import PlumblineHTTPServer

/// The order in which timers are due.
@Suite struct TimerHeapTests {
  private func entry(_ deadline: UInt64, _ purpose: UInt64 = 0) -> TimerHeap.Entry {
    TimerHeap.Entry(deadline: deadline, channel: ChannelID(rawValue: 0), purpose: purpose)
  }

  /// Returns every permutation of the deadlines.
  private func orders(_ deadlines: [UInt64]) -> [[UInt64]] {
    guard let first = deadlines.first else { return [[]] }
    return orders(Array(deadlines.dropFirst())).flatMap { rest in
      (0...rest.count).map { place in Array(rest[..<place]) + [first] + Array(rest[place...]) }
    }
  }

  private func drain(_ heap: inout TimerHeap, at now: UInt64) -> [UInt64] {
    var popped: [UInt64] = []
    while let entry = heap.popDue(at: now) { popped.append(entry.deadline) }
    return popped
  }

  @Test func `the soonest comes first, in whatever order they were set`() throws {
    for order in orders([1, 2, 3, 4, 5, 6, 7]) + orders([1, 1, 2, 2, 3]) {
      var heap = TimerHeap()
      for deadline in order { heap.insert(entry(deadline)) }
      #expect(heap.nextDeadline == 1)
      let popped = drain(&heap, at: .max)
      try #require(popped == order.sorted(), "set in the order \(order)")
      #expect(heap.count == 0)
      #expect(heap.nextDeadline == nil)
    }
  }

  @Test func `nothing is due before its time, and at its time it is`() {
    var heap = TimerHeap()
    for deadline: UInt64 in [30, 10, 20] { heap.insert(entry(deadline)) }
    #expect(drain(&heap, at: 9).isEmpty)
    #expect(drain(&heap, at: 10) == [10])
    #expect(heap.nextDeadline == 20)
    #expect(drain(&heap, at: 19).isEmpty)
    #expect(drain(&heap, at: 30) == [20, 30])
    #expect(drain(&heap, at: .max).isEmpty)
  }

  @Test func `whose timer it is and what for stays with its deadline`() {
    var heap = TimerHeap()
    for number: UInt64 in [5, 3, 9, 1, 7] {
      heap.insert(TimerHeap.Entry(deadline: number, channel: ChannelID(rawValue: number * 10), purpose: number * 100))
    }
    while let entry = heap.popDue(at: .max) {
      #expect(entry.channel.rawValue == entry.deadline * 10)
      #expect(entry.purpose == entry.deadline * 100)
    }
  }

  @Test(arguments: RandomSeed.ofThisRun)
  func `setting and popping by chance gives what a sorted list gives`(seed: RandomSeed) throws {
    var numbers = seed.numbers
    var heap = TimerHeap()
    var list: [UInt64] = []
    var now: UInt64 = 0
    for _ in 0..<5000 {
      if Int.random(in: 0..<3, using: &numbers) > 0 {
        let deadline = now + UInt64.random(in: 0...50, using: &numbers)
        heap.insert(entry(deadline))
        list.append(deadline)
        list.sort()
      } else {
        now += UInt64.random(in: 0...10, using: &numbers)
        let due = list.prefix { $0 <= now }
        let popped = drain(&heap, at: now)
        try #require(popped == Array(due))
        list.removeFirst(due.count)
      }
      try #require(heap.count == list.count)
      try #require(heap.nextDeadline == list.first)
    }
  }
}
