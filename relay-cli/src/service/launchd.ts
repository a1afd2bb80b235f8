/** The agent of launchd that starts the relay when its user logs in. Pure. */
import type { ServiceProgram } from './service-plan.ts'
import { xmlText } from './xml.ts'

export const LAUNCHD_LABEL = 'com.fairlead.relay'
/** Seconds between two starts of a relay that fails. */
const RESTART_SECONDS = 10

export function launchdPlist({ node, script, setUp, home, env }: ServiceProgram): string {
	const command = [node, ...script, 'up', '--background', 'service', '--setup', setUp]
	const variables = Object.entries({ ...env, FAIRLEAD_HOME: home })
	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	<string>${LAUNCHD_LABEL}</string>
	<key>ProgramArguments</key>
	<array>
${command.map((part) => `\t\t<string>${xmlText(part)}</string>`).join('\n')}
	</array>
	<key>EnvironmentVariables</key>
	<dict>
${variables.map(([name, value]) => `\t\t<key>${xmlText(name)}</key>\n\t\t<string>${xmlText(value)}</string>`).join('\n')}
	</dict>
	<key>RunAtLoad</key>
	<true/>
	<key>KeepAlive</key>
	<dict>
		<key>SuccessfulExit</key>
		<false/>
	</dict>
	<key>ThrottleInterval</key>
	<integer>${RESTART_SECONDS}</integer>
	<key>ProcessType</key>
	<string>Background</string>
	<key>Umask</key>
	<integer>63</integer>
</dict>
</plist>
`
}
