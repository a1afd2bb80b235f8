/**
 * Whether this is a path of our own site. Browsers read a backslash as a slash and skip tabs and line breaks, so that
 * `/\t/evil.example` would lead away.
 */
export function isOwnPath(to: string): boolean {
	if (!/^\/(?![/\\])/.test(to)) return false
	return [...to].every((char) => char > ' ' && char !== '\\' && char !== '\u007f')
}
