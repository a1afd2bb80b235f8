/**
 * Reads that were checked against the registry. A page repeats the same few reads at every
 * change of the editor, so the results of the checks are cached.
 */
import { createHash } from 'node:crypto'
import { resolveCall } from '@fairlead/protocol/tools'
import { type Call, type CallError, canonicalJson, failed } from '@fairlead/protocol/wire/calls'

/** Different reads remembered; a page with a few inspectors open uses about ten. */
const MAX_REMEMBERED = 128
/** Longer arguments (long lists of names) are checked each time, so that memory stays small. */
const MAX_KEY_CHARS = 2_000

export type PreparedRead =
	| {
			readonly ok: true
			/** The call in the form that is sent, with defaults. */
			readonly call: Pick<Call, 'method' | 'params' | 'argsHash'>
			/** Equal for equal reads. */
			readonly canonical: string
			readonly timeoutMs: number
			readonly runsOn: 'editor' | 'relay'
	  }
	| { readonly ok: false; readonly error: CallError }

/** Reads that a page may send to the relay: it shows the file, or the folder, that a change would replace. */
const RELAY_READS: ReadonlySet<string> = new Set(['read_file', 'list_directory'])
/** Reads before a person is asked about a call, and before the preview of a revert. */
export const RELAY_READS_OF_RUNS: ReadonlySet<string> = new Set(['list_directory', 'file_history'])

/**
 * Checks a read. Refuses any other call: the page must not change anything.
 * @param ofRelay the tools of the relay that may be used
 */
export function prepareRead(
	name: string,
	input: unknown,
	ofRelay: ReadonlySet<string> = RELAY_READS,
): PreparedRead {
	const resolution = resolveCall(name, input)
	if (!resolution.ok) return resolution
	const { tool, action, args, params } = resolution.call
	const runsOn = tool.runsOn === 'editor' ? 'editor' : 'relay'
	const changes = action.risk !== 'read' && !(runsOn === 'editor' && action.changesNothing?.(args))
	if (changes || (tool.runsOn !== 'editor' && !ofRelay.has(tool.name))) {
		const message = `${tool.name} cannot be used here: the page can only read.`
		return { ok: false, error: failed('denied', message).error }
	}
	const method = tool.name
	const canonical = canonicalJson({ method, params })
	const argsHash = createHash('sha256').update(canonical).digest('hex')
	const call = { method, params, argsHash }
	return { ok: true, call, canonical, timeoutMs: action.timeoutMs, runsOn }
}

export class PreparedReads {
	readonly #known = new Map<string, PreparedRead>()

	get(name: string, input: unknown): PreparedRead {
		const key = `${name}\n${JSON.stringify(input)}`
		const known = this.#known.get(key)
		if (known) return known
		const prepared = prepareRead(name, input)
		if (key.length <= MAX_KEY_CHARS) {
			const [oldest] = this.#known.keys()
			if (this.#known.size >= MAX_REMEMBERED && oldest !== undefined) this.#known.delete(oldest)
			this.#known.set(key, prepared)
		}
		return prepared
	}
}
