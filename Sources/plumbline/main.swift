import PhotoScoutSuite
import PlumblineCommands
import RealityPortalSuite
import TrueLogSuite

await Plumbline.main(suites: [TrueLogSuite(), RealityPortalSuite(), PhotoScoutSuite()])
