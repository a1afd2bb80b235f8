/** One open conversation: its history, the active run, and the reader's actions. */
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import {
	type MessagePage,
	type QueuedMessage,
	StopResult,
} from '@fairlead/protocol/conversations/messages'
import type { RevertPart } from '@fairlead/protocol/conversations/revert'
import { ENDED_RUN_STATES, type RunState, type Steer } from '@fairlead/protocol/conversations/runs'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { api } from '../data/api/client.ts'
import { ApiError, toApiError } from '../data/api/problem.ts'
import { conversationQuery, conversationsQuery } from '../data/api/queries.ts'
import { useRoomStore } from '../data/room/room-context.tsx'
import { targetSeat } from '../data/room/target-seat.ts'
import { type ChatMessage, type Draft, draftOf, partsOf, withRevert } from './messages/messages.ts'
import { openPart } from './sending/open-text.ts'
import { postQueued, useQueue } from './sending/queue.ts'
import { unsent } from './sending/unsent.ts'
import { openRun } from './stream/open-run.ts'
import type { RunStore } from './stream/run-store.ts'
import { type Link, MessageQueued } from './stream/transport.ts'

/** States in which the server has closed the run's stream. */
const WAITING: ReadonlySet<RunState> = new Set(['waiting_approval', 'waiting_editor'])

export interface ConversationView {
	/** Has the answer that grows. */
	readonly store: RunStore
	readonly messages: readonly ChatMessage[]
	/** A run is active, started here or by someone else. */
	readonly live: boolean
	readonly link: Link
	readonly error: ApiError | null
	readonly hasOlder: boolean
	readonly loadOlder: () => Promise<void>
	/** Lets go of messages far above; called while the reader is at the end. */
	readonly evict: () => void
	/** Sends a message; during a run it enters at the next step, or at once with `interrupt`. */
	readonly send: (draft: Draft, steer?: Steer) => void
	/** Messages that have not entered the run yet. */
	readonly queued: readonly QueuedMessage[]
	/** Returns a queued message to the composer. */
	readonly withdraw: (id: string) => void
	readonly stop: () => void
	readonly stopping: boolean
	/** Reconnects to a waiting run's stream at once: a person has just answered it. */
	readonly lookAgain: () => void
	/** Shows a revert that has just begun. */
	readonly showRevert: (part: RevertPart) => void
	/** Given back because its message was refused; taken once. */
	readonly returned: Draft | null
	readonly takeReturned: () => void
	/** A message did not reach the server, and was not sent again yet. */
	readonly notSent: boolean
}

const NOTHING_QUEUED: readonly QueuedMessage[] = []

