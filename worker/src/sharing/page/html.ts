/** HTML as text: everything put into a template is escaped unless it is HTML already. Pure. */

export class Html {
	readonly text: string

	constructor(text: string) {
		this.text = text
	}
}

type Piece = Html | string | number | null | false | undefined | readonly Piece[]

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c)

function textOf(piece: Piece): string {
	if (piece === null || piece === undefined || piece === false) return ''
	if (piece instanceof Html) return piece.text
	if (Array.isArray(piece)) return piece.map(textOf).join('')
	return escaped(String(piece))
}

/** Attribute values must stand in double quotes. */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
	new Html(parts.map((part, i) => part + textOf(pieces[i])).join(''))
