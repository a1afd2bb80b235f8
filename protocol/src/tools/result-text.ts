/** The text of a call's outcome as a model reads it, here or behind MCP: bounded JSON. Pure. */
import type { CallError } from '../wire/calls.ts'
import { fitResult } from '../wire/fit-result.ts'
import type { Risk } from './define-tool.ts'
import { actionNamed } from './registry.ts'

/** About 4,000 tokens: a longer result would crowd out the conversation. */
export const MAX_RESULT_CHARS = 16_000
/** Cut lists named in a note. */
const MAX_MISSING = 5

interface Called {
	readonly name: string
	readonly params: Record<string, unknown>
	readonly risk: Risk
}

/** A long result is shortened to whole items, with a note in front. */
export const resultText = (call: Called, result: unknown): string => shownResult(call, result).text

/** The part of a result that is shown: the value, and its JSON, of which there is one copy for both. */
export function shownResult(call: Called, result: unknown): { value: unknown; text: string } {
	const brief = briefOf(call, result) ?? null
	const text = JSON.stringify(brief)
	if (text.length <= MAX_RESULT_CHARS) return { value: brief, text }
	const value = shortened(call, brief)
	return { value, text: JSON.stringify(value) }
}

function shortened(call: Called, brief: unknown): unknown {
	const { value, missing, next } = fitResult(brief, MAX_RESULT_CHARS, call.params)
	if (missing.length === 0) return value
	const shown = `${missing.slice(0, MAX_MISSING).join('; ')} shown.`
	const page = hasCursor(value)
		? 'Pass nextCursor as cursor to read on, or narrow the request.'
		: 'Narrow the request to see the rest.'
	const more = next ?? page
	const note =
		call.risk === 'read'
			? `Too long to show whole: ${shown} ${more}`
			: `The call succeeded as a whole; only this answer is shortened: ${shown}`
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
	return { note, ...(isObject ? value : { value }) }
}

export const errorText = ({ code, message, hint, data }: CallError): string =>
	JSON.stringify({ error: fitResult({ code, message, hint, data }, MAX_RESULT_CHARS).value })

const hasCursor = (value: unknown): boolean =>
	typeof (value as { nextCursor?: unknown } | null)?.nextCursor === 'string'

/** Without the parts that the model itself wrote. */
function briefOf({ name, params }: Called, result: unknown): unknown {
	const action = actionNamed(name, params)
	if (!action?.brief) return result
	const parsed = action.output.safeParse(result)
	return parsed.success ? action.brief(parsed.data) : result
}
