/** Markdown that is still being written: what is open at its end is closed, so that no mark flickers as text. Pure. */

const FENCE = /^ {0,3}(?:```|~~~)/gm
/** A link or picture whose address has not come to its end. */
const OPEN_LINK = /!?\[([^\][\n]*)(?:\]\([^()\n]*)?$/
/** Marks that have just begun: nothing is known of what they will be. */
const BARE_MARKS = /(?:^|(?<=\s))(?:\*{1,3}|_{1,3}|~{1,2}|`{1,2})$/

const count = (text: string, mark: string): number => text.split(mark).length - 1

export function closeOpen(text: string): string {
	// Inside a fence everything is code, and a fence that is open reaches to the end by itself.
	if ((text.match(FENCE)?.length ?? 0) % 2 === 1) return text
	const at = text.lastIndexOf('\n\n') + 1
	return text.slice(0, at) + closeParagraph(text.slice(at))
}

function closeParagraph(paragraph: string): string {
	let text = paragraph.replace(BARE_MARKS, '')
	if (count(text, '`') % 2 === 1) return `${text}\``
	// In code no mark means anything.
	const prose = text.replace(/`[^`]*`/g, '')
	if (OPEN_LINK.test(prose)) {
		text = text.replace(OPEN_LINK, (whole, words: string) => (whole.startsWith('!') ? '' : words))
	}
	const marks = prose.replace(/^[ \t]*[*-] /gm, '')
	const tail = text.length - text.trimEnd().length
	const body = tail === 0 ? text : text.slice(0, -tail)
	const closing = [
		count(marks.replaceAll('**', ''), '*') % 2 === 1 && /(?:^|[\s(*])\*[^\s*]/.test(marks)
			? '*'
			: '',
		count(marks, '**') % 2 === 1 ? '**' : '',
		count(marks, '~~') % 2 === 1 ? '~~' : '',
	].join('')
	if (closing === '') return text
	// One of the two stars of a closing mark has come.
	return closing === '***' && body.endsWith('*') ? `${body}*` : body + closing
}
