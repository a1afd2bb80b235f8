/** Ends the running relay as a person would: its open calls stay in the journal for the next one. */

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RelayFile } from '@fairlead/protocol/wire/editor-link'
import { isProcessAlive, readRelayFile } from '../home/home.ts'
import { UserError } from '../platform/user-error.ts'
import { askRelay } from '../requests/local-client.ts'
import { wroteRelayFile } from './relay-writer.ts'

const POLL_MS = 50
const ANSWER_TIMEOUT_MS = 5_000
/** A relay that writes a large file finishes it first. */
const STOP_TIMEOUT_MS = 30_000
/** An ended process may still be listed for a moment: in a container without an init, forever. */
const LISTED_MS = 2_000

export type Stopped =
	/** After a crash or a power cut, the process of relay.json may be another program: it is left alone. */
	| { readonly kind: 'not-running' }
	| { readonly kind: 'stopped'; readonly pid: number }
	/** It still runs, and did not answer or did not end in time. */
	| { readonly kind: 'stuck'; readonly pid: number }

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** @throws {UserError} where the relay may run, and the system does not tell whether it is this process. */
export async function stopRelay(home: string, timeoutMs = STOP_TIMEOUT_MS): Promise<Stopped> {
	const file = await readRelayFile(home)
	if (file === null) return { kind: 'not-running' }
	const { pid } = file
	// A request stops it, because a signal is not graceful on Windows.
	const asked = { method: 'POST', path: '/stop', timeoutMs: ANSWER_TIMEOUT_MS } as const
	const answer = await askRelay(file, asked).catch(() => null)
	if (answer === null) {
		const wrote = await wroteRelayFile(pid, home)
		if (wrote === 'unknown') throw new UserError(notSure(home, pid))
		if (wrote === 'no') {
			await removeStale(home, file)
			return { kind: 'not-running' }
		}
		if (process.platform !== 'win32') signal(pid, 'SIGTERM')
	}
	const end = performance.now() + timeoutMs
	let goneAt: number | null = null
	while (performance.now() < end) {
		if (!isProcessAlive(pid)) return { kind: 'stopped', pid }
		if (existsSync(join(home, 'relay.json'))) goneAt = null
		else goneAt ??= performance.now()
		if (goneAt !== null && performance.now() - goneAt > LISTED_MS) return { kind: 'stopped', pid }
		await sleep(POLL_MS)
	}
	return { kind: 'stuck', pid }
}

/** Not the file of a relay that has started meanwhile. */
async function removeStale(home: string, { token }: RelayFile): Promise<void> {
	if ((await readRelayFile(home))?.token === token)
		rmSync(join(home, 'relay.json'), { force: true })
}

const notSure = (home: string, pid: number): string =>
	`It is not sure that process ${pid} is the relay of ${home}, so it was left alone. If it is, end it yourself; if not, delete ${join(home, 'relay.json')}.`

/**
 * Ends a relay that does not end by itself. What it had begun is settled from its journal after the next start.
 * @throws {UserError} where the process may be another program.
 */
export async function killRelay(home: string, pid: number): Promise<void> {
	if ((await wroteRelayFile(pid, home)) !== 'yes') {
		if (!isProcessAlive(pid)) return
		throw new UserError(notSure(home, pid))
	}
	signal(pid, 'SIGKILL')
	for (let waited = 0; isProcessAlive(pid) && waited < LISTED_MS; waited += POLL_MS)
		await sleep(POLL_MS)
}

function signal(pid: number, name: NodeJS.Signals): void {
	try {
		process.kill(pid, name)
	} catch {
		// It has ended meanwhile.
	}
}
