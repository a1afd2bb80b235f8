/** Permissions that people are asked for on the page: the conversation with the question, and whether the session still waits. */
import type { FollowedFile } from '../desk/followed-file.ts'

export interface PermissionWait {
	readonly sessionId: string
	/** The sub-agent that asks; null if the session itself does. */
	readonly subId: string | null
	/** The conversation with the question. */
	readonly conversationId: string | null
	/** Called once, when the session no longer asks. `answered`: it has continued; false: it has ended, or is no longer shown. */
	readonly over: (answered: boolean) => void
}

export class PermissionWaits {
	/** Waits, and whether the session of each was seen waiting: the hook may come before that is known. */
	readonly #waits = new Map<PermissionWait, boolean>()

	/** @returns a function that ends the wait */
	add(wait: PermissionWait): () => void {
		this.#waits.set(wait, false)
		return () => this.#waits.delete(wait)
	}

	/** The newest question of this session, or of this sub-agent. */
	conversationOf({ sessionId, subId }: Pick<FollowedFile, 'sessionId' | 'subId'>): string | null {
		const of = [...this.#waits.keys()].filter(
			(wait) => wait.sessionId === sessionId && wait.subId === subId,
		)
		return of.at(-1)?.conversationId ?? null
	}

	/** Ends the waits of sessions that have continued. */
	look(files: Iterable<FollowedFile>): void {
		if (this.#waits.size === 0) return
		const all = [...files]
		for (const [wait, wasWaiting] of [...this.#waits]) {
			const file = all.find(
				({ sessionId, subId }) => sessionId === wait.sessionId && subId === wait.subId,
			)
			const isGone = !file || file.session.ended !== null
			const isWaiting = !isGone && file.session.permission?.by === 'hook'
			if (isWaiting) this.#waits.set(wait, true)
			else if (wasWaiting || isGone) {
				this.#waits.delete(wait)
				wait.over(!isGone)
			}
		}
	}
}
