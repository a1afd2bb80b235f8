/** Puts together what an open conversation needs: its transport, its messages, its history. */
import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import { fetchMessages } from '../../data/api/queries.ts'
import { History } from '../history.ts'
import { fromStored } from '../messages/messages.ts'
import { RunStore } from './run-store.ts'
import { browserPorts, FairleadTransport, type TransportOptions } from './transport.ts'

export interface OpenRun {
	readonly transport: FairleadTransport
	readonly store: RunStore
	readonly history: History
}

/** @param options.first the newest page of history */
export function openRun(
	options: Pick<TransportOptions, 'conversationId' | 'settings' | 'roomOpen' | 'onLink'> & {
		first: MessagePage
		onEnd: () => void
	},
): OpenRun {
	const { first, onEnd, ...rest } = options
	const transport = new FairleadTransport({
		...rest,
		ports: browserPorts,
		onStreamLost: () => void history.refresh(),
	})
	const { before } = first
	const store = new RunStore({
		transport,
		messages: first.messages.map(fromStored),
		before,
		onEnd,
	})
	const history: History = new History({
		shown: store,
		read: (cursor) => fetchMessages(options.conversationId, cursor),
		// The server says whether a run is active: an event may be lost, or late.
		onNewest: ({ activeRun }) => {
			if (activeRun !== null && !store.following) void store.resume()
		},
	})
	return { transport, store, history }
}
