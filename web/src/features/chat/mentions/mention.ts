/** The text of a mention or a command: found while it is typed, and as it stands in the message. Pure. */

export interface Typed {
	/** Where its sign stands in the text. */
	readonly start: number
	/** The text between the sign and the caret. */
	readonly query: string
}

/** A mention that is being typed at the caret; null if there is none. The `@` of an email address begins none. */
export function mentionAt(text: string, caret: number): Typed | null {
	const found = /(?:^|[\s("'])@([^@\n`]{0,80}|[^@\s`]{0,1000})$/.exec(text.slice(0, caret))
	const query = found?.[1]
	return query === undefined ? null : { start: caret - query.length - 1, query }
}

/** A command that is being typed at the caret: a `/` that begins the message. A path, which has another one, is none. */
export function commandAt(text: string, caret: number): Typed | null {
	const query = /^\/([^\n/]{0,80})$/.exec(text.slice(0, caret))?.[1]
	return query === undefined ? null : { start: 0, query }
}

const MAX_QUOTED_CHARS = 300

/** The first line of a console entry, in quotation marks. */
export function asQuote(message: string): string {
	const [line = ''] = message.trim().split('\n')
	const cut = line.length > MAX_QUOTED_CHARS ? `${line.slice(0, MAX_QUOTED_CHARS)}…` : line
	return `"${cut}"`
}

/** `Assets/Scr` is looked for in the folder `Assets`; without a slash, in the project's own. */
export function folderOf(query: string): { readonly folder: string; readonly name: string } {
	const slash = query.lastIndexOf('/')
	return slash < 0
		? { folder: '.', name: query }
		: { folder: query.slice(0, slash) || '.', name: query.slice(slash + 1) }
}
