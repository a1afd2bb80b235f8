/**
 * One WebSocket to a project's room, as a small store: its viewers, editors and
 * changes. Reconnects by itself; every reconnect says hello again and gets the whole state.
 */

import type { RevertChanged } from '@fairlead/protocol/conversations/revert'
import type { ChangeScope } from '@fairlead/protocol/editors/editors'
import {
	type CallOutcome,
	CallOutcome as CallOutcomeSchema,
	failed,
} from '@fairlead/protocol/wire/calls'
import { parseFrame, rpcNotification, rpcRequest } from '@fairlead/protocol/wire/json-rpc'
import {
	RoomState,
	type RunChanged,
	VIEWER_LINK,
	VIEWER_NEWS,
	type ViewerLink,
} from '@fairlead/protocol/wire/viewer-link'
import type * as z from 'zod/mini'
import { isFinal, LiveSocket, type Socket } from '../live-socket.ts'
import { targetSeat } from './target-seat.ts'

/** A read that has no answer after this long is given up; the editor may be reloading. */
const REQUEST_TIMEOUT_MS = 35_000
/** After a hello that the room refused or did not answer. */
const HELLO_RETRY_MS = 3_000

export type RoomLink = 'connecting' | 'open' | 'reconnecting' | 'refused'

export interface RoomSnapshot {
	readonly link: RoomLink
	/** null until the first hello was answered; kept, and marked by `link`, while the socket is away. */
	readonly state: RoomState | null
	/** Grows with each change of that part of the target's content. */
	readonly versions: Readonly<Record<ChangeScope, number>>
}

export interface RoomPorts {
	/** Asked when a dial failed, because browsers hide the status of a refused one. Never rejects. */
	readonly hasNoAccess: () => Promise<boolean>
}

const NO_VERSIONS: Readonly<Record<ChangeScope, number>> = {
	hierarchy: 0,
	selection: 0,
	console: 0,
	assets: 0,
	play: 0,
	scene: 0,
}
const ALL_SCOPES = Object.keys(NO_VERSIONS) as ChangeScope[]

type ToRoom = (typeof ViewerLink)['toRoom']
type Requests = ToRoom['requests']
/** Requests whose answer is an outcome. */
type Asked = {
	[M in keyof Requests]: Requests[M]['result'] extends typeof CallOutcomeSchema ? M : never
}[keyof Requests]
type Notes = ToRoom['notifications']
/** The store passes these on unchecked: each listener parses them with its own schema. */
type Raw = Exclude<keyof (typeof ViewerLink)['toViewer']['notifications'], keyof typeof VIEWER_NEWS>

type Pending = {
	settle: (result: { ok: true; value: unknown } | { ok: false; message: string }) => void
}

export class RoomStore {
	#snapshot: RoomSnapshot = { link: 'connecting', state: null, versions: NO_VERSIONS }
	readonly #socket: LiveSocket
	readonly #listeners = new Set<() => void>()
	readonly #runListeners = new Set<(event: RunChanged) => void>()
	readonly #revertListeners = new Set<(event: RevertChanged) => void>()
	readonly #rawListeners = new Map<string, Set<(params: unknown) => void>>()
	readonly #conversationListeners = new Set<(conversationId: string) => void>()
	readonly #pending = new Map<number, Pending>()
	#nextId = 1
	#conversationId: string | null = null
	readonly #ports: RoomPorts
	#asking = false
	#redial: ReturnType<typeof setTimeout> | undefined

