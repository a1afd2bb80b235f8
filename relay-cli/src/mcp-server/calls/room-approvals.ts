/** Calls of MCP clients that people may approve on the project's page: the project's room asks them, and runs the call. */
import { randomBytes } from 'node:crypto'
import type { McpCall } from '@fairlead/protocol/mcp'
import { type CallOutcome, failed, type Withdrawal } from '@fairlead/protocol/wire/calls'
import { DESK_CALLS, type DeskAnswer, type DeskEnded } from '@fairlead/protocol/wire/relay-link'
import type { DeskLink, DeskRoom } from '../../link/desk-link.ts'
import type { Clock } from '../../platform/clock.ts'
import type { LinkState } from '../../platform/events.ts'
import { cancelled } from '../../platform/verdicts.ts'

const ID_BYTES = 14
const MAX_CLIENT_CHARS = 200

/** A call that the room has. */
export interface PageCall {
	/** The conversation in which people are asked; null: an older server does not tell. */
	readonly conversationId: string | null
	/** How it ended: it ran, was denied, or nobody answered. Never rejects. */
	readonly outcome: Promise<CallOutcome>
	/** The client's user answered. The first answer counts, here or on the page. */
	answer(approved: boolean): void
	/** Nobody waits for the call now. `reason`: told to the people who are asked. */
	withdraw(reason?: Withdrawal): void
}

/** The client that makes a call. */
export interface Asker {
	/** The client's name, as it says. */
	readonly client: string
	/** The coding agent's session; its calls get a conversation of their own. */
	readonly session?: string | undefined
}

export interface RoomApprovalsPorts {
	readonly clock: Clock
	roomOf(editorKey: string): DeskRoom | undefined
}

interface Waiting {
	readonly room: string
	readonly link: DeskLink
	readonly settle: (outcome: CallOutcome) => void
	/** Sent again on each connection. */
	answer: DeskAnswer | null
}

export class RoomApprovals {
	readonly #ports: RoomApprovalsPorts
	readonly #waiting = new Map<string, Waiting>()
	/** Functions by room that end the wait for a connection that was lost. */
	readonly #lost = new Map<string, () => void>()

	constructor(ports: RoomApprovalsPorts) {
		this.#ports = ports
	}

	/** Returns null if nobody can be asked on a page. Never rejects. */
	async hand(
		editorKey: string,
		{ client, session }: Asker,
		{ name, params }: Pick<McpCall, 'name' | 'params'>,
		/** Nobody is asked; it is shown, and can be reverted. */
		allowed: boolean,
	): Promise<PageCall | null> {
		const room = this.#ports.roomOf(editorKey)
		if (!room?.link.takesDeskCalls) return null
		if (this.waitingIn(room.name).length >= DESK_CALLS.maxOpen) return null
		const id = `mcp_${randomBytes(ID_BYTES).toString('hex')}`
		const { promise, resolve } = Promise.withResolvers<CallOutcome>()
		const { link } = room
		this.#waiting.set(id, { room: room.name, link, settle: resolve, answer: null })
		const call = {
			id,
			editorKey,
			client: client.slice(0, MAX_CLIENT_CHARS),
			...(session === undefined ? {} : { session }),
			name,
			params,
			...(allowed ? { allowed } : {}),
		}
		const asked = await link.askPeople(call).catch(() => null)
		if (!asked?.open) {
			this.#waiting.delete(id)
			return null
		}
		return {
			conversationId: asked.conversationId ?? null,
			outcome: promise,
			answer: (approved) => this.#answer({ id, approved }),
			withdraw: (reason) => {
				if (!this.#waiting.has(id)) return
				// A lost message does no harm: the next hello does not name the call.
				link.withdrawDeskCalls({ ids: [id], ...(reason ? { reason } : {}) })
				this.#settle(id, cancelled())
			},
		}
	}

	/** Ids of the waiting calls, which the hello to the room names. */
	waitingIn(room: string): string[] {
		return [...this.#waiting].filter(([, one]) => one.room === room).map(([id]) => id)
	}

	/** The room says how a call ended. */
	ended(room: string, { id, outcome }: DeskEnded): void {
		if (this.#waiting.get(id)?.room === room) this.#settle(id, outcome)
	}

	/** A connection that is lost may come back; answers given meanwhile are sent then. */
	linkChanged(room: string, { kind }: LinkState): void {
		switch (kind) {
			case 'linked':
				this.#lost.get(room)?.()
				this.#lost.delete(room)
				for (const { room: of, link, answer } of this.#waiting.values())
					if (of === room && answer) link.answerDeskCall(answer)
				return
			case 'waiting':
				if (this.#lost.has(room) || this.waitingIn(room).length === 0) return
				this.#lost.set(
					room,
					this.#ports.clock.after(DESK_CALLS.awayMs, () => this.#giveUp(room)),
				)
				return
			case 'stopped':
			case 'closed':
				this.#giveUp(room)
				return
			case 'dialing':
			case 'greeting':
				return
			default:
				kind satisfies never
		}
	}

	#answer(answer: DeskAnswer): void {
		const waiting = this.#waiting.get(answer.id)
		if (!waiting) return
		waiting.answer = answer
		waiting.link.answerDeskCall(answer)
	}

	#giveUp(room: string): void {
		this.#lost.get(room)?.()
		this.#lost.delete(room)
		for (const id of this.waitingIn(room)) this.#settle(id, LINK_LOST)
	}

	#settle(id: string, outcome: CallOutcome): void {
		const waiting = this.#waiting.get(id)
		this.#waiting.delete(id)
		waiting?.settle(outcome)
	}
}

/** It may have run before the connection was lost. */
const LINK_LOST = failed(
	'effect_unknown',
	'The relay lost its connection to Fairlead while the project had this call.',
	{ hint: 'Look whether it ran. If not, call it again.' },
)
