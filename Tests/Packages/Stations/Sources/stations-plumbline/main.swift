import PlumblineCommands
import StationsSuite

await Plumbline.main(suites: [StationsSuite()])
