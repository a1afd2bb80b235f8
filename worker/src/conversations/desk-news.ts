/** Notices that the calls of a relay's MCP client have come further. In memory: after an eviction it is told once more. */
import type { ConversationStore } from './conversation-store.ts'

type Store = Pick<ConversationStore, 'latestRun' | 'calls' | 'inbox'>

export class DeskNews {
	#told = ''

	/** After a commit. True: the room should look. */
	isNew(store: Store): boolean {
		const run = store.latestRun()
		const waiting = store.inbox().filter(({ options }) => options.author.kind === 'relay')
		if (run?.author.kind !== 'relay' && waiting.length === 0) return false
		const calls = run ? store.calls(run.id).map(({ callId, state }) => [callId, state]) : []
		const now = JSON.stringify([run?.id, run?.state, calls, waiting.map(({ id }) => id)])
		if (now === this.#told) return false
		this.#told = now
		return true
	}
}
