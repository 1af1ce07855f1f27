import Foundation
import PlumblineAPISuite
import PlumblineVerification
import RealityPortalClient

/// The calls for reading and editing the user's account, its photo, password, and notifications.
enum ProfileCalls {
  static var all: [Call] {
    read.calls + update.calls + photo.calls + password.calls + preferences.calls + choosing.calls
  }

  private static var read: EndpointCalls {
    EndpointCalls("profile.get")
      .ordinary("reads who is logged in") { client, _ in try await client.profile.currentUser() }
      .success("reads who is logged in after the token has expired") { _, context in
        try await context.clientWithExpiredToken().profile.currentUser()
      }
      .success("gets new tokens once for many requests") { _, context in
        let client = try await context.clientWithExpiredToken()
        async let user = client.profile.currentUser()
        async let favorites = client.favoritesUseCase.getFavorites()
        async let inquiries = client.inquiries.inquiries()
        return try await (user, favorites, inquiries)
      }
      .failure("unauthorized", "reads no profile after the session is over") { _, context in
        try await context.clientWithExpiredToken(refreshToken: "expired").profile.currentUser()
      }
  }

  private static var update: EndpointCalls {
    EndpointCalls("profile.update")
      // Make this call first, while the account on a real server still has its photo, and before the next call adds a
      // number.
      .success("takes the phone number out") { client, context in
        try context.needDisposableAccount()
        var update = ProfileUpdate(phone: .removed)
        if context.isOnServer {
          // Letters beyond ASCII must be kept. No other account uses this account's own address.
          update = ProfileUpdate(name: "Mára Nováková", email: context.login["email"], phone: .removed)
        }
        return try await client.profile.updateProfile(update)
      }
      .ordinary("edits name, email and phone") { client, context in
        try context.needDisposableAccount()
        let email = try context.email
        // The result is conclusive only if a login can succeed at all.
        if context.isOnServer, !context.credentials.isEmpty { _ = try await context.ownTokens() }
        let updated = try await client.profile.updateProfile(
          ProfileUpdate(
            name: "Mara Novakova", email: "mara.novakova@example.com", phone: .number("+421 2 5555 0199")))
        var refusal: (any Error)?
        do { try await context.logInOnServer(email: "mara.novakova@example.com") } catch { refusal = error }
        // The following calls log in with the previous address.
        _ = try await client.profile.updateProfile(ProfileUpdate(email: email))
        if let refusal { throw refusal }
        return updated
      }
      .failure("validation", "edits the email to something that is none") { client, _ in
        try await client.profile.updateProfile(ProfileUpdate(email: "mara"))
      }
  }

  private static var photo: EndpointCalls {
    let upload: EndpointCalls.Run = { client, context in
      try context.needDisposableAccount()
      return try await client.profile.uploadPhoto(ProfilePhoto(data: Data([0xFF, 0xD8, 0xFF, 0xD9])))
    }
    return EndpointCalls("profile.photo")
      .ordinary("replaces the photo", run: upload)
      .played("too-large", expecting: "photoTooLarge", "sends a photo that is too large", run: upload)
  }

  private static var password: EndpointCalls {
    EndpointCalls("profile.password")
      .ordinary("changes the password") { client, context in
        try context.needDisposableAccount()
        let password = try context.password
        // Use a separate session, because a server may end an account's sessions when its password changes.
        let client =
          await client.session.accessToken == nil ? client : try await context.client(tokens: context.ownTokens())
        try await client.profile.changePassword(from: password, to: "another-password")
        // The following calls log in with the previous password.
        do {
          return try await client.profile.changePassword(from: "another-password", to: password)
        } catch  where context.isOnServer && ClientFailure(of: error).kind == .validation {
          throw context.undecided(
            "the server takes no password that an account had before, so this one's is \"another-password\" now")
        }
      }
      .failure("wrongPassword", "changes the password without knowing it") { _, context in
        try context.needDisposableAccount()
        let client = try await context.client(tokens: context.ownTokens())
        try await client.profile.changePassword(from: "wrong", to: "another-password")
        // In case a server accepts the password, restore the previous one, because the following calls log in with it.
        return try await client.profile.changePassword(from: "another-password", to: context.password)
      }
      .failure("validation", "changes the password to a short one") { _, context in
        try context.needDisposableAccount()
        let client = try await context.client(tokens: context.ownTokens())
        return try await client.profile.changePassword(from: context.password, to: "short")
      }
  }

  private static var preferences: EndpointCalls {
    EndpointCalls("preferences.get")
      .ordinary("reads what one is notified of") { client, _ in try await client.profile.notificationPreferences() }
  }

  private static var choosing: EndpointCalls {
    let choose: EndpointCalls.Run = { client, context in
      try context.needDisposableAccount()
      let preferences = NotificationPreferences(inquiryReplies: true, newListings: true, byEmail: false)
      let chosen = try await client.profile.updateNotificationPreferences(preferences)
      guard context.isOnServer else { return chosen }
      // A PUT can be repeated, because saving a form twice has the same effect as saving it once.
      return try await client.profile.updateNotificationPreferences(preferences)
    }
    // All values that the client can send are documented, so expect no rejection.
    return EndpointCalls("preferences.update")
      .ordinary("chooses what one is notified of", run: choose)
      .success("chooses to be notified of everything:", each: [true, false]) { client, context, isOn in
        try context.needDisposableAccount()
        return try await client.profile.updateNotificationPreferences(
          NotificationPreferences(inquiryReplies: isOn, newListings: isOn, byEmail: isOn))
      }
      .played("refused", expecting: "validation", "chooses what the server refuses", run: choose)
  }
}
