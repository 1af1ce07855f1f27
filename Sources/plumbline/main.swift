import PlumblineCommands
import TrueLogSuite

await Plumbline.main(suites: [TrueLogSuite()])
