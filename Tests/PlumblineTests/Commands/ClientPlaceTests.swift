import PlumblineVerification
import Testing

@testable import PlumblineCommands

struct ClientPlaceTests {
  @Test func `clients run in other processes only if the platform and the executable's path allow it`() {
    #expect(ClientPlace(executable: "/bin/tool", startsProcesses: true) == .processes(of: "/bin/tool"))
    #expect(ClientPlace(executable: "/bin/tool", startsProcesses: false) == .thisProcessOnly)
    #expect(ClientPlace(executable: nil, startsProcesses: true) == .thisProcessOnly)
  }

  @Test func `a run whose clients can't have processes of their own says so`() {
    let screen = Screen()
    let player = screen.surroundings([:], clients: .thisProcessOnly).player()
    #expect(player is LocalPlayer)
    #expect(
      screen.text
        == "plumbline: Can't start a child process here, so the clients run in this process: a crash ends the run.\n"
    )
  }

  @Test(arguments: [ClientPlace.processes(of: "/no/such/tool"), .thisProcess])
  func `a run whose clients have their place says nothing about it`(_ place: ClientPlace) {
    let screen = Screen()
    let player = screen.surroundings([:], clients: place).player()
    #expect((player is LocalPlayer) == (place == .thisProcess))
    #expect(screen.text.isEmpty)
  }
}
