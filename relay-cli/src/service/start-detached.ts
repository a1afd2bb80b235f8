/** Starts a relay that outlives its terminal. */
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRelayFile } from '../home/home.ts'
import { logFolder } from '../logs/log-file.ts'
import { UserError } from '../platform/user-error.ts'

const POLL_MS = 50
/** A cold disk and a large journal. */
const START_TIMEOUT_MS = 60_000
const MAX_REASON_CHARS = 2_000

/** The arguments with which this program was started, for another process of it. */
export const thisProgram = (): string[] => [...process.execArgv, process.argv[1] ?? '']

/**
 * Resolves with the pid once the relay serves editors.
 * @throws {UserError} with what it said, if it ended instead.
 */
export async function startDetached(home: string, args: readonly string[]): Promise<number> {
	mkdirSync(logFolder(home), { recursive: true, mode: 0o700 })
	// A file, not a pipe: the relay must not fail when this process ends. It writes there only why it did not start.
	const path = join(logFolder(home), 'start.log')
	const output = openSync(path, 'w', 0o600)
	const child = spawn(process.execPath, [...thisProgram(), 'up', ...args], {
		detached: true,
		windowsHide: true,
		stdio: ['ignore', output, output],
		env: { ...process.env, FAIRLEAD_HOME: home },
		// Not this folder: it could not be deleted while the relay runs.
		cwd: home,
	})
	closeSync(output)
	let failure: Error | null = null
	child.once('error', (error) => {
		failure = error
	})
	const end = performance.now() + START_TIMEOUT_MS
	try {
		while (performance.now() < end) {
			const file = await readRelayFile(home)
			if (file !== null && file.pid === child.pid) return file.pid
			if (failure !== null || child.exitCode !== null || child.signalCode !== null) {
				const said = readFileSync(path, 'utf8')
					.trim()
					.slice(-MAX_REASON_CHARS)
					.replace(/^fairlead: /, '')
				throw new UserError(`The relay did not start. ${said || String(failure ?? '')}`)
			}
			await new Promise((resolve) => setTimeout(resolve, POLL_MS))
		}
	} finally {
		child.unref()
	}
	throw new UserError(
		'The relay has started, but is not ready after a minute. "npm run fairlead -- logs" shows what it does.',
	)
}
