/** All checks, side by side, as one list. The command and the relay (for the page) differ only in how they see the relay. */
import { homedir } from 'node:os'
import { type Check, type Diagnosis, inOrder } from '@fairlead/protocol/editors/diagnosis'
import { RELAY_VERSION } from '../platform/version.ts'
import { proxyEnvironment } from '../proxy/proxy-environment.ts'
import { Checker } from './check.ts'
import { checkDisk, checkHome, checkNode, checkTokenFile, type Machine } from './home-checks.ts'
import { checkPairings, readPairings } from './pairing-checks.ts'
import { checkServer } from './server-checks.ts'
import { checkWsl } from './wsl-check.ts'

/** Each server is asked; a machine serves a handful. */
const MAX_SERVERS = 8

export interface DiagnoseOptions {
	readonly home: string
	/** The project that is checked, see `roomKey`; null: all. */
	readonly room: string | null
	readonly env: NodeJS.ProcessEnv
	now(): number
	/** The checks of the relay, its links and its editors. Never rejects. */
	relay(): Promise<Check[]>
}

/** Never rejects. Takes at most about ten seconds. */
export async function diagnose(options: DiagnoseOptions): Promise<Diagnosis> {
	const { home, room, env } = options
	const machine: Machine = {
		home,
		platform: process.platform,
		nodeVersion: process.version,
		uid: process.getuid?.() ?? null,
	}
	const pairings = await readPairings(home, room)
	const servers = [...new Set(pairings.tokens.map(({ server }) => server))].slice(0, MAX_SERVERS)
	const network = { proxies: proxyEnvironment(env), relayVersion: RELAY_VERSION, now: options.now }
	const groups = await Promise.all([
		[checkNode(machine)],
		...[checkHome, checkDisk, checkTokenFile].map(async (check) => [await check(machine)]),
		checkWsl({ env, home, folders: pairings.folders }),
		...servers.map((server) => checkServer(server, network)),
		checkPairings(pairings),
		options.relay(),
	])
	return {
		at: options.now(),
		version: RELAY_VERSION,
		nodeVersion: machine.nodeVersion,
		platform: machine.platform,
		checks: inOrder(groups.flat()).map((check) => withoutHome(check, home)),
	}
}

/** The check that the page shows: its reader need not learn this user's name. */
function withoutHome(check: Check, home: string): Check {
	const shorten = (text: string): string =>
		text.replaceAll(home, '(home folder)').replaceAll(homedir(), '~')
	return {
		...check,
		found: shorten(check.found),
		fix: check.fix === null ? null : shorten(check.fix),
	}
}

/** The relay about itself. */
export function checkSelf(port: number): Check[] {
	return [
		new Checker('relay').ok(`Running (pid ${process.pid}).`),
		new Checker('port').ok(`Listening on 127.0.0.1:${port}.`),
	]
}
