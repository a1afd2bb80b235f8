/** `#if` conditions as the Unity editor's compiler would see them. */

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

export function isSymbolDefined(name: string, own: ReadonlyMap<string, boolean>): boolean {
	const local = own.get(name)
	if (local !== undefined) return local
	if (EDITOR_SYMBOLS.has(name)) return true
	const version = OR_NEWER.exec(name)
	if (!version) return false
	const major = Number(version[1])
	return major < 6000 || (major === 6000 && Number(version[2]) <= 3)
}

/** Value of a condition, or null where it is none. Grammar: `||`, `&&`, `==`, `!=`, `!`, parentheses. */
export function evaluateCondition(
	source: string,
	defined: (name: string) => boolean,
): boolean | null {
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
