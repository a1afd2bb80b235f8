/** Process groups that programs below a process lead: signals to its own group do not reach them. */
import { execFile } from 'node:child_process'
import { OWN_GROUP } from './process-tree.ts'

const TIMEOUT_MS = 2_000
const MAX_BYTES = 16 * 1024 * 1024

/** None on Windows, which knows the whole tree, and where the system does not tell. Never rejects. */
export async function groupsBelow(pid: number | undefined): Promise<number[]> {
	if (!OWN_GROUP || pid === undefined) return []
	const text = await new Promise<string>((resolve) => {
		const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES }
		execFile('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid='], options, (error, stdout) =>
			resolve(error ? '' : stdout),
		)
	})
	return groupsIn(text, pid)
}

/** Pure. */
export function groupsIn(text: string, pid: number): number[] {
	const rows = text.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
	const below = new Set([pid])
	// A process may stand before the one that has started it.
	for (let before = 0; before < below.size; ) {
		before = below.size
		for (const [own = 0, parent = 0] of rows) if (below.has(parent)) below.add(own)
	}
	// A group that one of them leads is of theirs alone.
	const led = rows.flatMap(([own = 0, , group]) =>
		own !== pid && below.has(own) && group === own ? [own] : [],
	)
	return led
}
