/** Globs as command lines write them, as regular expressions over paths with forward slashes. */

/** Maximum number of brace alternatives in total; a pattern with more is matched literally. */
const MAX_ALTERNATIVES = 64

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** The source of a regular expression for one glob, without anchors. `*` and `?` stay in one folder. */
function globSource(glob: string): string {
	let source = ''
	for (let at = 0; at < glob.length; at++) {
		const char = glob[at] as string
		if (char === '\\' && at + 1 < glob.length) source += literal(glob[++at] as string)
		else if (char === '*') {
			const stars = /^\*+/.exec(glob.slice(at))?.[0].length ?? 1
			const whole = (at === 0 || glob[at - 1] === '/') && stars > 1
			at += stars - 1
			if (whole && glob[at + 1] === '/') {
				source += '(?:[^/]+/)*'
				at++
			} else source += whole && at === glob.length - 1 ? '.*' : '[^/]*'
		} else if (char === '?') source += '[^/]'
		else if (char === '[') {
			const set = /^\[([!^]?)(\]?(?:\\.|[^\]\\])*)\]/.exec(glob.slice(at))
			if (set) {
				const members = (set[2] ?? '').replace(/\\(.)/g, '$1').replace(/[\\\]^[]/g, '\\$&')
				source += `(?!/)[${set[1] ? '^' : ''}${members}]`
				at += set[0].length - 1
			} else source += '\\['
		} else source += literal(char)
	}
	return source
}

/**
 * Returns a test for paths that match a glob. Without a slash the file's name decides, at any depth; `{a,b}`
 * matches either. @throws {SyntaxError} for an invalid set, such as `[z-a]`.
 */
export function globTest(glob: string): (path: string) => boolean {
	const sources = braces(glob).map(globSource)
	const whole = new RegExp(`^(?:${sources.join('|')})$`)
	const byName = !glob.includes('/')
	return (path) => whole.test(byName ? path.slice(path.lastIndexOf('/') + 1) : path)
}

function braces(glob: string): string[] {
	let open = [glob]
	for (;;) {
		const next = open.flatMap((one) => {
			const found = /\{([^{}]*,[^{}]*)\}/.exec(one)
			if (!found) return [one]
			const rest = one.slice(found.index + found[0].length)
			return (found[1] ?? '').split(',').map((part) => one.slice(0, found.index) + part + rest)
		})
		if (next.length > MAX_ALTERNATIVES) return [glob]
		if (next.length === open.length) return next
		open = next
	}
}
