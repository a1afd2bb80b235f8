/** Names and arguments of tool calls on their way from and to a service. */
import { isTooDeep } from '../../json-depth.ts'
import { INPUT_TOO_DEEP, INPUT_TOO_LONG, MAX_INPUT_CHARS } from '../model/input-limit.ts'

/** A call whose arguments arrive in pieces. */
export interface StreamedInput {
	json: string
	/** More came than one answer may have. */
	isCut?: boolean
}

/** Collects the arguments of one answer, and drops what is too much of them. */
export class StreamedInputs {
	#left = MAX_INPUT_CHARS

	/**
	 * @param given text, or the arguments themselves: some local servers send an object in its place
	 * @returns the part of the piece that counts
	 */
	grow(call: StreamedInput, given: unknown): string {
		const piece = typeof given === 'string' ? given : given ? JSON.stringify(given) : ''
		const kept = piece.slice(0, this.#left)
		if (kept.length < piece.length) call.isCut = true
		this.#left -= kept.length
		call.json += kept
		return kept
	}
}

/** `start`: the arguments that came with the call's first event. */
export const inputOf = (
	{ json, isCut }: StreamedInput,
	start?: unknown,
): { input: unknown; inputError?: string } =>
	isCut || json.length > MAX_INPUT_CHARS
		? { input: INPUT_TOO_LONG, inputError: INPUT_TOO_LONG }
		: flatInput(parseInput(json, start))

function flatInput(parsed: { input: unknown; inputError?: string }) {
	return isTooDeep(parsed.input) ? { input: INPUT_TOO_DEEP, inputError: INPUT_TOO_DEEP } : parsed
}

/** The streamed text if there is any, else `start`, the arguments that came with the call's first event. */
function parseInput(json: string, start?: unknown): { input: unknown; inputError?: string } {
	if (json.trim() === '') return { input: start ?? {} }
	try {
		return { input: JSON.parse(json) }
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error)
		return { input: json, inputError: `The arguments are not valid JSON: ${why}` }
	}
}

/** An invented tool name must not make the whole history invalid. `max`: the service's limit of characters. */
export const toolName = (name: string, max: number): string =>
	name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, max) || 'unknown'

/** Arguments that are not JSON are kept as text; `input` must be an object. */
export const asObject = (input: unknown): unknown =>
	typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { invalid: input }
