/** Process groups that programs below a process lead: signals to its own group do not reach them. */
import { execFile } from 'node:child_process'
import { ageMs } from '../../platform/process-age.ts'
import { endTree, OWN_GROUP } from './process-tree.ts'

const TIMEOUT_MS = 2_000
const MAX_BYTES = 16 * 1024 * 1024
/** The system tells ages in whole seconds, and takes a moment to list them. */
const SAME_MS = 3_000

interface Row {
	readonly pid: number
	readonly parent: number
	readonly group: number
	/** Unix milliseconds. */
	readonly begunAt: number
}

/** None on Windows, which knows the whole tree, and where the system does not tell. Never rejects. */
export async function groupsBelow(pid: number | undefined): Promise<number[]> {
	return pid === undefined ? [] : groupsIn(await rows(), pid)
}

/** Groups below a process as they were seen while it lived: once it is over, the system does not tell whose they were. */
export class GroupsBelow {
	readonly #pid: number | undefined
	#noted: readonly Row[] = []
	#looking: Promise<void> = Promise.resolve()
	#ending: Promise<void> | null = null

	constructor(pid: number | undefined) {
		this.#pid = pid
	}

	/** Notes those of now. Never rejects. */
	look(): Promise<void> {
		this.#looking = this.#looking.then(async () => {
			const now = this.#pid === undefined ? [] : await rows()
			const below = new Set(groupsIn(now, this.#pid))
			// Whatever started one of them may be over by now.
			this.#noted = now.filter((row) => below.has(row.group) || this.#isNoted(row))
		})
		return this.#looking
	}

	/** Ends those that are still there. A group that has got the number of one since is left alone. Never rejects. */
	end(): Promise<void> {
		this.#ending ??= this.#looking.then(async () => {
			if (this.#noted.length === 0) return
			const still = (await rows()).filter((row) => this.#isNoted(row))
			for (const group of new Set(still.map(({ group }) => group))) endTree(group)
		})
		return this.#ending
	}

	#isNoted({ pid, group, begunAt }: Row): boolean {
		return this.#noted.some(
			(one) => one.pid === pid && one.group === group && Math.abs(one.begunAt - begunAt) <= SAME_MS,
		)
	}
}

async function rows(): Promise<Row[]> {
	if (!OWN_GROUP) return []
	const text = await new Promise<string>((resolve) => {
		const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES }
		execFile('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid=,etime='], options, (error, stdout) =>
			resolve(error ? '' : stdout),
		)
	})
	return rowsIn(text, Date.now())
}

/** Pure. */
export const rowsIn = (text: string, now: number): Row[] =>
	text.split('\n').flatMap((line) => {
		const [pid = '', parent, group, age] = line.trim().split(/\s+/)
		if (pid === '') return []
		const begunAt = now - ageMs(age)
		return [{ pid: Number(pid), parent: Number(parent), group: Number(group), begunAt }]
	})

/** Pure. */
export function groupsIn(all: readonly Row[], pid: number | undefined): number[] {
	const below = new Set([pid])
	// A process may stand before the one that has started it.
	for (let before = 0; before < below.size; ) {
		before = below.size
		for (const row of all) if (below.has(row.parent)) below.add(row.pid)
	}
	// A group that one of them leads is of theirs alone.
	return all.flatMap((row) =>
		row.pid !== pid && below.has(row.pid) && row.group === row.pid ? [row.pid] : [],
	)
}
