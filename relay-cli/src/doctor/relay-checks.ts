/** Checks of the running relay, as a command sees it from another process. */
import { Check, MAX_CHECKS } from '@fairlead/protocol/editors/diagnosis'
import * as z from 'zod'
import { askRelay } from '../requests/local-client.ts'
import { runningRelay } from '../service/running-relay.ts'
import { Checker } from './check.ts'
import { RelayStatus } from './status.ts'
import type { WhichHome } from './which-home.ts'

/** The relay's own checks take up to five seconds each, side by side. */
const DESK_TIMEOUT_MS = 20_000
const STATUS_TIMEOUT_MS = 5_000

const UNKNOWN_DESK = 'The relay did not answer about its links and editors.'

/** The relay's answer to `GET /doctor`. */
export const DeskChecks = z.object({ checks: z.array(Check).max(MAX_CHECKS) })

/** `npm start` restarts its relay with it: the command would start another one. */
const RESTART = {
	own: 'Restart it with "npm run fairlead -- restart". If it does not end, "npm run fairlead -- stop --force" kills it, and "npm run fairlead -- up" starts another one: no call is lost or made twice.',
	ofStart: 'End "npm start" with Ctrl-C and start it again.',
} as const

/** `own`: the version of this command. Never throws. */
export async function checkRelay({ home, ofStart }: WhichHome, own: string): Promise<Check[]> {
	const relay = new Checker('relay')
	const port = new Checker('port')
	const file = await runningRelay(home).catch(() => null)
	if (file === null)
		return [relay.failed('The relay is not running.', 'Start it with "npm run fairlead -- up".')]
	let status: ReturnType<typeof RelayStatus.safeParse>
	try {
		const answer = { method: 'GET', path: '/status', timeoutMs: STATUS_TIMEOUT_MS } as const
		status = RelayStatus.safeParse(await askRelay(file, answer))
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error)
		return [
			relay.failed(
				`The relay’s process (pid ${file.pid}) is there, but does not answer on 127.0.0.1:${file.port}: ${why}.`,
				`${RESTART[ofStart ? 'ofStart' : 'own']} If that does not help, a security program may block connections on this machine.`,
			),
			new Checker('link').skipped(UNKNOWN_DESK),
		]
	}
	if (!status.success)
		return [
			port.failed(
				`The program on 127.0.0.1:${file.port} is not a relay of this version.`,
				'Restart the relay with "npm run fairlead -- restart".',
			),
		]
	const { version, pid } = status.data
	const checks = [
		version === own
			? relay.ok(`Running (pid ${pid}).`)
			: relay.warning(
					`The running relay is ${version}, this command ${own}.`,
					'Restart it with "npm run fairlead -- restart".',
				),
		port.ok(`Listening on 127.0.0.1:${file.port}.`),
	]
	try {
		const asked = { method: 'GET', path: '/doctor', timeoutMs: DESK_TIMEOUT_MS } as const
		return [...checks, ...DeskChecks.parse(await askRelay(file, asked)).checks]
	} catch {
		return [...checks, new Checker('link').skipped(UNKNOWN_DESK)]
	}
}
