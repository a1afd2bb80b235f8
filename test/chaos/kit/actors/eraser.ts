/**
 * The deletion of an account after it was announced: what the person may do ends, however often it takes. What the
 * eraser deletes then is told in its own tests.
 */
import { authorOf } from '../../../../worker/src/access/author.ts'
import { endAllSessions } from '../../../../worker/src/accounts/end-rights.ts'
import { planDeletion } from '../../../../worker/src/accounts/erasure/plan.ts'
import { database } from '../../../../worker/src/db/client.ts'
import { changeMembership } from '../../../../worker/src/projects/membership.ts'
import type { Scheduler } from '../scheduler.ts'

/** The pauses with which the product's eraser begins. */
const UNSURE_MS = 60_000
const PAUSE_MS = 2_000

export class Erasers {
	readonly #scheduler: Scheduler
	readonly #env: never
	readonly #now: () => number
	readonly #ended = new Map<string, PromiseWithResolvers<void>>()

	constructor(scheduler: Scheduler, env: object, now: () => number) {
		this.#scheduler = scheduler
		this.#env = { ...env, ACCOUNT_ERASER: this } as never
		this.#now = now
	}

	get env(): object {
		return this.#env
	}

	getByName(userId: string) {
		return {
			begin: async (): Promise<void> => {
				this.#scheduler.after(UNSURE_MS, () => void this.#run(userId))
			},
			go: async (): Promise<void> => void this.#run(userId),
		}
	}

	/** Resolves when every right of this person has ended, and what was open with it is closed. */
	ended(userId: string): Promise<void> {
		return this.#outcome(userId).promise
	}

	#outcome(userId: string): PromiseWithResolvers<void> {
		const outcome = this.#ended.get(userId) ?? Promise.withResolvers<void>()
		this.#ended.set(userId, outcome)
		return outcome
	}

	async #run(userId: string): Promise<void> {
		const db = database((this.#env as { DB: never }).DB)
		for (;;) {
			try {
				await endAllSessions(this.#env, db, userId, this.#now())
				const { leaves } = await planDeletion(db, userId)
				const author = authorOf({ kind: 'system' })
				for (const { id: projectId } of leaves) {
					await changeMembership(this.#env, db, { projectId, userId }, null, author, this.#now())
				}
				this.#outcome(userId).resolve()
				return
			} catch {
				await this.#scheduler.sleep(PAUSE_MS)
			}
		}
	}
}
