/**
 * Shortens a result to its limit: whole items of its lists, small members before large ones,
 * and a note of what is missing. Always JSON of the same shape.
 */

/** Members up to this size are kept whole; the others share the rest. */
const SMALL_CHARS = 400
/** Reserved for the note and for the marks at cut texts. */
const RESERVED_CHARS = 400

export interface Fitted {
	readonly value: unknown
	/** "objects: 60 of 200", outermost first; empty when nothing is missing. */
	readonly missing: readonly string[]
	/** How to read what is missing, where the result says it. */
	readonly next?: string
}

const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length

/** A cursor is `o` and the number of items before it (see `Cursor` in the protocol). */
const offsetOf = (cursor: unknown): number =>
	cursor === undefined ? 0 : Number(/^o(\d+)$/.exec(String(cursor))?.[1] ?? Number.NaN)

/**
 * @param params the call's parameters, which say where the page began
 * @returns the value itself where it fits
 */
export function fitResult(
	value: unknown,
	maxChars: number,
	params: Readonly<Record<string, unknown>> = {},
): Fitted {
	if (sizeOf(value) <= maxChars) return { value, missing: [] }
	const missing: string[] = []
	const fitted = fit(value, maxChars - RESERVED_CHARS, '', missing)
	const lines = wholeLines(value, fitted)
	if (lines !== null) return lines
	return { value: movedCursor(value, fitted, params), missing }
}

/** Lines of a file, as `read_file` answers: whole ones, counted, with the offset of the next. */
function wholeLines(before: unknown, after: unknown): Fitted | null {
	const { content, firstLine, lineCount } = { ...(before as object) } as Record<string, unknown>
	const cut = (after as Record<string, unknown> | null)?.['content']
	if (typeof content !== 'string' || typeof cut !== 'string' || cut.length === content.length)
		return null
	if (typeof firstLine !== 'number' || typeof lineCount !== 'number') return null
	const end = cut.lastIndexOf('\n') + 1
	// One line that is too long by itself: part of it is better than nothing.
	if (end === 0) return null
	const shown = cut.slice(0, end)
	const count = shown.split('\n').length - 1
	return {
		value: { ...(after as object), content: shown, lineCount: count },
		missing: [`lines: ${count} of ${lineCount}`],
		next: `Read on with offset ${firstLine + count}.`,
	}
}

function fit(value: unknown, room: number, path: string, missing: string[]): unknown {
	if (sizeOf(value) <= room) return value
	if (typeof value === 'string') return fitText(value, room, path, missing)
	if (Array.isArray(value)) return fitList(value, room, path, missing)
	if (typeof value === 'object' && value !== null) return fitObject(value, room, path, missing)
	return value
}

function fitText(text: string, room: number, path: string, missing: string[]): string {
	let kept = Math.max(0, Math.min(text.length, room))
	// Quotes and line breaks take two characters in JSON.
	while (kept > 0 && sizeOf(text.slice(0, kept)) > room) kept = Math.floor(kept * 0.9)
	missing.push(`${path || 'text'}: ${kept} of ${text.length} characters`)
	return text.slice(0, kept)
}

function fitList(
	list: readonly unknown[],
	room: number,
	path: string,
	missing: string[],
): unknown[] {
	const kept: unknown[] = []
	let left = room
	for (const item of list) {
		const size = sizeOf(item) + 1
		if (size > left) break
		kept.push(item)
		left -= size
	}
	if (kept.length < list.length) {
		missing.push(`${path || 'items'}: ${Math.max(kept.length, 1)} of ${list.length}`)
	}
	// A single item is too long by itself: part of it is better than nothing.
	if (kept.length === 0) kept.push(fit(list[0], room, `${path}[0]`, missing))
	return kept
}

function fitObject(value: object, room: number, path: string, missing: string[]): object {
	const members = Object.entries(value)
		.map(([key, member]) => ({ key, member, size: sizeOf(member) + sizeOf(key) + 2 }))
		.filter(({ member }) => member !== undefined)
	const small = members.filter(({ size }) => size <= SMALL_CHARS)
	const large = members.filter(({ size }) => size > SMALL_CHARS).sort((a, b) => a.size - b.size)
	const fitted: Record<string, unknown> = {}
	let left = room
	for (const { key, member, size } of small) {
		if (size > left) {
			missing.push(`${path ? `${path}.` : ''}${key}`)
			continue
		}
		fitted[key] = member
		left -= size
	}
	for (const [index, { key, member, size }] of large.entries()) {
		const share = Math.floor(left / (large.length - index))
		const here = fit(member, share, path ? `${path}.${key}` : key, missing)
		fitted[key] = here
		left -= Math.min(size, sizeOf(here) + sizeOf(key) + 2)
	}
	return fitted
}

/** The next page begins after the last item that is shown, not after the last one that was sent. */
function movedCursor(
	before: unknown,
	after: unknown,
	params: Readonly<Record<string, unknown>>,
): unknown {
	if (typeof before !== 'object' || before === null || !('nextCursor' in before)) return after
	const start = offsetOf(params['cursor'])
	const shorter = Object.entries(before).flatMap(([key, list]) => {
		const shown = (after as Record<string, unknown>)[key]
		return Array.isArray(list) && Array.isArray(shown) && shown.length < list.length ? [shown] : []
	})
	const [shown] = shorter
	if (Number.isNaN(start) || shorter.length !== 1 || !shown) return after
	return { ...(after as object), nextCursor: `o${start + shown.length}` }
}
