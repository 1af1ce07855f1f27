import PlumblineVerification

/// The calls for logging in.
enum SessionCalls {
  static var all: [Call] {
    EndpointCalls("session.login")
      .success("logs in", run: login)
      .success("logs in as a viewer", as: .persona("viewer"), run: login)
      .success("logs in as a client", as: .persona("client"), run: login)
      .failure("invalidCredentials", "logs in with a wrong password") { client, context in
        try await client.session.login(email: context.login["email"] ?? "", password: "wrong")
      }
      .failure("validation", "logs in with an empty password") { client, context in
        try await client.session.login(email: context.login["email"] ?? "", password: "")
      }
      .failure("unauthorized", "logs in without an API key", as: .nobody, run: login)
      .played("server-error", expecting: "serverError", "logs in while the server fails", run: login)
      .calls
  }

  private static let login: EndpointCalls.Run = { client, context in
    try await client.session.login(email: context.login["email"] ?? "", password: context.login["password"] ?? "")
  }
}
