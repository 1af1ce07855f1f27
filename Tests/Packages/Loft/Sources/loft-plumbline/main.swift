import LoftSuite
import PlumblineCommands

await Plumbline.main(suites: [LoftSuite()])
