/**
 * The messages that wait, as the machine handles them: who may still write is asked right before
 * messages enter a run or begin one. Of that nothing is stored; an instance that died in between
 * asks again.
 */
import type { ChunkLog } from '../stream/chunk-log.ts'
import type { InboxMessage } from './inbox.ts'
import type { MachinePorts } from './machine-ports.ts'
import type { RunNews } from './run-news.ts'
import { isEnded, type Next } from './run-state.ts'
import type { Commit } from './transaction.ts'
import { type WithdrawnBy, withdraw } from './withdrawals.ts'

/** Rights that could not be read are asked for again after this; until then the messages wait. */
const PUT_OFF_MS = 5_000

/** With this, messages that wait enter a run or begin one. */
const letsIn = (next: Next): boolean =>
	next.do === 'start-next' ||
	next.do === 'interrupt' ||
	next.do === 'end-tools' ||
	(next.do === 'model' && next.again === null)

export class MessageQueue {
	readonly #ports: MachinePorts
	readonly #commit: Commit
	readonly #news: RunNews
	/** Whose authors may write, by the message's id. */
	readonly #allowed = new Set<string>()
	/** Unix ms until when a message waits, by its id. */
	readonly #putOff = new Map<string, number>()

	constructor(ports: MachinePorts, commit: Commit, news: RunNews) {
		this.#ports = ports
		this.#commit = commit
		this.#news = news
	}

	/** In their order, up to the first whose rights could not be read just now: none overtakes another. */
	ready(): readonly InboxMessage[] {
		const waiting = this.#ports.store.inbox()
		if (this.#putOff.size === 0) return waiting
		const now = this.#ports.clock()
		const first = waiting.findIndex(({ id }) => (this.#putOff.get(id) ?? 0) > now)
		return first === -1 ? waiting : waiting.slice(0, first)
	}

	/** Those that enter with what comes next. Null: {@link admit} them first. */
	entering(next: Next, ready: readonly InboxMessage[]): readonly InboxMessage[] | null {
		if (!letsIn(next)) {
			// Rights that were read for a step that did not come are too old for the one after it.
			this.#allowed.clear()
			return []
		}
		if (!ready.every(({ id }) => this.#allowed.has(id))) return null
		// What was cut makes place for them: they enter with what comes next.
		if (next.do !== 'interrupt') this.#allowed.clear()
		return ready
	}

	/** Reads the rights of their authors, which takes a while. Takes back what may not enter. */
	async admit(messages: readonly InboxMessage[], log: ChunkLog): Promise<void> {
		for (const { id } of await this.#refused(messages)) this.#turnAway(id, log)
	}

	/** Takes a message back that has not entered; false when it has, or is not known. */
	withdraw(id: string, by: WithdrawnBy): boolean {
		return this.#withdraw(id, by, null)
	}

	/** Takes back all that waits. */
	withdrawAll(by: WithdrawnBy): readonly InboxMessage[] {
		return this.#ports.store.inbox().filter(({ id }) => this.withdraw(id, by))
	}

	/** Those whose authors may not write. Never rejects. */
	async #refused(messages: readonly InboxMessage[]): Promise<readonly InboxMessage[]> {
		const { mayWrite, clock, log } = this.#ports
		const asked = messages.map(({ options }) => mayWrite(options.author))
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

	/** Where the run goes on, its answer says so at once. */
	#turnAway(id: string, log: ChunkLog): void {
		const { store } = this.#ports
		const run = store.latestRun()
		const begun = run?.id === log.runId && !isEnded(run) && store.lastStep(run.id) !== null
		this.#withdraw(id, null, begun ? log : null)
	}

	/** `log`: of a run that is between two steps; else the newest answer says so when it is read. */
	#withdraw(id: string, by: WithdrawnBy, log: ChunkLog | null): boolean {
		const { store } = this.#ports
		const done = this.#commit(log, () => {
			const message = store.inbox().find((one) => one.id === id)
			if (!message) return false
			const notice = withdraw(store, message, by)
			const answer = store.latestRun()?.messageId
			if (notice && log) {
				log.append({ type: 'data-notice', ...notice })
				log.flush()
			} else if (notice && answer !== undefined) store.addNotice(answer, notice)
			return true
		})
		if (done) this.#news.queueChanged(store.latestRun())
		return done
	}
}
