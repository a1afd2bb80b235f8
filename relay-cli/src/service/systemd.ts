/** The unit of systemd that starts the relay when its user logs in. Pure. */
import type { ServiceProgram } from './service-plan.ts'

export const SYSTEMD_UNIT = 'fairlead.service'
/** The exit code for "another relay is already running": trying again would not help. */
const ALREADY_RUNNING = 4

/** Quoted for ExecStart: `%` and `$` mean something to systemd. */
const argument = (text: string): string => `"${escaped(text).replaceAll('$', '$$$$')}"`

/** Quoted for Environment=, where `$` means nothing. */
const variable = (name: string, value: string): string => `"${escaped(`${name}=${value}`)}"`

const escaped = (text: string): string =>
	text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('\n', '\\n')

export function systemdUnit({ node, script, setUp, home, env }: ServiceProgram): string {
	const up = ['up', '--background', 'service', '--setup', setUp]
	const command = [node, ...script, ...up].map(argument).join(' ')
	const variables = Object.entries({ ...env, FAIRLEAD_HOME: home })
	return `[Unit]
Description=Fairlead relay: connects the Unity Editors on this machine to their agent
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=${command}
${variables.map(([name, value]) => `Environment=${variable(name, value)}`).join('\n')}
Restart=on-failure
RestartSec=10
RestartPreventExitStatus=${ALREADY_RUNNING}
TimeoutStopSec=30
UMask=0077

[Install]
WantedBy=default.target
`
}
