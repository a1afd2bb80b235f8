/** When a session takes the card of another: `/clear` and `/resume` begin a new file in the same terminal. */
import type { Clock } from '../../platform/clock.ts'
import type { HookEvent } from '../session/hook-event.ts'
import type { CardBindings } from './card-bindings.ts'
import type { FollowedFile } from './followed-file.ts'
import type { SessionBoard } from './session-board.ts'

/** After its end by `/clear`, a session's successor has this long to begin. */
const GRACE_MS = 2_000

export class CardChanges {
	readonly #clock: Clock
	readonly #board: SessionBoard
	readonly #bindings: CardBindings
	/** Sessions whose end may be a beginning, with the end of their time. */
	readonly #ending = new Map<string, () => void>()
	/** The session that each process had. */
	#processes: ReadonlyMap<number, string> = new Map()

	constructor(clock: Clock, board: SessionBoard, bindings: CardBindings) {
		this.#clock = clock
		this.#board = board
		this.#bindings = bindings
	}

	/** `end` runs unless another session begins in its place. */
	ends({ sessionId, reason }: HookEvent & { kind: 'session-end' }, end: () => void): void {
		if (reason !== 'clear' && reason !== 'resume') {
			end()
			return
		}
		this.#ending.get(sessionId)?.()
		const cancel = this.#clock.after(GRACE_MS, () => {
			this.#ending.delete(sessionId)
			end()
		})
		this.#ending.set(sessionId, cancel)
	}

	begins({ sessionId, source, transcript }: HookEvent & { kind: 'session-start' }): void {
		if (source !== 'clear' && source !== 'resume') return
		const before = [...this.#ending.keys()].findLast((ended) => {
			const path = this.#board.of(ended)?.path
			return path === undefined || transcript === null || folderOf(path) === folderOf(transcript)
		})
		if (before === undefined) return
		this.#ending.get(before)?.()
		this.#ending.delete(before)
		this.#bind(sessionId, before)
	}

	/** Takes Claude Code's registry: a process that has another session than before. */
	registered(now: ReadonlyMap<number, string>): void {
		for (const [pid, sessionId] of now) {
			const before = this.#processes.get(pid)
			if (before !== undefined && before !== sessionId) this.#bind(sessionId, before)
		}
		this.#processes = now
	}

	/** A file that `/clear` began, where nothing said whose: the session in its folder that was heard last before. */
	cleared(file: FollowedFile): void {
		const { session, sessionId } = file
		if (
			file.isOwn ||
			!session.isCleared ||
			this.#bindings.has(sessionId) ||
			file.place.kind !== 'inside'
		)
			return
		const { real } = file.place
		const before = [...this.#board.current().values()]
			.filter(
				(other) =>
					other !== file &&
					!other.isOwn &&
					other.place.kind === 'inside' &&
					other.place.real === real &&
					other.session.ended === null &&
					other.saidAt > 0 &&
					other.saidAt <= file.firstAt,
			)
			.sort((a, b) => b.saidAt - a.saidAt)[0]
		if (before) this.#bind(sessionId, before.sessionId)
	}

	/** A session that was thought to have been cleared continues: its card is its own again. */
	continued(file: FollowedFile): void {
		const agentId = this.#bindings.agentOf(file.sessionId)
		const current = this.#board.current().get(agentId)
		if (!current || current === file) return
		if (file.saidAt > this.#bindings.boundAt(current.sessionId) + GRACE_MS)
			this.#bindings.release(current.sessionId)
	}

	close(): void {
		for (const cancel of this.#ending.values()) cancel()
		this.#ending.clear()
	}

	#bind(sessionId: string, before: string): void {
		if (sessionId === before) return
		const agentId = this.#bindings.agentOf(before)
		this.#bindings.bind(sessionId, agentId, this.#clock.now())
		this.#board.of(before)?.tell({ kind: 'replaced' })
	}
}

const folderOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, '')
