/** Notices that the calls of a relay's MCP client have come further. In memory: after an eviction it is told once more. */
import type { ConversationStore } from './conversation-store.ts'

type Store = Pick<ConversationStore, 'latestRun' | 'calls' | 'inbox'>

export class DeskNews {
	#told = ''

	/** After a commit. True: the room should look. */
	isNew(store: Store): boolean {
		const run = store.latestRun()
		// Their calls never enter the run of a model. Of other runs, a commit costs no more than this.
		if (run?.author.kind !== 'relay') return false
		const calls = store.calls(run.id).map(({ callId, state }) => [callId, state])
		const waiting = store.inbox().map(({ id }) => id)
		const now = JSON.stringify([run.id, run.state, calls, waiting])
		if (now === this.#told) return false
		this.#told = now
		return true
	}
}
