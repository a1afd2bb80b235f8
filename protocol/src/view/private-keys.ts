/** Private keys as files and messages hold them (PEM): what stands between the lines that begin and end one. Pure. */

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/
const END = '-----END '
/** Lines of the longest key. An end further down belongs to something else. */
const MAX_LINES = 400
/** A line of a key that is full: programs break them after 64 signs, OpenSSH after 70, some after 76. */
const FULL_LINE = /^[A-Za-z0-9+/]{60,76}$/
/** Any line of one: the last has fewer signs, a checksum begins with `=`. */
const PIECE = /^=?[A-Za-z0-9+/]{1,76}={0,2}$/
/** Lines of an encrypted key that stand before it, and empty ones. */
const HEADER = /^[ \t]*(?:(?:Proc-Type|DEK-Info|Version|Comment): .*)?\r?$/
/** The line below a key may say something. */
const WORD = /^[A-Z]?[a-z]+$/
/** A key that continues on the line of its BEGIN marker, with line breaks escaped as in source code. */
const BEHIND = /^(?:\\r|\\n|\s)*[A-Za-z0-9+/]{16,}/

/** A path has words; random text changes between digits and both cases all the time. */
export function isBase64(text: string): boolean {
	const changes = text.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[a-zA-Z])/g)?.length ?? 0
	return /[+=]/.test(text) || (/\d/.test(text) && changes * 3 >= text.length)
}

/** A log may write a time before each line. */
const lastWord = (line: string): string => /\S{1,80}$/.exec(line.trimEnd().slice(-80))?.[0] ?? ''

const isFull = (word: string): boolean => FULL_LINE.test(word) && isBase64(word)

/**
 * Whether a line is one of a private key, by itself or by the line above.
 * @param before the line above; undefined: there is none
 */
export function isKeyLine(line: string, before: string | undefined): boolean {
	const word = lastWord(line)
	if (isFull(word)) return true
	if (before === undefined || !PIECE.test(word)) return false
	return BEGIN.test(before) || (isFull(lastWord(before)) && !WORD.test(word))
}

/** Without its text; a diff keeps its sign. */
const hide = (line: string, hidden: string): string =>
	line.replace(/^([+-]?)[^\r]+/, (_, sign: string) => sign + hidden)

/** The text without the private keys in it, also without one whose beginning or end is not in the text. */
export function withoutPrivateKeys(text: string, hidden: string): string {
	const lines = text.split('\n')
	const ends = nextEnds(lines)
	let within = false
	const shown = lines.map((line, at) => {
		const end = line.indexOf(END)
		if (within) {
			if (end >= 0) {
				within = false
				return line.slice(end)
			}
			if ((ends[at] ?? 0) > 0 || HEADER.test(line) || PIECE.test(lastWord(line)))
				return hide(line, hidden)
			within = false
		}
		const begin = BEGIN.exec(line)
		if (begin === null) return isKeyLine(line, lines[at - 1]) ? hide(line, hidden) : line
		const from = begin.index + begin[0].length
		const until = line.indexOf(END, from)
		within = until < 0
		if (until >= 0) return `${line.slice(0, from)}${hidden}${line.slice(until)}`
		return BEHIND.test(line.slice(from, from + 40)) ? line.slice(0, from) + hidden : line
	})
	return shown.join('\n')
}

/** The number of lines from each line down to the next end of a key; 0: none is near enough. */
function nextEnds(lines: readonly string[]): number[] {
	const ends: number[] = []
	for (let at = lines.length - 1, next = 0; at >= 0; at--) {
		const line = lines[at] ?? ''
		if (line.includes(END)) next = at
		ends[at] = next > at && next - at <= MAX_LINES ? next - at : 0
		if (BEGIN.test(line)) next = 0
	}
	return ends
}
