import PlumblineVerification
import TrueLogClient

/// The calls for the user's own preferences.
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
      .success("changes the theme to", each: ThemeMode.known) { client, _, mode in
        try await client.preferences.updatePreferences(PreferencesUpdate(theme: .init(mode: mode)))
      }
      .success("changes the homepage to", each: Homepage.known) { client, _, homepage in
        try await client.preferences.updatePreferences(PreferencesUpdate(layout: .init(defaultHomepage: homepage)))
      }
      .success("switches email:", each: [true, false]) { client, _, isOn in
        try await client.preferences.updatePreferences(PreferencesUpdate(notifications: .init(emailEnabled: isOn)))
      }
      .success("switches the sound:", each: [true, false]) { client, _, isOn in
        try await client.preferences.updatePreferences(PreferencesUpdate(notifications: .init(soundEnabled: isOn)))
      }
      .failure("validation", "changes to a theme that doesn't exist") { client, _ in
        try await client.preferences.updatePreferences(
          PreferencesUpdate(theme: .init(mode: ThemeMode(rawValue: "sepia"))))
      }
  }
}
