/** The changes of files in what a coding agent asks for, as the relay writes them: patches, one below the other. Pure. */

export interface AskedChange {
	readonly diff: string
	/** One edit replaces this at each place of the file, which the relay could not read. */
	readonly everywhere: boolean
}

/** @returns empty if some of the text would not be shown: then the text itself must be */
export function askedChanges(text: string): readonly AskedChange[] {
	const patches = text.split(/^(?=Index: )/m)
	const changes = patches.map((diff): AskedChange | null => {
		const begin = diff.search(/^@@/m)
		const names = begin === -1 ? null : HEAD.exec(diff.slice(0, begin))
		return names && { diff, everywhere: names[1] !== undefined }
	})
	const known = changes.filter((one) => one !== null)
	return known.length < changes.length ? [] : known
}

/** The lines before the first hunk, which are not drawn; a path in them has no line of its own. */
const HEAD = /^Index: .*\n=+\n--- .*\n\+\+\+ .*?(\tat each place)?\n$/
