import PlumblineVerification
import TrueLogClient

/// The user's own preferences.
enum PreferencesCalls {
  static var all: [Call] { current.calls + update.calls }

  private static var current: EndpointCalls {
    EndpointCalls("preferences.get")
      .ordinary("reads the preferences") { client, _ in try await client.preferences.getPreferences() }
  }

  private static var update: EndpointCalls {
    EndpointCalls("preferences.update")
      .ordinary("changes every preference") { client, _ in
        try await client.preferences.updatePreferences(
          PreferencesUpdate(
            theme: .init(mode: .dark), layout: .init(defaultHomepage: .inventory),
            notifications: .init(emailEnabled: false, soundEnabled: true)))
      }
      .success("changes the theme") { client, _ in
        try await client.preferences.updatePreferences(PreferencesUpdate(theme: .init(mode: .auto)))
      }
      .success("changes the homepage") { client, _ in
        try await client.preferences.updatePreferences(PreferencesUpdate(layout: .init(defaultHomepage: .tickets)))
      }
      .success("turns the sound on") { client, _ in
        try await client.preferences.updatePreferences(PreferencesUpdate(notifications: .init(soundEnabled: true)))
      }
      .failure("validation", "changes to a theme that doesn't exist") { client, _ in
        try await client.preferences.updatePreferences(
          PreferencesUpdate(theme: .init(mode: ThemeMode(rawValue: "sepia"))))
      }
  }
}
