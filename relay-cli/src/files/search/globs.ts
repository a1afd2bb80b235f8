/** Globs as command lines write them, for paths with forward slashes. */
import { ANY, matchesPath, type NamePattern, type PathPattern } from './wildcards.ts'

/** Maximum number of brace alternatives in total; a pattern with more is matched literally. */
const MAX_ALTERNATIVES = 64

/** `*` and `?` stay in one folder. @throws {SyntaxError} for an invalid set */
function pathPattern(glob: string): PathPattern {
	const path: (NamePattern | typeof ANY)[] = []
	let name: NamePattern[number][] = []
	const endName = (): void => {
		path.push(name)
		name = []
	}
	for (let at = 0; at < glob.length; at++) {
		const char = glob[at] as string
		if (char === '\\' && at + 1 < glob.length) {
			const escaped = glob[++at] as string
			if (escaped === '/') endName()
			else name.push(escaped)
		} else if (char === '/') endName()
		else if (char === '*') {
			const stars = /^\*+/.exec(glob.slice(at))?.[0].length ?? 1
			const whole = (at === 0 || glob[at - 1] === '/') && stars > 1
			at += stars - 1
			const isFolders = whole && glob[at + 1] === '/'
			if (isFolders || (whole && at === glob.length - 1)) path.push(ANY)
			if (isFolders) at++
			else name.push(ANY)
		} else if (char === '?') name.push(() => true)
		else if (char === '[') {
			const set = /^\[([!^]?)(\]?(?:\\.|[^\]\\])*)\]/.exec(glob.slice(at))
			if (set) {
				name.push(memberOf(set[2] ?? '', set[1] !== ''))
				at += set[0].length - 1
			} else name.push('[')
		} else name.push(char)
	}
	endName()
	return path
}

/** A test for one character: no set can take long. */
function memberOf(written: string, isOther: boolean): (char: string) => boolean {
	const members = written.replace(/\\(.)/g, '$1').replace(/[\\\]^[]/g, '\\$&')
	const set = new RegExp(`^[${isOther ? '^' : ''}${members}]$`)
	return (char) => set.test(char)
}

/**
 * Returns a test for paths that match a glob. Without a slash the file's name decides, at any depth; `{a,b}`
 * matches either. @throws {SyntaxError} for an invalid set, such as `[z-a]`.
 */
export function globTest(glob: string): (path: string) => boolean {
	const patterns = braces(glob).map(pathPattern)
	const byName = !glob.includes('/')
	return (path) => {
		const names = path.split('/')
		const judged = byName ? names.slice(-1) : names
		return patterns.some((pattern) => matchesPath(pattern, judged))
	}
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
