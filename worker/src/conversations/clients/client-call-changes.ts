/** Notices that the room has something to do for the calls of a relay's MCP client. In memory: after an eviction it is told once more. */
import { isEnded } from '../../agent/run/run-state.ts'
import type { ConversationStore } from '../conversation-store.ts'

type Store = Pick<ConversationStore, 'latestRun' | 'calls' | 'inbox'>

export class ClientCallChanges {
	#told: ReadonlySet<string> = new Set()

	/** After a commit. True: the room should look. */
	isNew(store: Store): boolean {
		const run = store.latestRun()
		// Their calls never enter the run of a model. Of other runs, a commit costs no more than this.
		if (run?.author.kind !== 'relay') return false
		// A call that was approved or sent only goes its way. One that neither waits nor is made any more is gone.
		const facts = new Set([
			`${run.id} ${isEnded(run) ? 'ended' : 'active'}`,
			`waiting ${store.inbox().map(({ id }) => id)}`,
			...store.calls(run.id).flatMap(({ callId, state, outcome }) => {
				if (outcome) return [`done ${callId}`]
				return state === 'awaiting_approval' ? [`asks ${callId}`] : []
			}),
		])
		const before = this.#told
		this.#told = facts
		return [...facts].some((fact) => !before.has(fact))
	}
}
