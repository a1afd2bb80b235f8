/** Arguments that are still being written, as far as they can be read. Pure. */

/** The brackets and quotes that are open where the text ends, innermost last. */
function openAt(text: string): { readonly closers: string; readonly inString: boolean } {
	const closers: string[] = []
	let inString = false
	for (let at = 0; at < text.length; at++) {
		const char = text[at]
		if (inString) {
			if (char === '\\') at++
			else if (char === '"') inString = false
		} else if (char === '"') inString = true
		else if (char === '{') closers.push('}')
		else if (char === '[') closers.push(']')
		else if (char === '}' || char === ']') closers.pop()
	}
	return { closers: closers.reverse().join(''), inString }
}

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

/** More nesting is not drawn: recursive code would overflow the stack. The server makes no call of it either. */
const MAX_LEVELS = 64

/** The value that the text has begun; a member that cannot be read yet is left out. undefined: nothing yet. */
export function partialJson(text: string): unknown {
	const { closers, inString } = openAt(text)
	if (closers.length > MAX_LEVELS) return undefined
	if (inString) {
		// A half escape at the end has no meaning yet.
		const value = parsed(`${text.replace(/\\(?:u[\da-f]{0,3})?$/i, '')}"${closers}`)
		if (value !== undefined) return value
	}
	const whole = parsed(text + closers)
	if (whole !== undefined) return whole
	// A name without a value, or half a number: back to the last member that is complete.
	for (let end = text.lastIndexOf(','); end > 0; end = text.lastIndexOf(',', end - 1)) {
		const before = text.slice(0, end)
		const value = parsed(before + openAt(before).closers)
		if (value !== undefined) return value
	}
	return /^\s*\{/.test(text) ? {} : undefined
}
