import PlumblineVerification
import RealityPortalClient

/// The calls for login, registration, token refresh, and logout.
enum AuthCalls {
  static var all: [Call] { login.calls + register.calls + refresh.calls + logout.calls }

  private static var login: EndpointCalls {
    let login: EndpointCalls.Run = { client, context in
      try await client.session.login(email: context.email, password: context.password)
    }
    return EndpointCalls("auth.login")
      .success("logs in", run: login)
      .failure("invalidCredentials", "logs in with a wrong password") { client, context in
        try await client.session.login(email: context.email, password: "wrong")
      }
      .failure("validation", "logs in with an empty password") { client, context in
        try await client.session.login(email: context.email, password: "")
      }
      .played("server-error", expecting: "serverError", "logs in while the server fails", run: login)
  }

  private static var register: EndpointCalls {
    let register: EndpointCalls.Run = { client, context in
      try await client.auth.register(
        name: context.mark("Nina Weiss"), email: context.newEmail, password: "demo-password")
    }
    return EndpointCalls("auth.register")
      .success("opens an account", as: .nobody, run: register)
      .success("opens an account and logs in to it", as: .nobody) { client, context in
        try await client.session.register(
          name: context.mark("Nina Weiss"), email: context.secondEmail, password: "demo-password")
      }
      .failure("emailTaken", "opens an account for an email that has one") { client, context in
        try await client.auth.register(
          name: context.mark("Mara Novak"), email: context.email, password: "demo-password")
      }
      .failure("validation", "opens an account with a short password", as: .nobody) { client, context in
        try await client.auth.register(
          name: context.mark("Nina Weiss"), email: context.newEmail, password: "short")
      }
      .played("server-error", expecting: "serverError", "opens an account while the server fails", run: register)
  }

  private static var refresh: EndpointCalls {
    EndpointCalls("auth.refresh")
      .ordinary("gets new tokens") { client, context in
        // A run against a real server provides only the endpoint's own credential and no access token.
        let isGuest = context.credentials.isEmpty
        return try await client.auth.refresh(refreshToken: isGuest ? "none" : context.ownTokens().refreshToken)
      }
      .failure("unauthorized", "gets no new tokens for an unknown token") { client, _ in
        try await client.auth.refresh(refreshToken: "expired")
      }
  }

  private static var logout: EndpointCalls {
    EndpointCalls("auth.logout")
      .ordinary("logs out") { client, context in
        let isGuest = await client.session.accessToken == nil
        return try await client.auth.logout(accessToken: isGuest ? "none" : context.ownTokens().accessToken)
      }
  }
}
