/** Answers the page's questions; one per Web Worker. */
import { assemble } from '@fairlead/corewar/source'
import { fight, Refused } from '../battle/fight.ts'
import { filmOf } from '../replay/film.ts'
import { Replay } from '../replay/replay.ts'
import type { Answer, Ask, Asks, Kind } from './messages.ts'

/** Often enough to look alive. */
const PROGRESS_MS = 60

export class EngineDesk {
	#replay: Replay | null = null
	readonly #tell: (answer: Answer) => void

	constructor(tell: (answer: Answer) => void) {
		this.#tell = tell
	}

	/** Answers once; before that, a battle and a film tell how far they are. Never throws. */
	take(ask: Ask): void {
		const { id } = ask
		try {
			const value = this.#answer(ask, (value) => this.#tell({ kind: 'progress', id, value }))
			this.#tell({ kind: 'done', id, value })
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error)
			this.#tell({ kind: 'failed', id, message, isRefused: error instanceof Refused })
		}
	}

	#answer(ask: Ask, onProgress: (value: Asks[Kind]['progress']) => void): Asks[Kind]['answer'] {
		switch (ask.kind) {
			case 'check': {
				const result = assemble(ask.source, ask.settings)
				const { warnings } = result
				return result.ok
					? { errors: [], warnings, length: result.warrior.code.words.length }
					: { errors: result.errors, warnings, length: null }
			}
			case 'fight':
				for (const progress of fight(ask.setup, PROGRESS_MS, () => performance.now())) {
					onProgress(progress as never)
				}
				return null
			case 'open': {
				this.#replay = new Replay(ask.setup, ask.round)
				return { opened: this.#replay.opened, frame: this.#replay.frame }
			}
			case 'move': {
				const replay = this.#opened()
				replay.move(ask.to)
				return replay.frame
			}
			case 'cell':
				return this.#opened().cell(ask.address)
			case 'film': {
				const replay = this.#opened()
				const film = filmOf(replay, ask.layout, ask.colours, (share) => onProgress(share as never))
				replay.move({ kind: 'cycle', cycle: ask.backTo })
				return film
			}
			default:
				return ask satisfies never
		}
	}

	#opened(): Replay {
		if (this.#replay === null) throw new Error('No round is open.')
		return this.#replay
	}
}
