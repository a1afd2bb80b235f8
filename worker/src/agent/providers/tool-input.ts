/** Names and arguments of tool calls on their way from and to a service. */

/** The streamed text if there is any, else `start`, the arguments that came with the call's first event. */
export function parseInput(json: string, start?: unknown): { input: unknown; inputError?: string } {
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
