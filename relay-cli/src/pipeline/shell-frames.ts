/** What `unity shell --protocol ndjson` says: one JSON text per line. Pure. */
import * as z from 'zod'

/** Newer versions may say more; older ones leave members out. */
const Message = z.union([
	z.string().transform((message) => ({ code: null, message })),
	z.object({ code: z.string().nullish(), message: z.string().nullish() }),
])

export const Envelope = z.object({
	success: z.boolean(),
	data: z.unknown().optional(),
	errors: z.array(Message).catch([]).default([]),
	warnings: z.array(Message).catch([]).default([]),
})
export type Envelope = z.infer<typeof Envelope>

export const ShellFrame = z.object({
	id: z.string(),
	/** 0 done · 1 failed · 2 usage · 3 not signed in · 4 precondition · 6 the command failed. */
	exitCode: z.int(),
	envelope: Envelope,
})
export type ShellFrame = z.infer<typeof ShellFrame>

/** Null for a line that is no answer: a log line, half a line, an answer of another shape. */
export function readFrame(line: string): ShellFrame | null {
	let json: unknown
	try {
		json = parseExactly(line)
	} catch {
		return null
	}
	const frame = ShellFrame.safeParse(json)
	return frame.success ? frame.data : null
}

/**
 * JSON whose integers keep every digit: Unity's ids are larger than a number can hold, and two rounded ids
 * may be equal. Those become texts.
 */
export function parseExactly(text: string): unknown {
	const reviver = (_key: string, value: unknown, context?: { source?: string }): unknown =>
		typeof value === 'number' &&
		!Number.isSafeInteger(value) &&
		/^-?\d+$/.test(context?.source ?? '')
			? context?.source
			: value
	return JSON.parse(text, reviver)
}

/** The line of a request. */
export const requestLine = (id: string, argv: readonly string[]): string =>
	`${JSON.stringify({ id, argv })}\n`
