import PlumblineVerification

/// The calls for the users that tickets can be assigned to.
enum UserCalls {
  static var all: [Call] {
    EndpointCalls("users.list")
      .ordinary("lists users") { client, _ in try await client.users.listUsers() }
      .success("searches users") { client, context in
        try await client.users.listUsers(search: context.text("user_search", default: "ada"))
      }
      .success("searches users in vain") { client, _ in try await client.users.listUsers(search: "no such thing") }
      .calls
  }
}
