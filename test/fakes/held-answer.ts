/** An answer that stops in its middle until the test lets it go on: whatever must happen during a run has its time. */
import { type AnswerTurn, answer, type TurnBlock } from './anthropic-server.ts'

export interface HeldAnswer {
	readonly turn: AnswerTurn
	readonly words: string
	/** The last word before the stop. */
	readonly said: string
	/** The last word of all. */
	readonly end: string
	goOn(): void
}

const WORDS = 60
const WORDS_BEFORE_STOP = 4

/** @param blocks follow the words */
export function heldAnswer(...blocks: readonly TurnBlock[]): HeldAnswer {
	const rest = Promise.withResolvers<void>()
	const deltas = Array.from({ length: WORDS }, (_, n) => `word${n} `)
	const text = deltas.join('')
	const gate = (delta: number): Promise<void> =>
		delta < WORDS_BEFORE_STOP ? Promise.resolve() : rest.promise
	return {
		turn: answer([{ type: 'text', text, deltas }, ...blocks], { gate }),
		words: text.trim(),
		said: `word${WORDS_BEFORE_STOP - 1}`,
		end: `word${WORDS - 1}`,
		goOn: rest.resolve,
	}
}
