/** Preprocessor lines as the Unity editor's compiler would see them. */

/** Symbols a Unity 6 editor defines on every platform, as far as scripts commonly ask for them. */
const EDITOR_SYMBOLS: ReadonlySet<string> = new Set([
	'UNITY_EDITOR',
	'UNITY_EDITOR_64',
	'UNITY_STANDALONE',
	'UNITY_64',
	'UNITY_6000',
	'UNITY_ASSERTIONS',
	'ENABLE_MONO',
	'ENABLE_LEGACY_INPUT_MANAGER',
	'DEVELOPMENT_BUILD',
	'DEBUG',
	'TRACE',
	'CSHARP_7_3_OR_NEWER',
	'NET_STANDARD',
	'NET_STANDARD_2_1',
])
/** `UNITY_2022_3_OR_NEWER`, `UNITY_6000_0_OR_NEWER` … are all true up to 6000.3. */
const OR_NEWER = /^UNITY_(\d{1,4})_(\d+)_OR_NEWER$/

function isSymbolDefined(name: string, own: ReadonlyMap<string, boolean>): boolean {
	const local = own.get(name)
	if (local !== undefined) return local
	if (EDITOR_SYMBOLS.has(name)) return true
	const version = OR_NEWER.exec(name)
	if (!version) return false
	const major = Number(version[1])
	return major < 6000 || (major === 6000 && Number(version[2]) <= 3)
}

/** Value of a condition, or null where it is none. Grammar: `||`, `&&`, `==`, `!=`, `!`, parentheses. */
function evaluateCondition(source: string, defined: (name: string) => boolean): boolean | null {
	const tokens = source.match(/\|\||&&|==|!=|!|\(|\)|[A-Za-z_]\w*|\S/g) ?? []
	let at = 0
	let failed = false
	const primary = (): boolean => {
		const token = tokens[at++]
		if (token === '!') return !primary()
		if (token === '(') {
			const value = or()
			if (tokens[at++] !== ')') failed = true
			return value
		}
		if (token === undefined || !/^[A-Za-z_]/.test(token)) {
			failed = true
			return false
		}
		return token === 'true' || (token !== 'false' && defined(token))
	}
	const equality = (): boolean => {
		let value = primary()
		while (tokens[at] === '==' || tokens[at] === '!=') {
			const same = tokens[at++] === '=='
			const right = primary()
			value = same === (value === right)
		}
		return value
	}
	const and = (): boolean => {
		let value = equality()
		while (tokens[at] === '&&') {
			at++
			value = equality() && value
		}
		return value
	}
	const or = (): boolean => {
		let value = and()
		while (tokens[at] === '||') {
			at++
			value = and() || value
		}
		return value
	}
	const value = or()
	return failed || at !== tokens.length ? null : value
}

export interface DirectiveProblem {
	readonly code: string
	readonly message: string
}

/** One `#if`: whether the branch is read that we are in, and whether one was read before. */
interface Conditional {
	active: boolean
	taken: boolean
	readonly outerActive: boolean
	seenElse: boolean
}

const UNEXPECTED: DirectiveProblem = {
	code: 'CS1028',
	message: 'Unexpected preprocessor directive',
}

/** The state of conditional directives after the lines so far. */
export class Directives {
	readonly #conditionals: Conditional[] = []
	readonly #symbols = new Map<string, boolean>()
	#regions = 0

	/** False inside a branch that is left out. */
	get reading(): boolean {
		return this.#conditionals.at(-1)?.active !== false
	}

	/** The directives still open at the end of the file. */
	unclosed(): DirectiveProblem | null {
		if (this.#conditionals.length > 0)
			return { code: 'CS1027', message: '#endif directive expected' }
		return this.#regions > 0 ? { code: 'CS1038', message: '#endregion directive expected' } : null
	}

	/** Takes one line from its `#` on. */
	line(text: string): DirectiveProblem | null {
		const match = /^#\s*(\w*)\s*(.*)$/s.exec(text)
		const name = match?.[1] ?? ''
		const rest = (match?.[2] ?? '').replace(/\/\/.*$/, '').trim()
		const { reading } = this
		switch (name) {
			case 'if': {
				const value = reading ? this.#condition(rest) : false
				const active = value === true
				this.#conditionals.push({ active, taken: active, outerActive: reading, seenElse: false })
				return value === null ? INVALID : null
			}
			case 'elif':
			case 'else':
				return this.#otherwise(name === 'else' ? null : rest)
			case 'endif':
				return this.#conditionals.pop() ? null : UNEXPECTED
			case 'define':
			case 'undef':
				if (reading) this.#symbols.set(rest, name === 'define')
				return null
			case 'region':
				if (reading) this.#regions++
				return null
			case 'endregion':
				if (!reading) return null
				this.#regions--
				if (this.#regions >= 0) return null
				this.#regions = 0
				return UNEXPECTED
			case 'error':
				return reading ? { code: 'CS1029', message: `#error: '${rest}'` } : null
			case 'warning':
			case 'pragma':
			case 'line':
			case 'nullable':
				return null
			default:
				return reading ? { code: 'CS1024', message: 'Preprocessor directive expected' } : null
		}
	}

	/** `#elif condition`, or `#else` with null. */
	#otherwise(condition: string | null): DirectiveProblem | null {
		const top = this.#conditionals.at(-1)
		if (!top || top.seenElse) return UNEXPECTED
		if (condition === null) top.seenElse = true
		const open = top.outerActive && !top.taken
		const value = open && (condition === null || this.#condition(condition))
		top.active = value === true
		if (top.active) top.taken = true
		return value === null ? INVALID : null
	}

	#condition(source: string): boolean | null {
		return evaluateCondition(source, (name) => isSymbolDefined(name, this.#symbols))
	}
}

const INVALID: DirectiveProblem = { code: 'CS1517', message: 'Invalid preprocessor expression' }
