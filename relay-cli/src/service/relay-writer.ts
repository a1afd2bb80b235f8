/** Whether a process is the relay that wrote relay.json, where the relay itself does not prove it. */
import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RELAY_FILE } from '../home/relay-file.ts'
import { type SeenProcess, seenProcess } from './seen-process.ts'

/** The system tells ages in whole seconds. */
const SAME_MS = 3_000
/** Not past the end of another script: `node other.js fairlead.mjs up` runs no relay. */
const PATH = String.raw`(?:(?!\.[cm]?[jt]s["\s]).)*`
const NODE = String.raw`"?(?:(?! -).)*?(?<![^\\/"])node[\w.]*"?`
const OPTIONS = String.raw`(?: -\S+(?: [^-\s"]\S*)?)*?`
const RUNNER = String.raw`(?: "?${PATH}scripts[\\/]run\.mjs"?)?`
const ENTRY = String.raw`"?${PATH}(?<![^\\/\s"])(?:relay-cli[\\/]src[\\/](?:entry|main)\.ts|fairlead(?:\.mjs)?)"?`
/** Node, its options, and the relay's entry as its script: from the clone, or installed. */
const RELAY = new RegExp(`^${NODE}${OPTIONS}${RUNNER} ${ENTRY} "?(?:up|mcp)"?(?: |$)`, 'i')

/** `unknown`: the system does not tell enough of it. */
export type Wrote = 'yes' | 'no' | 'unknown'

export async function wroteRelayFile(pid: number, home: string): Promise<Wrote> {
	const writtenAt = await stat(join(home, RELAY_FILE)).then(
		({ mtimeMs }) => mtimeMs,
		() => null,
	)
	if (writtenAt === null) return 'no'
	try {
		const seen = await seenProcess(pid)
		if (seen === null) return 'no'
		const homes = { own: await realOf(home), its: seen.home && (await realOf(seen.home)) }
		return isWriter({ ...seen, home: homes.its }, writtenAt, homes.own)
	} catch {
		return 'unknown'
	}
}

/** Pure. @param writtenAt when relay.json was, in Unix milliseconds */
export function isWriter(seen: SeenProcess, writtenAt: number, home: string): Wrote {
	if (!RELAY.test(seen.command.trim())) return 'no'
	if (seen.home !== null && seen.home !== home) return 'no'
	if (seen.begunAt === null) return 'unknown'
	// It was started later, and got the process id of the relay that wrote the file.
	return seen.begunAt > writtenAt + SAME_MS ? 'no' : 'yes'
}

const realOf = (path: string): Promise<string> => realpath(path).catch(() => path)
