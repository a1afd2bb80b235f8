/** Small things every relay test needs. */
import { createHash } from 'node:crypto'
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Call, type CallOutcome, canonicalJson } from '@fairlead/protocol/wire/calls'

const POLL_MS = 5
/** Generous, because a loaded machine is slow: late differs from never. */
const GIVE_UP_MS = 80_000
/** Longer than that, so that a failing test says what it waited for. */
export const TEST_TIMEOUT_MS = 120_000

/** Resolves with the first value of `look` that is not undefined, null or false; rejects after 80 s. */
export async function until<T>(
	what: string,
	look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
): Promise<T> {
	const end = performance.now() + GIVE_UP_MS
	for (;;) {
		const found = await look()
		if (found !== undefined && found !== null && found !== false) return found
		if (performance.now() > end) throw new Error(`Waited in vain: ${what}`)
		await new Promise((resolve) => setTimeout(resolve, POLL_MS))
	}
}

/** A temporary folder by its real path, and its removal. */
export function temporaryFolder(): { path: string; remove(): void } {
	const path = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-')))
	return {
		path,
		remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
	}
}

/** Creates a folder that counts as a Unity project. Returns its path. */
export function makeUnityProject(parent: string, name: string): string {
	const folder = join(parent, name)
	for (const part of ['Assets', 'ProjectSettings', 'Packages'])
		mkdirSync(join(folder, part), { recursive: true })
	writeFileSync(
		join(folder, 'ProjectSettings', 'ProjectVersion.txt'),
		'm_EditorVersion: 6000.3.0f1\n',
	)
	return folder
}

export const argsHashOf = (method: string, params: unknown): string =>
	createHash('sha256').update(canonicalJson({ method, params })).digest('hex')

/** A call with its right hash. */
export function makeCall(
	callId: string,
	method: string,
	params: Record<string, unknown> = {},
	deadlineMs = 20_000,
): Call {
	return { callId, method, params, argsHash: argsHashOf(method, params), deadlineMs }
}

export function resultOf(outcome: CallOutcome): Record<string, unknown> {
	if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome.error))
	return outcome.result as Record<string, unknown>
}

export function errorOf(outcome: CallOutcome): { code: string; message: string } {
	if (outcome.status !== 'error') throw new Error(`ended well: ${JSON.stringify(outcome.result)}`)
	return outcome.error
}

/** A killed process stays in the table until its parent, or init, looks at it. */
export function hasEnded(pid: number): boolean {
	try {
		process.kill(pid, 0)
	} catch {
		return true
	}
	const stat = `/proc/${pid}/stat`
	return existsSync(stat) && readFileSync(stat, 'utf8').includes(') Z ')
}

/** Runs the registered clean-ups, last first. For `afterEach`. */
export class Cleanups {
	readonly #actions: (() => unknown)[] = []

	add<T>(made: T, undo: (made: T) => unknown): T {
		this.#actions.push(() => undo(made))
		return made
	}

	async run(): Promise<void> {
		for (const action of this.#actions.splice(0).reverse()) await action()
	}
}
