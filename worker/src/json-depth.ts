/** A message of the AI SDK has about six levels. Much deeper nesting overflows the stack of recursive code. */
export const MAX_JSON_DEPTH = 64

/** Whether lists and objects are nested more deeply. Without recursion, for the same reason. */
export function isTooDeep(json: unknown): boolean {
	let level: unknown[] = [json]
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > MAX_JSON_DEPTH) return true
		level = level.flatMap((value) =>
			typeof value === 'object' && value !== null ? Object.values(value) : [],
		)
	}
	return false
}
