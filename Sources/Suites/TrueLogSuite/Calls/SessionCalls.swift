import Verification

/// Logging in.
enum SessionCalls {
  static var all: [Call] {
    EndpointCalls("session.login")
      .success("logs in") { client, context in
        try await client.session.login(
          email: context.login["email"] ?? "", password: context.login["password"] ?? "")
      }
      .failure("invalidCredentials", "logs in with a wrong password") { client, context in
        try await client.session.login(email: context.login["email"] ?? "", password: "wrong")
      }
      .failure("validation", "logs in with an empty password") { client, context in
        try await client.session.login(email: context.login["email"] ?? "", password: "")
      }
      .failure("unauthorized", "logs in without an API key", as: .nobody) { client, context in
        try await client.session.login(
          email: context.login["email"] ?? "", password: context.login["password"] ?? "")
      }
      .played("server-error", expecting: "serverError", "logs in while the server fails") { client, context in
        try await client.session.login(
          email: context.login["email"] ?? "", password: context.login["password"] ?? "")
      }
      .calls
  }
}