/** @param first the newest page of history, read before this is mounted. */
export function useConversation(conversation: Conversation, first: MessagePage): ConversationView {
	const { id, projectId } = conversation
	const room = useRoomStore()
	const client = useQueryClient()
	const [link, setLink] = useState<Link>('idle')
	const [returned, setReturned] = useState<Draft | null>(null)
	const [refused, setRefused] = useState<ApiError | null>(null)
	const [notSent, setNotSent] = useState(false)
	const [stopping, setStopping] = useState(false)
	const roomRef = useRef(room)
	roomRef.current = room
	const settings = useRef(() => ({ mode: conversation.mode }))
	// A mode that was just chosen counts before it is drawn.
	settings.current = () => {
		const { mode } = client.getQueryData(conversationQuery(id).queryKey) ?? conversation
		return { mode }
	}
	const queue = useQueue(id, first.queued ?? NOTHING_QUEUED)
	const onEnd = useRef<() => void>(() => undefined)
	const { transport, store, history } = useMemo(
		() =>
			openRun({
				conversationId: id,
				first,
				settings: () => settings.current(),
				roomOpen: () => roomRef.current?.getSnapshot().link === 'open',
				onLink: setLink,
				onEnd: () => onEnd.current(),
			}),
		[id, first],
	)
	const { messages, before, status, error } = useSyncExternalStore(
		store.subscribe,
		store.getSnapshot,
	)
	const { refresh } = history
	const live = status === 'submitted' || status === 'streaming'
	const liveRef = useRef(live)
	liveRef.current = live

	/** Another run began before the one on screen was read to its end. */
	const nextRun = useRef(false)
	onEnd.current = () => {
		setStopping(false)
		// Messages that waited when the run ended begin the next one.
		if (nextRun.current || queue.list.length > 0) {
			nextRun.current = false
			void Promise.all([refresh(), queue.refresh()])
		}
		// With a room its events keep the list right; the list read now may still be behind them.
		if (room?.getSnapshot().link === 'open') return
		void client.invalidateQueries({ queryKey: conversationsQuery(projectId).queryKey })
	}

	const refreshQueue = queue.refresh
	const runId = messages.at(-1)?.metadata?.runId
	const runIdRef = useRef(runId)
	runIdRef.current = runId
	// The run that was on when the page opened is followed from its beginning. Leaving the conversation ends the connection;
	// the run itself goes on. React may take effects back and repeat them: then it is followed again.
	const left = useRef<typeof store | null>(null)
	useEffect(() => {
		if (first.activeRun !== null || left.current === store) void store.resume()
		return () => {
			left.current = store.following ? store : null
			store.leave()
		}
	}, [first, store])

	// Runs of other viewers, and our own after a wait.
	useEffect(() => {
		if (!room) return
		return room.onRunChanged((event) => {
			if (event.conversationId !== id) return
			if (event.answerChanged) return void refresh()
			if (event.queued !== undefined) void refreshQueue()
			if (liveRef.current) {
				const other = runIdRef.current !== undefined && event.runId !== runIdRef.current
				if (other && !ENDED_RUN_STATES.has(event.state)) nextRun.current = true
				// A run that starts to wait sends nothing more until it waits for something else.
				if (!WAITING.has(event.state) || event.waitChanged) transport.wake()
				return
			}
			void refresh()
		})
	}, [room, id, transport, refresh, refreshQueue])

	// The outcome of a revert is in its message, even if someone else started it.
	useEffect(
		() =>
			room?.onRevertChanged((event) => {
				if (event.conversationId === id) void refresh()
			}),
		[room, id, refresh],
	)
	const showRevert = useCallback(
		(part: RevertPart) => {
			store.update((shown) => withRevert(shown, part))
			// It may have ended before this page heard that it had begun.
			void refresh()
		},
		[store, refresh],
	)

	// A message leaves the queue where the stream shows that it has entered.
	const { entered } = queue
	const steered = messages.at(-1)?.parts
	useEffect(() => {
		const ids = steered?.flatMap((part) => (part.type === 'steering-message' ? [part.id] : []))
		if (ids && ids.length > 0) entered(new Set(ids))
	}, [steered, entered])

	// Notifications sent while the socket was down are lost, so both its ends are a reason to look;
	// the editor's phase is one because it is what a waiting run waits for.
	useEffect(() => {
		if (!room) return
		const look = () => {
			const { link, state } = room.getSnapshot()
			return `${link} ${targetSeat(state)?.phase}`
		}
		let seen = look()
		// Events between the first read and the room's opening were not announced either.
		let missed = room.getSnapshot().link !== 'open'
		return room.subscribe(() => {
			const now = look()
			if (now === seen) return
			seen = now
			transport.wake()
			const { link } = room.getSnapshot()
			if (link === 'reconnecting') missed = true
			if (link !== 'open') return
			// The server is back: its error no longer applies.
			setRefused(unlessOffline)
			if (missed) void refresh()
			else history.retry()
			missed = false
		})
	}, [room, transport, history, refresh])

	useEffect(() => {
		const back = () => setRefused(unlessOffline)
		addEventListener('online', back)
		return () => removeEventListener('online', back)
	}, [])

	useEffect(() => {
		const wake = () => {
			if (document.visibilityState !== 'visible') return
			transport.wake()
			history.retry()
		}
		addEventListener('online', wake)
		document.addEventListener('visibilitychange', wake)
		return () => {
			removeEventListener('online', wake)
			document.removeEventListener('visibilitychange', wake)
		}
	}, [transport, history])

	const addQueued = queue.add
	const withOpen = useCallback(
		(draft: Draft) => [...openPart(store.messages), ...partsOf(draft)],
		[store],
	)
	const steerRun = useCallback(
		async (draft: Draft, messageId: string, steer: Steer) => {
			const { mode } = settings.current()
			try {
				const posted = await postQueued({
					conversationId: id,
					messageId,
					parts: withOpen(draft),
					steer,
					mode,
				})
				if (posted.kind === 'queued') addQueued(posted.message)
				else if (liveRef.current) nextRun.current = true
				else await refresh()
				transport.wake()
			} catch (failure) {
				setRefused(toApiError(failure))
				setNotSent(toApiError(failure).code === 'offline')
				unsent.keep(id, draft, messageId)
				setReturned(draft)
			}
		},
		[id, addQueued, refresh, transport, withOpen],
	)
	const send = useCallback(
		(draft: Draft, steer: Steer = 'step') => {
			setRefused(null)
			setNotSent(false)
			const shown = new Set(store.messages.map((message) => message.id))
			const messageId = unsent.idFor(id, draft, shown)
			if (liveRef.current) void steerRun(draft, messageId, steer)
			else void store.send({ id: messageId, role: 'user', parts: withOpen(draft) })
		},
		[id, store, steerRun, withOpen],
	)
	const withdrawQueued = queue.withdraw
	const withdraw = useCallback(
		(messageId: string) => {
			withdrawQueued(messageId).then(setReturned, (failure: unknown) =>
				setRefused(toApiError(failure)),
			)
		},
		[withdrawQueued],
	)

	// A message that the server never accepted returns to the composer.
	useEffect(() => {
		if (!error) return
		if (error instanceof MessageQueued) {
			const { queued } = error
			addQueued(queued)
			store.update((shown) => shown.filter((message) => message.id !== queued.id))
			store.clearError()
			void refresh()
			return
		}
		const problem = toApiError(error)
		const last = messages.at(-1)
		if (!(error instanceof ApiError) || last?.role !== 'user') return
		setRefused(problem)
		setNotSent(problem.code === 'offline')
		const draft = draftOf(last)
		unsent.keep(id, draft, last.id)
		setReturned(draft)
		store.update((shown) => shown.filter((message) => message.id !== last.id))
		store.clearError()
		if (problem.code === 'run_active') void refresh()
	}, [id, error, messages, store, refresh, addQueued])

	const newest = messages.at(-1)
	/** null: it has not said its name yet. An answer above the newest message belongs to another run. */
	const shownRun = newest?.role === 'assistant' ? (newest.metadata?.runId ?? null) : null
	/** The run that the server was last asked to stop; null: the newest. */
	const stopAsked = useRef<string | null>(null)
	const askToStop = useCallback(
		async (run: string | null) => {
			stopAsked.current = run
			try {
				const { runId } = await api(StopResult, `/api/conversations/${id}/stop`, {
					method: 'POST',
					body: run === null ? {} : { runId: run },
				})
				transport.wake()
				// The server names the newest run, also one that was over before: then nothing was stopped.
				const over = store.messages.some(
					({ metadata }) => metadata?.runId === runId && metadata?.state !== undefined,
				)
				if (runId !== null && !over) return
				// It may have come before the message did: it is asked again once the run is named.
				if (run === null && liveRef.current) return
				setStopping(false)
				await refresh()
			} catch (failure) {
				setStopping(false)
				setRefused(toApiError(failure))
			}
		},
		[id, store, transport, refresh],
	)
	const stop = useCallback(() => {
		setStopping(true)
		void askToStop(shownRun)
	}, [askToStop, shownRun])
	useEffect(() => {
		if (!live) setStopping(false)
		else if (stopping && shownRun !== null && stopAsked.current === null) void askToStop(shownRun)
	}, [live, stopping, shownRun, askToStop])

	const takeReturned = useCallback(() => setReturned(null), [])
	const lookAgain = useCallback(() => transport.wake(), [transport])
	const streamError = error && messages.at(-1)?.role !== 'user' ? describeRunError(error) : null
	return {
		store,
		messages,
		live,
		link,
		error: refused ?? streamError,
		hasOlder: before !== null,
		loadOlder: history.loadOlder,
		evict: history.evict,
		send,
		queued: queue.list,
		withdraw,
		stop,
		stopping,
		lookAgain,
		returned,
		takeReturned,
		notSent,
		showRevert,
	}
}

const unlessOffline = (failure: ApiError | null): ApiError | null =>
	failure?.code === 'offline' ? null : failure

/** The stream's `error` chunk contains one sentence for the user. */
function describeRunError(error: Error): ApiError {
	if (error instanceof ApiError) return error
	return new ApiError('internal', error.message || 'The run failed.', {
		detail: 'Everything done so far is kept. Send a message to continue.',
	})
}
