/**
 * The queue of waiting messages. Right before a message enters a run or begins one, its author's
 * rights are read again. The answer is not stored: an instance that starts later reads it anew.
 */
import { permissionFor } from '../../source/run-source.ts'
import type { ChunkLog } from '../../stream/chunk-log.ts'
import type { MachinePorts } from '../machine-ports.ts'
import type { RunEvents } from '../run-events.ts'
import { isEnded, type Next } from '../run-state.ts'
import type { Commit } from '../transaction.ts'
import type { InboxMessage } from './inbox.ts'
import { type WithdrawnBy, withdraw } from './withdrawals.ts'

/** If an author's rights cannot be read, the message waits this long before the next try. */
const PUT_OFF_MS = 5_000

/** Whether waiting messages enter a run, or begin one, with this step. */
const letsIn = (next: Next): boolean =>
	next.do === 'start-next' ||
	next.do === 'interrupt' ||
	next.do === 'end-tools' ||
	(next.do === 'model' && next.again === null)

export class MessageQueue {
	readonly #ports: MachinePorts
	readonly #commit: Commit
	readonly #events: RunEvents
	/** Ids of messages whose authors may write. */
	readonly #allowed = new Set<string>()
	/** The time at which the rights of a message's author are read again, by message id; Unix ms. */
	readonly #putOff = new Map<string, number>()

	constructor(ports: MachinePorts, commit: Commit, news: RunEvents) {
		this.#ports = ports
		this.#commit = commit
		this.#events = news
	}

	/**
	 * Messages that may enter, in order, up to the first one whose author's rights could not be read: no message overtakes
	 * another. A client's call waits for the end of a run that asks a model, which would read the call as words.
	 */
	ready(): readonly InboxMessage[] {
		const { store } = this.#ports
		const all = store.inbox()
		if (all.length === 0) return all
		const run = store.latestRun()
		const wordsOnly = run !== null && !isEnded(run) && run.source.kind === 'model'
		const waiting = wordsOnly ? all.filter(({ options }) => options.source.kind === 'model') : all
		if (this.#putOff.size === 0) return waiting
		const now = this.#ports.clock()
		const first = waiting.findIndex(({ id }) => (this.#putOff.get(id) ?? 0) > now)
		return first === -1 ? waiting : waiting.slice(0, first)
	}

	/** The messages that enter with the next step. Returns null if {@link admit} has to be called first. */
	entering(next: Next, ready: readonly InboxMessage[]): readonly InboxMessage[] | null {
		if (!letsIn(next)) {
			// These rights were read for a step that did not happen; for a later one they are too old.
			this.#allowed.clear()
			return []
		}
		if (!ready.every(({ id }) => this.#allowed.has(id))) return null
		// After an interruption they enter with the next step.
		if (next.do !== 'interrupt') this.#allowed.clear()
		return ready
	}

	/** Reads the authors' rights, which takes a while, and withdraws the messages that may not enter. */
	async admit(messages: readonly InboxMessage[], log: ChunkLog): Promise<void> {
		for (const { id } of await this.#refused(messages)) this.#turnAway(id, log)
	}

	/** Withdraws a message that has not entered yet; false if it has, or is unknown. */
	withdraw(id: string, by: WithdrawnBy): boolean {
		return this.#withdraw(id, by, null)
	}

	/** Withdraws everything that waits. */
	withdrawAll(by: WithdrawnBy): readonly InboxMessage[] {
		return this.#ports.store.inbox().filter(({ id }) => this.withdraw(id, by))
	}

	/** The messages whose authors may not write. Never rejects. */
	async #refused(messages: readonly InboxMessage[]): Promise<readonly InboxMessage[]> {
		const { mayWrite, clock, log } = this.#ports
		const asked = messages.map(({ options }) => mayWrite(options.author, permissionFor(options)))
		const verdicts = await Promise.allSettled(asked)
		return messages.filter(({ id }, index) => {
			const verdict = verdicts[index]
			if (verdict?.status !== 'fulfilled') {
				this.#putOff.set(id, clock() + PUT_OFF_MS)
				log({ level: 'warn', event: 'rights_unknown', error: String(verdict?.reason) })
				return false
			}
			this.#putOff.delete(id)
			if (verdict.value) this.#allowed.add(id)
			return !verdict.value
		})
	}

	/** Withdraws a message whose author may not write; an active run's answer says so at once. */
	#turnAway(id: string, log: ChunkLog): void {
		const { store } = this.#ports
		const run = store.latestRun()
		const begun = run?.id === log.runId && !isEnded(run) && store.lastStep(run.id) !== null
		this.#withdraw(id, null, begun ? log : null)
	}

	/** `log`: the stream of a run between two steps. Without it, the newest answer shows the notice when it is read. */
	#withdraw(id: string, by: WithdrawnBy, log: ChunkLog | null): boolean {
		const { store, clock } = this.#ports
		const done = this.#commit(log, () => {
			const message = store.inbox().find((one) => one.id === id)
			if (!message) return false
			const notice = withdraw(store, message, by)
			const answer = store.latestRun()?.messageId
			if (notice && log) {
				log.append({ type: 'data-notice', ...notice })
				log.flush()
			} else if (notice && answer !== undefined) {
				store.addNotice(answer, notice)
				store.enqueue({ topic: 'answer-changed', messageId: answer }, clock())
			}
			return true
		})
		if (done) this.#events.queueChanged(store.latestRun())
		return done
	}
}
