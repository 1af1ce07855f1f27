import RealityPortalClient
import Testing

@Suite struct TabTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let tab: Tab
    let title: String
    let icon: String
    /// A Boolean value that indicates whether the tab requires a login, according to the table in the user story.
    let requiresAuth: Bool

    var testDescription: String { title }
  }

  private static let table = [
    Row(tab: .home, title: "Home", icon: "house.fill", requiresAuth: false),
    Row(tab: .search, title: "Search", icon: "magnifyingglass", requiresAuth: false),
    Row(tab: .favorites, title: "Favorites", icon: "heart.fill", requiresAuth: true),
    Row(tab: .inquiries, title: "Inquiries", icon: "envelope.fill", requiresAuth: true),
    Row(tab: .account, title: "Account", icon: "person.fill", requiresAuth: true),
  ]

  @Test func `there are five tabs, in the story's order`() {
    #expect(Tab.allCases == Self.table.map(\.tab))
  }

  @Test(arguments: table)
  func `a tab is what the story says, but for the account, where guests find the login`(row: Row) {
    #expect(row.tab.title == row.title)
    #expect(row.tab.icon == row.icon)
    #expect(row.tab.requiresAuth == (row.requiresAuth && row.tab != .account))
  }

  @Test(arguments: Tab.allCases)
  func `a tab's first screen belongs to it, and asks for a login as it does`(tab: Tab) {
    #expect(tab.root.tab == tab)
    #expect(tab.root.requiresAuth == tab.requiresAuth)
  }
}
