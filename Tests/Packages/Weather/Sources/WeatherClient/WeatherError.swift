/// What can go wrong, as the app shows it.
public enum WeatherError: Error, Equatable {
  case unknownKey
  case unknownCity
  case wrongInput
  case unexpected(String)
}
