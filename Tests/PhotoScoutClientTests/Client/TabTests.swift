import PhotoScoutClient
import Testing

@Suite struct TabTests {
  @Test func `the tabs are Chat, Trips and History`() {
    #expect(Tab.allCases.map(\.title) == ["Chat", "Trips", "History"])
  }

  @Test func `each shows what the README says`() {
    let config = PhotoScoutConfig.local
    #expect(Tab.allCases.map { $0.content(in: config) } == [.web(config.webAppURL), .plans, .conversations])
    #expect(Tab.allCases.filter(\.deletesBySwipe) == [.trips])
    #expect(Tab.allCases.filter(\.hasProfileMenu) == [.history])
  }
}
