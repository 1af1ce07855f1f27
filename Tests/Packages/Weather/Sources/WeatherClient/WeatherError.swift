/// The errors that the app shows.
public enum WeatherError: Error, Equatable {
  case unknownKey
  case unknownCity
  case wrongInput
  case unexpected(String)
}
