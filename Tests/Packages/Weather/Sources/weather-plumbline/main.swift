import PlumblineCommands
import WeatherSuite

await Plumbline.main(suites: [WeatherSuite()])
