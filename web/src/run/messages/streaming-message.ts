/** The answer that a stream is writing, for the parts of the page that show its text. */
import { createContext, use, useSyncExternalStore } from 'react'
import type { RunShown, RunStore } from '../stream/run-store.ts'
import type { ChatMessage } from './messages.ts'

type StreamingMessage = Pick<RunStore, 'subscribe' | 'getGrowing' | 'getSnapshot'>

const NOTHING: RunShown = { messages: [], before: null, status: 'ready', error: undefined }

export const StreamingMessageContext = createContext<StreamingMessage>({
	subscribe: () => () => undefined,
	getGrowing: () => null,
	getSnapshot: () => NOTHING,
})

/** The message with its latest text. Only what calls this is rendered for a delta. */
export function useStreamingMessage<M extends ChatMessage | undefined>(message: M): M {
	const { subscribe, getGrowing } = use(StreamingMessageContext)
	const get = () => {
		const growing = getGrowing()
		return growing !== null && growing.id === message?.id ? (growing as M) : message
	}
	return useSyncExternalStore(subscribe, get, get)
}
