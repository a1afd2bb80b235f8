/** A delivery's payload and the paths into it, as conditions and templates read it. Pure. */
import { isTooDeep } from '../json-depth.ts'

export interface Sample {
	/** The parsed JSON, or the text itself if it is none. */
	readonly payload: unknown
	/** GitHub's name of the event; null from other senders. */
	readonly event: string | null
}

/** `$`: the whole payload · `$event`: the event · otherwise the name of a member of the payload. */
export type Path = readonly (string | number)[]

/** The value at a path; null where there is nothing. Only what the payload itself has: no prototypes. */
export const valueAt = (sample: Sample, path: Path): unknown => find(sample, path) ?? null

/** Whether something was delivered there, if only null. */
export const hasValue = (sample: Sample, path: Path): boolean => find(sample, path) !== undefined

function find({ payload, event }: Sample, path: Path): unknown {
	const [first, ...rest] = path
	if (first === '$event') return rest.length === 0 ? (event ?? undefined) : undefined
	let at: unknown = payload
	for (const key of first === '$' ? rest : path) {
		if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
		// The length of a list is its own property, but no member of the payload.
		if (Array.isArray(at) && typeof key !== 'number') return undefined
		at = (at as Record<string | number, unknown>)[key]
	}
	return at
}

/** `a.b[0].c`, anywhere in a text. */
export const PATH = /(?:\$event|\$|[A-Za-z_][\w-]*)(?:\.[A-Za-z_][\w-]*|\[\d{1,6}\])*/
const WHOLE_PATH = new RegExp(`^${PATH.source}$`)

/** Reads `a.b[0].c`; null if it is not a path. */
export function parsePath(text: string): Path | null {
	if (!WHOLE_PATH.test(text)) return null
	const keys = text.matchAll(/\[(\d+)\]|[$\w-]+/g)
	return Array.from(keys, ([name, index]) => (index === undefined ? name : Number(index)))
}

interface Read {
	readonly payload: unknown
}

/** Returns null if the text is no JSON. A byte order mark before it is ignored: senders on Windows write one. */
function parsed(text: string): Read | null {
	try {
		return { payload: JSON.parse(text.replace(/^\uFEFF/, '')) }
	} catch {
		return null
	}
}

export const isJson = (text: string): boolean => parsed(text) !== null

/** The value of a body: its JSON, or the text if it is none. Null if it is nested too deeply. */
export function readPayload(text: string): Read | null {
	const read = parsed(text) ?? { payload: text }
	return isTooDeep(read.payload) ? null : read
}
