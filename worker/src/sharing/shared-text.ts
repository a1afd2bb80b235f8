/**
 * The agent's words as they stream, without the desk's folders and without secrets: half a path and half a word wait
 * for their rest, and so does the word behind the name of a secret. Pure.
 */
import type { UiChunk } from '@fairlead/protocol/conversations/ui-chunks'
import { HIDDEN, withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import {
	endsInPath,
	endsInWord,
	withoutDeskPaths,
	withoutDeskPathsAfterWord,
} from './desk-paths.ts'

interface Held<From> {
	readonly chunk: UiChunk
	readonly from: From
}

/** `From`: where a chunk stands, which goes with it. */
export class SharedText<From> {
	#held: Held<From>[] = []
	#text = ''
	/** The next text may continue the word that was shown last. */
	#inWord = false
	/** The last words before it, which may give it a meaning. Secrets are not hidden in it yet. */
	#before = ''

	/** The chunks that can be shown now, in the order in which they came. */
	next(chunk: UiChunk, from: From): Held<From>[] {
		if (chunk.type === 'text-delta') {
			// Models stream a word with the space before it: the text so far is complete then.
			const end = BEYOND_WORD.exec(chunk.delta)?.[0]
			const shown = end !== undefined && !this.#isOpen(end) ? this.#release() : []
			this.#held.push({ chunk, from })
			this.#text += chunk.delta
			return this.#isOpen() ? shown : [...shown, ...this.#release()]
		}
		if (!ENDS_TEXT.has(chunk.type)) {
			if (this.#held.length === 0) return [{ chunk, from }]
			this.#held.push({ chunk, from })
			return []
		}
		const shown = [...this.#release(), { chunk, from }]
		this.#inWord = false
		this.#before = ''
		return shown
	}

	/** Whether what follows decides what is shown: the word is not complete, or the next one would be hidden. */
	#isOpen(next = ''): boolean {
		const text = this.#text + next
		if (text === '') return false
		if (IN_WORD.test(text) || endsInPath(text)) return true
		const known = this.#before + text
		return PROBES.some((word) => !withoutSecrets(`${known}${word}`).endsWith(word))
	}

	/** The words go into the last of their chunks, so that its cursor is behind them. */
	#release(): Held<From>[] {
		const held = this.#held
		const last = held.findLastIndex(({ chunk }) => chunk.type === 'text-delta')
		const cut = this.#inWord ? withoutDeskPathsAfterWord : withoutDeskPaths
		const words = cut(this.#text)
		const delta = this.#withoutSecrets(words)
		this.#inWord = endsInWord(this.#text)
		const before = this.#before + words
		this.#before = before.slice(before.lastIndexOf('\n\n') + 1).slice(-MAX_BEFORE_CHARS)
		this.#held = []
		this.#text = ''
		return held.flatMap((one, at) => {
			if (one.chunk.type !== 'text-delta') return [one]
			return at === last ? [{ ...one, chunk: { ...one.chunk, delta } }] : []
		})
	}

	/** All of it is hidden if it gives another meaning to what was shown before. */
	#withoutSecrets(words: string): string {
		const before = withoutSecrets(this.#before)
		const shown = withoutSecrets(this.#before + words)
		return shown.startsWith(before) ? shown.slice(before.length) : HIDDEN
	}
}

/** Secrets have no other signs. Languages without spaces need not wait for the end of a line. */
const IN_WORD = /[!-~]$/
const BEYOND_WORD = /^[^!-~]/
/** Any word, and the last one of a quotation. */
const PROBES = ['x7Qz', 'x7Qz"', "x7Qz'"]
/** Characters of its paragraph or table; text before that is not read with a word. */
const MAX_BEFORE_CHARS = 2_000

const ENDS_TEXT: ReadonlySet<UiChunk['type']> = new Set<UiChunk['type']>([
	'text-start',
	'text-end',
	'reset-step',
	'start-step',
	'finish-step',
	'start',
	'finish',
])
