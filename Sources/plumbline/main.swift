import PhotoScoutSuite
import PlumblineCommands
import TrueLogSuite

await Plumbline.main(suites: [TrueLogSuite(), PhotoScoutSuite()])
