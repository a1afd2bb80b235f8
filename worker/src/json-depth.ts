/** A message of the AI SDK has about six levels. Much deeper nesting overflows the stack of recursive code. */
export const MAX_JSON_DEPTH = 64

/** Whether lists and objects are nested more deeply, empty ones too. Without recursion, for the same reason. */
export function isTooDeep(json: unknown): boolean {
	let level = [json].filter(isNest)
	for (let depth = 1; level.length > 0; depth++) {
		if (depth > MAX_JSON_DEPTH) return true
		level = level.flatMap((nest) => Object.values(nest)).filter(isNest)
	}
	return false
}

const isNest = (value: unknown): value is object => typeof value === 'object' && value !== null
