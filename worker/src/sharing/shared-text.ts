/** The agent's words as they stream, without the desk's folders: half a path waits for its rest. Pure. */
import type { UiChunk } from '@fairlead/protocol/conversations/ui-chunks'
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

	/** What can be shown now, in the order in which it came. */
	next(chunk: UiChunk, from: From): Held<From>[] {
		if (chunk.type === 'text-delta') {
			this.#held.push({ chunk, from })
			this.#text += chunk.delta
			return endsInPath(this.#text) ? [] : this.#release()
		}
		if (!ENDS_TEXT.has(chunk.type)) {
			if (this.#held.length === 0) return [{ chunk, from }]
			this.#held.push({ chunk, from })
			return []
		}
		const shown = [...this.#release(), { chunk, from }]
		this.#inWord = false
		return shown
	}

	/** The words go into the last of their chunks, so that its cursor is behind them. */
	#release(): Held<From>[] {
		const held = this.#held
		const last = held.findLastIndex(({ chunk }) => chunk.type === 'text-delta')
		const cut = this.#inWord ? withoutDeskPathsAfterWord : withoutDeskPaths
		const delta = cut(this.#text)
		this.#inWord = endsInWord(this.#text)
		this.#held = []
		this.#text = ''
		return held.flatMap((one, at) => {
			if (one.chunk.type !== 'text-delta') return [one]
			return at === last ? [{ ...one, chunk: { ...one.chunk, delta } }] : []
		})
	}
}

const ENDS_TEXT: ReadonlySet<UiChunk['type']> = new Set<UiChunk['type']>([
	'text-start',
	'text-end',
	'reset-step',
	'start-step',
	'finish-step',
	'start',
	'finish',
])
