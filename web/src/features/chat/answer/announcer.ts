/**
 * Turns streaming text into whole sentences for a polite live region: a screen reader
 * hears each sentence once, never a word at a time, and never code.
 */

/** A sentence that never ends is read after this many characters. */
const LONGEST_SENTENCE = 400

export interface Announcer {
	/** The text of the answer so far. Returns the sentences that became complete since the last call. */
	update(text: string): string[]
	/** The rest, when the answer has ended. */
	flush(text: string): string[]
}

const spoken = (text: string): string =>
	text
		.replace(/```[\s\S]*?(```|$)/g, ' code block. ')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		// Inside a word they are part of it: `unity_query`, `5*3`.
		.replace(/(?<![\p{L}\p{N}])[*_]+|[*_]+(?![\p{L}\p{N}])/gu, '')
		.replace(/[`#>|]+/g, '')
		.replace(/\s+/g, ' ')
		.trim()

export function createAnnouncer(): Announcer {
	let told = 0
	const take = (text: string, end: number): string[] => {
		const sentence = spoken(text.slice(told, end))
		told = end
		return /[\p{L}\p{N}]/u.test(sentence) ? [sentence] : []
	}
	return {
		update(text) {
			if (text.length < told) told = 0
			const sentences: string[] = []
			for (;;) {
				const rest = text.slice(told)
				const fence = /^\s*```/.test(rest)
				const end = fence
					? /^\s*```[\s\S]*?\n```[^\S\n]*(\n|$)/.exec(rest)
					: /[.!?…:](?=\s)|\n(?=\s*\n)|\n(?=\s*```)/.exec(rest)
				if (end) {
					sentences.push(...take(text, told + end.index + end[0].length))
				} else if (!fence && rest.length > LONGEST_SENTENCE) {
					const space = rest.lastIndexOf(' ', LONGEST_SENTENCE)
					sentences.push(...take(text, told + (space > 0 ? space : LONGEST_SENTENCE)))
				} else return sentences
			}
		},
		flush(text) {
			const sentences = this.update(text)
			return [...sentences, ...take(text, text.length)]
		},
	}
}
