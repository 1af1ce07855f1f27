import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A response to a list request, with its items and the facts that it reports about all items.
struct ListPage: Sendable {
  /// A number in a response, and its location.
  struct Number: Sendable, Hashable {
    let value: Int
    let place: JSONPointer
  }

  /// A Boolean value in a response, and its location.
  struct Word: Sendable, Hashable {
    let value: Bool
    let place: JSONPointer
  }

  let exchange: Exchange
  let items: [JSON]
  /// The items' identities: their keys, or their whole values if they have no keys.
  let names: [String]
  /// The totals in the response, except estimates. Some responses have one for all items and another for the matching
  /// items.
  let totals: [Number]
  /// The page number in the response, or `nil` if it has none.
  let number: Number?
  /// The offset in the response, or `nil` if it has none.
  let offset: Number?
  /// The page size in the response, or `nil` if it has none.
  let size: Number?
  /// The value that requests the next page, or `nil` if the response has none.
  let next: String?
  /// The response's statement about whether another page follows, or `nil` if it makes none.
  let more: Word?

  var status: Int { exchange.response?.status ?? 0 }

  /// The number of items on all pages, or `nil` if the response doesn't report it.
  var total: Number? { totals.first }

  /// Returns a Boolean value that indicates whether the response reports this number of items as a total.
  func tells(_ count: Int) -> Bool { totals.contains { $0.value == count } }

  /// Returns a Boolean value that indicates whether another response shows the same items in the same order.
  func isSame(as other: ListPage) -> Bool { names == other.names }

  /// A Boolean value that indicates whether the response came from a cache.
  var isCached: Bool { Self.isCached(exchange) }

  /// Returns a Boolean value that indicates whether a response came from a cache (RFC 9111 section 5.1).
  static func isCached(_ exchange: Exchange) -> Bool {
    let age = exchange.response?.headers["age"].flatMap { Int($0) } ?? 0
    return age > 0
  }
}

extension ListPage {
  /// Returns `nil` for a response that isn't a list.
  init?(_ exchange: Exchange, of list: Endpoint, _ rule: StateRule, _ collection: ItemCollection?, _ client: ItemClient)
  {
    guard let response = exchange.response, let shown = client.items(in: exchange, of: list),
      let reading = WireReading(exchange.request, in: client.contract), reading.endpoint.id == list.id
    else { return nil }
    self.exchange = exchange
    items = shown
    names = shown.map { item in collection.flatMap { client.key(of: item, in: $0) } ?? item.text }
    let facts = Self.facts(response, of: reading, rule, client.contract)
    totals = facts.totals
    number = facts.number
    offset = facts.offset
    size = facts.size
    next = facts.next
    more = facts.more
  }

  /// Returns the reported facts about all items, if the contract describes them.
  private static func facts(
    _ response: Response, of reading: WireReading, _ rule: StateRule, _ contract: Contract
  ) -> (totals: [Number], number: Number?, offset: Number?, size: Number?, next: String?, more: Word?) {
    var totals: [Number] = []
    var more: Word?
    var number: Number?
    var offset: Number?
    var size: Number?
    var next: String?
    let body = (try? JSON.parse(response.body.bytes ?? [])) ?? .null
    let index = reading.endpoint.answerIndex(status: response.status, for: reading.request)
    let answer = index.map { reading.endpoint.answers[$0] }
    for (name, slots) in frames(of: reading, rule, index, contract) {
      for member in slots {
        guard let value = body.at(name + member.place) else { continue }
        let role = member.paging?.role ?? suggested(member, among: slots)
        if role == .total, let count = value.int ?? value.string.flatMap({ Int($0) }), !isEstimated(member) {
          totals.append(Number(value: count, place: JSONPointer(tokens: ["response", "body"]) + name + member.place))
        }
        if member.paging?.role == .page, number == nil, let told = value.int {
          number = Number(value: told, place: JSONPointer(tokens: ["response", "body"]) + name + member.place)
        }
        if member.paging?.role == .offset, offset == nil, let told = value.int {
          offset = Number(value: told, place: JSONPointer(tokens: ["response", "body"]) + name + member.place)
        }
        if member.paging?.role == .size, size == nil, let told = value.int {
          size = Number(value: told, place: JSONPointer(tokens: ["response", "body"]) + name + member.place)
        }
        if role == .next, next == nil, member.paging?.form == .value { next = ShownValue.text(value) }
        if role == .more, more == nil, let told = value.bool {
          more = Word(value: told, place: JSONPointer(tokens: ["response", "body"]) + name + member.place)
        }
      }
    }
    for header in answer?.headers ?? [] where header.paging?.role == .total {
      guard let count = response.headers[header.name].flatMap(Int.init) else { continue }
      let place = JSONPointer(tokens: ["response", "headers", header.name.lowercased()])
      totals.append(Number(value: count, place: place))
    }
    return (totals, number, offset, size, next, more)
  }

  /// Returns the described members that accompany the items, with their locations in the body.
  private static func frames(
    of reading: WireReading, _ rule: StateRule, _ index: Int?, _ contract: Contract
  ) -> [(place: JSONPointer, members: [ResponseFrame.Member])] {
    var frames: [(JSONPointer, [ResponseFrame.Member])] = []
    if let index, rule.frames.indices.contains(index) {
      frames.append((contract.payloadPlace, rule.frames[index].members))
    }
    let carried = index.map { reading.endpoint.answers[$0].others } ?? []
    for slot in contract.envelope?.others ?? [] where carried.contains(slot.name) {
      frames.append((slot.place, slot.frame.members))
    }
    return frames
  }

  /// Returns the role that a member's name suggests among other members about pages. `count` alone may be the number of
  /// items on the page.
  private static func suggested(_ member: ResponseFrame.Member, among others: [ResponseFrame.Member]) -> Paging.Role? {
    guard let name = member.place.tokens.last, name.lowercased() != "count",
      Paging.Role(suggestedBy: name) == .total
    else { return nil }
    let isBesidePages = others.contains { other in
      guard other.place != member.place else { return false }
      return other.paging != nil || other.place.tokens.last.flatMap(Paging.Role.init(suggestedBy:)) != nil
    }
    return isBesidePages ? .total : nil
  }

  /// Returns a Boolean value that indicates whether the contract says that a number is an estimate.
  private static func isEstimated(_ member: ResponseFrame.Member) -> Bool {
    let words = [member.schema.source["description"]?.string, member.schema.source["title"]?.string]
    return (words.compactMap { $0 } + member.place.tokens).contains { text in
      let text = text.lowercased()
      return text.contains("estimat") || text.contains("approx")
    }
  }
}