	constructor(socket: Socket, ports: RoomPorts) {
		this.#ports = ports
		this.#socket = new LiveSocket(socket, {
			pingIntervalMs: VIEWER_LINK.pingIntervalMs,
			onOpen: () => void this.#hello(),
			onText: (text) => this.#receive(text),
			onClose: (code, opened) => this.#closed(code, opened),
		})
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}
	readonly getSnapshot = (): RoomSnapshot => this.#snapshot

	onRunChanged(listener: (event: RunChanged) => void): () => void {
		this.#runListeners.add(listener)
		return () => this.#runListeners.delete(listener)
	}
	onRevertChanged(listener: (event: RevertChanged) => void): () => void {
		this.#revertListeners.add(listener)
		return () => this.#revertListeners.delete(listener)
	}
	onConversationsChanged(listener: (conversationId: string) => void): () => void {
		this.#conversationListeners.add(listener)
		return () => this.#conversationListeners.delete(listener)
	}

	/** @param listener gets what is to be checked */
	on(method: Raw, listener: (params: unknown) => void): () => void {
		const listeners = this.#rawListeners.get(method) ?? new Set()
		this.#rawListeners.set(method, listeners.add(listener))
		return () => listeners.delete(listener)
	}

	/** Lost while the page is not connected: the socket would send it to another session of the room. */
	tell<M extends keyof Notes>(method: M, params: z.infer<Notes[M]>): void {
		if (this.#snapshot.link === 'open') this.#socket.send(rpcNotification(method, params))
	}

	/** Tells the other viewers which conversation is open here. */
	at(conversationId: string | null): void {
		if (conversationId === this.#conversationId) return
		this.#conversationId = conversationId
		this.tell('viewer.at', { conversationId })
	}

	/**
	 * Calls a read action of an editor. Never throws: a lost connection is a failed outcome.
	 * @param editorKey default: the target.
	 */
	async read(
		method: string,
		params: Record<string, unknown>,
		editorKey?: string,
	): Promise<CallOutcome> {
		return this.ask('room.read', {
			method,
			params,
			...(editorKey === undefined ? {} : { editorKey }),
		})
	}

	/** Never throws: a lost connection is a failed outcome. */
	async ask<M extends Asked>(
		method: M,
		params: z.infer<Requests[M]['params']>,
	): Promise<CallOutcome> {
		const answer = await this.#request(method, params)
		if (!answer.ok) {
			return failed('internal', answer.message, { hint: 'The page will try again automatically.' })
		}
		const outcome = CallOutcomeSchema.safeParse(answer.value)
		return outcome.success ? outcome.data : failed('internal', 'The response cannot be read.')
	}

	/** Returns the reason when the target could not be changed. */
	async setTarget(editorKey: string): Promise<string | null> {
		const answer = await this.#request('room.setTarget', { editorKey })
		if (!answer.ok) return answer.message
		this.#takeState(answer.value)
		this.#bump(ALL_SCOPES)
		return null
	}

	/** Lets this conversation's agent have its turn at the editor next. Returns the reason when it could not. */
	async letFirst(editorKey: string, conversationId: string): Promise<string | null> {
		const answer = await this.#request('room.letFirst', { editorKey, conversationId })
		if (answer.ok) this.#takeState(answer.value)
		return answer.ok ? null : answer.message
	}

	close(): void {
		clearTimeout(this.#redial)
		this.#socket.close()
		this.#failPending('The page was closed.')
	}

	async #hello(): Promise<void> {
		const answer = await this.#request(
			'viewer.hello',
			{
				protocolVersion: VIEWER_LINK.version,
				...(this.#conversationId === null ? {} : { conversationId: this.#conversationId }),
			},
			true,
		)
		if (!answer.ok) {
			// Without a hello the room sends nothing: reconnect, as after a lost connection.
			if (this.#socket.opened)
				this.#redial = setTimeout(() => this.#socket.reconnect(), HELLO_RETRY_MS)
			return
		}
		this.#set({ link: 'open' })
		this.#takeState(answer.value)
		this.#bump(ALL_SCOPES)
	}

	#request(
		method: string,
		params: unknown,
		handshake = false,
	): Promise<{ ok: true; value: unknown } | { ok: false; message: string }> {
		if (!handshake && this.#snapshot.link !== 'open') {
			return Promise.resolve({ ok: false, message: 'The page is not connected to the project.' })
		}
		const id = this.#nextId++
		return new Promise((resolve) => {
			const timer = setTimeout(() => {
				this.#pending.delete(id)
				resolve({ ok: false, message: 'The computer did not answer in time.' })
			}, REQUEST_TIMEOUT_MS)
			this.#pending.set(id, {
				settle: (result) => {
					clearTimeout(timer)
					this.#pending.delete(id)
					resolve(result)
				},
			})
			this.#socket.send(rpcRequest(id, method, params))
		})
	}

	#receive(text: string): void {
		const frame = parseFrame(text)
		switch (frame.kind) {
			case 'success':
				this.#pending.get(Number(frame.message.id))?.settle({
					ok: true,
					value: frame.message.result,
				})
				return
			case 'failure':
				this.#pending.get(Number(frame.message.id))?.settle({
					ok: false,
					message: frame.message.error.message,
				})
				return
			case 'notification':
				this.#notified(frame.message.method, frame.message.params)
				return
			case 'request':
			case 'malformed':
				return
			default:
				frame satisfies never
		}
	}

	#notified(method: string, params: unknown): void {
		const known = VIEWER_NEWS
		if (method === 'room.state') this.#takeState(params)
		else if (method === 'editor.changed') {
			const event = known['editor.changed'].safeParse(params)
			if (event.success && event.data.editorKey === this.#snapshot.state?.target) {
				this.#bump(event.data.scopes)
			}
		} else if (method === 'run.changed') {
			const event = known['run.changed'].safeParse(params)
			if (event.success) for (const listener of this.#runListeners) listener(event.data)
		} else if (method === 'room.mark') {
			const event = known['room.mark'].safeParse(params)
			if (event.success) this.#socket.send(rpcNotification('viewer.mark', event.data))
		} else if (method === 'revert.changed') {
			const event = known['revert.changed'].safeParse(params)
			if (event.success) for (const listener of this.#revertListeners) listener(event.data)
		} else if (method === 'conversations.changed') {
			const event = known['conversations.changed'].safeParse(params)
			if (!event.success) return
			for (const listener of this.#conversationListeners) listener(event.data.conversationId)
		} else for (const listener of this.#rawListeners.get(method) ?? []) listener(params)
	}

	#takeState(value: unknown): void {
		const parsed = RoomState.safeParse(value)
		if (!parsed.success) return
		const before = targetSeat(this.#snapshot.state)
		const after = targetSeat(parsed.data)
		this.#set({ state: parsed.data })
		const cameBack = before?.phase !== after?.phase && after?.phase === 'ready'
		if (before?.editorKey !== after?.editorKey || cameBack) this.#bump(ALL_SCOPES)
	}

	#closed(code: number, opened: boolean): void {
		this.#failPending('The connection was lost.')
		clearTimeout(this.#redial)
		// Closing a socket that is still dialling tells of it too.
		if (this.#snapshot.link === 'refused') return
		if (isFinal(code, opened)) {
			this.#refused()
			return
		}
		this.#set({ link: 'reconnecting' })
		if (!opened) void this.#lookForAccess()
	}

	/** A page whose person has signed out, or left the project, would be rejected again and again. */
	async #lookForAccess(): Promise<void> {
		if (this.#asking) return
		this.#asking = true
		const isRefused = await this.#ports.hasNoAccess()
		this.#asking = false
		if (isRefused && !this.#socket.opened) this.#refused()
	}

	#refused(): void {
		this.#set({ link: 'refused' })
		this.#socket.hangUp()
	}

	#failPending(message: string): void {
		for (const pending of [...this.#pending.values()]) pending.settle({ ok: false, message })
	}

	#bump(scopes: readonly ChangeScope[]): void {
		const versions = { ...this.#snapshot.versions }
		for (const scope of scopes) versions[scope]++
		this.#set({ versions })
	}

	#set(change: Partial<RoomSnapshot>): void {
		this.#snapshot = { ...this.#snapshot, ...change }
		for (const listener of this.#listeners) listener()
	}
}
