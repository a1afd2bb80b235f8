/** Which sessions still have a process. Pure. */
import { pathBelow } from '../transcripts/claude-folder.ts'
import type { ClaudeProcesses } from './claude-processes.ts'
import type { RegisteredSession } from './registry.ts'

/** A session that is not in the registry. */
export interface LifeAsked {
	readonly sessionId: string
	/** The real folder that it was started in. */
	readonly folder: string
	readonly heardAt: number
	/** The registry had it before. */
	readonly wasRegistered: boolean
}

/** `unknown`: nothing says that it has ended. */
export type Life = 'alive' | 'unknown' | 'gone' | 'perhaps gone'

/** A session that writes has a process, whatever a list says: it may run in a container. */
const QUIET_MS = 30_000

/**
 * @param registry null: this computer has none
 * @param processes null: not asked, or unknown; those of the registry are among them
 */
export function livesOf(
	sessions: readonly LifeAsked[],
	registry: readonly RegisteredSession[] | null,
	processes: ClaudeProcesses | null,
	now: number,
): Map<string, Life> {
	const free = new Map<string, number>()
	if (processes?.kind === 'folders')
		for (const folder of processes.folders) free.set(folder, (free.get(folder) ?? 0) + 1)
	for (const { cwd } of registry ?? []) if (cwd !== null) free.set(cwd, (free.get(cwd) ?? 0) - 1)
	// Sessions that share a folder get its processes in the order in which they were last heard.
	const newestFirst = [...sessions].sort((a, b) => b.heardAt - a.heardAt)
	return new Map(
		newestFirst.map((session) => {
			const { sessionId, folder, heardAt, wasRegistered } = session
			if (wasRegistered) return [sessionId, 'gone']
			const found = processIn(folder, free)
			if (found !== null) free.set(found, (free.get(found) ?? 0) - 1)
			if (now - heardAt < QUIET_MS || processes === null) return [sessionId, 'unknown']
			if (processes.kind === 'count')
				return [sessionId, processes.count === 0 ? 'perhaps gone' : 'unknown']
			return [sessionId, found === null ? 'gone' : 'alive']
		}),
	)
}

/** A process may have changed to a folder below the one that it was started in. */
function processIn(folder: string, free: ReadonlyMap<string, number>): string | null {
	if ((free.get(folder) ?? 0) > 0) return folder
	const below = [...free].find(([one, left]) => left > 0 && pathBelow(folder, one) !== null)
	return below?.[0] ?? null
}
