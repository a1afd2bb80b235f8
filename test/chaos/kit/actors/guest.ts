/**
 * Another person in the project, who has the page open and sends a message, and loses the right in the middle of
 * it: a member, sometimes one who was invited or whose script comes with an API token, or a visitor who follows by a share link.
 * Everything goes through the product's own routes.
 */

import { STREAM_HEADER } from '@fairlead/protocol/conversations/messages'
import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import type { Faults, RightsFault } from '../faults.ts'
import type { Http } from '../hosts/http.ts'
import type { ServerSocket } from '../hosts/room-sockets.ts'
import { makeWire, type WireEnd } from '../hosts/wire.ts'
import type { Random } from '../random.ts'
import type { Scheduler } from '../scheduler.ts'
import { STEER_ID } from '../script.ts'
import { GUEST_NAME } from './people.ts'
import type { SentFate } from './user.ts'

const RETRY_MS = 700
/** Longer than a storm: each try needs several answers of D1. */
const MAX_TRIES = 400
/** Wall-clock time until an expired session is over everywhere. */
const EXPIRY_SLACK_MS = 1_500
/** A frame that was sent before the end may still be on its way. */
const ON_THE_WAY_MS = 100
const LOOK_MS = 400
/** Share of the guests, where tokens are revoked at all. */
const TOKEN_SHARE = 0.4
const JUST_ENDED = 'Your access has just changed'

const GUEST = '-guest'
export const isOfGuest = (messageId: string): boolean => messageId.endsWith(GUEST)

export interface GuestPlan {
	readonly ends: RightsFault
	readonly startMs: number
	/** After the start. */
	readonly saysMs: number
	readonly endMs: number
}

/** @param tokens whether it comes with a token is drawn from this source alone */
export function planGuest(random: Random, tokens: Random, ends: readonly RightsFault[]): GuestPlan {
	const others = ends.filter((one) => one !== 'token_revoked')
	const picked = others.length > 0 ? random.pick(others) : 'token_revoked'
	const byToken = tokens.chance(TOKEN_SHARE) && ends.includes('token_revoked')
	return {
		ends: byToken ? 'token_revoked' : picked,
		startMs: random.between(0, 1_500),
		saysMs: random.between(0, 3_000),
		endMs: random.between(0, 6_000),
	}
}

export interface GuestWorld {
	readonly scheduler: Scheduler
	readonly faults: Faults
	readonly http: Http
	readonly projectId: string
	readonly conversationId: string
	/** Signs a new person in, as a member if there is a role; answers the session's secret. */
	signIn(userId: string, role: 'editor' | null, lifeMs: number | null): string
	/** Every right of a person who has deleted their account has ended. */
	erased(userId: string): Promise<void>
	/** The session secret of the project's owner. */
	readonly ownerSecret: string
	/** The fate of the guest's message. */
	sent(id: string, fate: SentFate): void
	/** Whether this message still waits to enter a run. */
	waits(id: string): boolean
	/** The moment at which the wall clock and the time of the run agree. */
	clockIsTrue(): boolean
}

type Status = number | 'lost'

export class Guest {
	/** Sentences about violations. */
	readonly troubles: string[] = []
	readonly #world: GuestWorld
	readonly #turn: number
	readonly #plan: GuestPlan
	readonly #sockets: ServerSocket[] = []
	#secret = ''
	/** A visitor's link, and the visit. */
	#shareId = ''
	#cookie: string | null = null
	/** A script's API token. */
	#token: { readonly id: string; readonly token: string } | null = null
	/** When the end of the right was confirmed; null: it is still valid. */
	#endedAt: number | null = null

	constructor(world: GuestWorld, turn: number, plan: GuestPlan) {
		this.#world = world
		this.#turn = turn
		this.#plan = plan
	}

	async run(mode: ConversationMode): Promise<void> {
		const { scheduler } = this.#world
		const { startMs, saysMs, endMs } = this.#plan
		await scheduler.sleep(startMs)
		const begin = scheduler.now
		await this.#enter()
		const over = new AbortController()
		const open = [this.#follow(over.signal)]
		// The room's sockets are for pages.
		if (this.#token === null) open.push(this.#watch(over.signal))
		const said = this.#isVisitor ? null : scheduler.sleep(saysMs).then(() => this.#say(mode))
		await scheduler.sleep(Math.max(0, begin + endMs - scheduler.now))
		await this.#end()
		const isLeftOut = this.#mayNoLongerWrite && this.#world.waits(this.#saidId)
		this.#mustBeClosed()
		await this.#mustBeRefused()
		await said
		// The agent must not read messages of people who may not write.
		if (isLeftOut) this.#world.sent(this.#saidId, 'withdrawn')
		await scheduler.sleep(LOOK_MS)
		this.#mustBeClosed()
		over.abort()
		await Promise.all(open)
	}

	get #userId(): string {
		return `usr_guest${this.#turn}`
	}

	get #saidId(): string {
		return `${STEER_ID}${this.#turn}${GUEST}`
	}

	/** The end of a session does not withdraw its messages. */
	get #mayNoLongerWrite(): boolean {
		const { ends } = this.#plan
		return (
			ends === 'member_removed' ||
			ends === 'role_lowered' ||
			ends === 'account_deleted' ||
			ends === 'token_revoked'
		)
	}

	/** Comes by a share link. */
	get #isVisitor(): boolean {
		return this.#plan.ends === 'link_revoked'
	}

	/** Half of the members come by an invitation; not drawn, so that older seeds keep their other draws. */
	get #isInvited(): boolean {
		return this.#plan.endMs % 2 === 0 && this.#plan.ends !== 'session_expired'
	}

	/** Tried again until it works, as people do. */
	async #insist<T>(what: string, work: () => Promise<T | null>): Promise<T | null> {
		for (let tries = 0; tries < MAX_TRIES; tries++) {
			const done = await work().catch(() => null)
			if (done !== null) return done
			await this.#world.scheduler.sleep(RETRY_MS)
		}
		this.troubles.push(`${this.#name}: ${what} did not work`)
		return null
	}

	async #enter(): Promise<void> {
		const { ends, endMs } = this.#plan
		if (this.#isVisitor) return this.#openLink()
		const lifeMs = ends === 'session_expired' ? endMs : null
		const role = this.#isInvited ? null : 'editor'
		this.#secret = this.#world.signIn(this.#userId, role, lifeMs)
		if (this.#isInvited) await this.#acceptInvitation()
		if (ends === 'token_revoked') await this.#makeToken()
	}

	async #makeToken(): Promise<void> {
		this.#token = await this.#insist('the API token', async () => {
			const scopes = ['conversations:read', 'runs:start']
			const wanted = { label: 'script', scopes, expiresInDays: null }
			const made = await this.#ask('POST', '/api/tokens', wanted)
			return made?.status === 201 ? ((await made.json()) as { id: string; token: string }) : null
		})
	}

	async #acceptInvitation(): Promise<void> {
		const { http, projectId, ownerSecret } = this.#world
		const token = await this.#insist('the invitation', async () => {
			const path = `/api/projects/${projectId}/invitations`
			const made = await http.ask('POST', path, ownerSecret, { role: 'editor' })
			if (made.status !== 201) return null
			return new URL(((await made.json()) as { url: string }).url).hash.slice(1)
		})
		await this.#insist('joining', async () => {
			const joined = await this.#ask('POST', '/api/invitations/accept', { token })
			// Gone: an earlier try took its one use, and its answer was lost.
			return joined && (joined.status === 200 || joined.status === 404) ? true : null
		})
	}

	async #openLink(): Promise<void> {
		const { http, projectId, ownerSecret } = this.#world
		const link = await this.#insist('the share link', async () => {
			const path = `/api/projects/${projectId}/shares`
			const made = await http.ask('POST', path, ownerSecret, {})
			return made.status === 201 ? ((await made.json()) as { id: string; url: string }) : null
		})
		if (link === null) return
		this.#shareId = link.id
		const token = new URL(link.url).pathname.slice('/s/'.length)
		this.#cookie = await this.#insist('opening the link', async () => {
			const opened = await this.#ask('POST', `/api/shares/${token}`)
			const [cookie] = opened?.headers.getSetCookie() ?? []
			return cookie?.split(';')[0] ?? null
		})
	}

	get #conversation(): string {
		return `/api/conversations/${this.#world.conversationId}`
	}

	async #ask(method: string, path: string, body?: unknown, headers = {}): Promise<Response | null> {
		try {
			const visit = this.#cookie === null ? {} : { cookie: this.#cookie }
			const bearer = this.#token === null ? {} : { authorization: `Bearer ${this.#token.token}` }
			const all = { ...visit, ...bearer, ...headers }
			return await this.#world.http.ask(method, path, this.#secret, body, all)
		} catch {
			return null
		}
	}

	/** Opens the room's socket again and again, as a page does. */
	async #watch(over: AbortSignal): Promise<void> {
		const { scheduler, projectId } = this.#world
		const path = this.#isVisitor ? `${this.#conversation}/room` : `/api/projects/${projectId}/room`
		const headers = { upgrade: 'websocket', 'sec-websocket-protocol': VIEWER_LINK.subprotocol }
		while (!over.aborted) {
			const asked = scheduler.now
			const answer = await this.#ask('GET', path, undefined, headers)
			const socket = (answer?.webSocket as unknown as { peer: ServerSocket } | null)?.peer
			if (socket) {
				if (this.#endedAt !== null && asked > this.#endedAt && this.#plan.ends !== 'role_lowered')
					this.troubles.push(`${this.#name}: a socket was opened after the right had ended`)
				await this.#use(socket, over)
			}
			await scheduler.sleep(RETRY_MS)
		}
	}

	/** Waits until it ends. */
	async #use(socket: ServerSocket, over: AbortSignal): Promise<void> {
		const { scheduler } = this.#world
		const { near, far } = makeWire(scheduler, CALM, 'viewer')
		socket.attachTo(far)
		this.#sockets.push(socket)
		const closed = Promise.withResolvers<void>()
		near.onClose = (code) => {
			if (code === CLOSE.unauthorized && this.#endedAt === null && !this.#ending)
				this.troubles.push(`${this.#name}: was closed although nothing had ended`)
			closed.resolve()
		}
		near.onFrame = () => this.#mustNotHear('a frame of the room', near)
		const hello = {
			protocolVersion: VIEWER_LINK.version,
			conversationId: this.#world.conversationId,
		}
		near.send(JSON.stringify({ jsonrpc: '2.0', id: 'h', method: 'viewer.hello', params: hello }))
		over.addEventListener('abort', () => near.close(1000, 'bye'))
		if (over.aborted) near.close(1000, 'bye')
		await closed.promise
	}

	/** Reads the stream of the answer repeatedly. */
	async #follow(over: AbortSignal): Promise<void> {
		const { scheduler } = this.#world
		const headers = { [STREAM_HEADER.name]: STREAM_HEADER.value }
		while (!over.aborted) {
			const answer = await this.#ask('GET', `${this.#conversation}/stream`, undefined, headers)
			const reader = answer?.body?.getReader()
			if (reader && answer?.status === 200) {
				const aborted = new Promise<null>((resolve) => {
					over.addEventListener('abort', () => resolve(null))
				})
				for (;;) {
					const next = await Promise.race([reader.read().catch(() => null), aborted])
					if (next === null || next.done) break
					if (this.#plan.ends !== 'role_lowered') this.#mustNotHear('a part of the answer')
				}
				void reader.cancel().catch(() => undefined)
			}
			if (!over.aborted) await scheduler.sleep(RETRY_MS)
		}
	}

	#mustNotHear(what: string, on?: WireEnd): void {
		if (this.#endedAt === null || this.#plan.ends === 'role_lowered') return
		if (on && !on.open) return
		if (this.#world.scheduler.now > this.#endedAt + ON_THE_WAY_MS)
			this.troubles.push(`${this.#name}: got ${what} after the right had ended`)
	}

	/** Accepted messages count; later ones do not. */
	async #say(mode: ConversationMode): Promise<void> {
		const id = this.#saidId
		const text = `also ${this.#turn}.9`
		const before = this.#endedAt
		const message = { id, role: 'user', parts: [{ type: 'text', text }] }
		const answer = await this.#ask('POST', `${this.#conversation}/messages`, { message, mode })
		const status: Status = answer?.status ?? 'lost'
		const isRefused = status === 401 || status === 403 || status === 404
		// The right ended between the two: the message is stored, and its stream was not opened.
		const isTooLate = isRefused && (await answer?.text())?.includes(JUST_ENDED)
		void answer?.body?.cancel().catch(() => undefined)
		const accepted = status === 200 || status === 202 || status === 204
		if (accepted && before !== null)
			this.troubles.push(`${this.#name}: a message was accepted after the right had ended`)
		const certain = isRefused && !isTooLate
		this.#world.sent(
			id,
			certain ? 'withdrawn' : accepted && !this.#mayNoLongerWrite ? 'sent' : 'maybe withdrawn',
		)
	}

	#ending = false

	/** Through the routes, until it is confirmed. */
	async #end(): Promise<void> {
		const { scheduler, faults, projectId, ownerSecret, http } = this.#world
		const { ends } = this.#plan
		this.#ending = true
		faults.count(ends)
		if (ends === 'session_expired') {
			await scheduler.sleep(EXPIRY_SLACK_MS)
			if (this.#world.clockIsTrue()) this.#endedAt = scheduler.now
			return
		}
		const member = `/api/projects/${projectId}/members/${this.#userId}`
		const link = `/api/projects/${projectId}/shares/${this.#shareId}`
		const token = `/api/tokens/${this.#token?.id ?? ''}`
		const step = async (): Promise<Status> => {
			try {
				switch (ends) {
					case 'session_ended':
						return (await this.#ask('POST', '/api/auth/sign-out'))?.status ?? 'lost'
					case 'member_removed':
						return (await http.ask('DELETE', member, ownerSecret)).status
					case 'role_lowered':
						return (await http.ask('PATCH', member, ownerSecret, { role: 'viewer' })).status
					case 'link_revoked':
						return (await http.ask('DELETE', link, ownerSecret)).status
					case 'token_revoked':
						return (await http.ask('DELETE', token, this.#secret)).status
					case 'account_deleted':
						return (
							(await this.#ask('DELETE', '/api/account', { name: GUEST_NAME }))?.status ?? 'lost'
						)
					default:
						return ends satisfies never
				}
			} catch {
				return 'lost'
			}
		}
		for (let tries = 0; tries < MAX_TRIES; tries++) {
			const status = await step()
			// 401 and 404: an earlier try did it, and its answer was lost.
			if (status === 204 || status === 401 || status === 404) {
				// Signed out at once; what was open is closed by the time that the eraser has begun.
				if (ends === 'account_deleted') await this.#world.erased(this.#userId)
				this.#endedAt = scheduler.now
				return
			}
			await scheduler.sleep(RETRY_MS)
		}
		this.troubles.push(`${this.#name}: it could not be ended`)
	}

	/** No socket opened with the right is left in the room, not even an unused one. */
	#mustBeClosed(): void {
		if (this.#endedAt === null) return
		const open = this.#sockets.filter(({ attachment, end }) => {
			const state = attachment as { kind: string; role?: string; openedAt?: number } | null
			if (state?.kind !== 'viewer' && state?.kind !== 'viewer_greeting') return false
			return end?.open && (this.#plan.ends !== 'role_lowered' || state.role !== 'viewer')
		})
		if (open.length > 0)
			this.troubles.push(`${this.#name}: ${open.length} sockets are still open with its right`)
	}

	async #mustBeRefused(): Promise<void> {
		if (this.#endedAt === null) return
		const lowered = this.#plan.ends === 'role_lowered'
		const read = await this.#ask('GET', `${this.#conversation}/messages`)
		if (read?.status === 200 && !lowered)
			this.troubles.push(`${this.#name}: the messages can still be read`)
		const id = `${STEER_ID}${this.#turn}-after`
		const message = { id, role: 'user', parts: [{ type: 'text', text: `also ${this.#turn}.8` }] }
		const write = await this.#ask('POST', `${this.#conversation}/messages`, { message })
		void write?.body?.cancel().catch(() => undefined)
		if (write && write.status < 300)
			this.troubles.push(`${this.#name}: a message was accepted after the right had ended`)
		if (!this.#isVisitor) this.#world.sent(id, 'withdrawn')
	}

	get #name(): string {
		return `The guest of turn ${this.#turn} (${this.#plan.ends})`
	}
}

/** Errors of the wire do not matter here. */
const CALM = { frame: () => ({ kind: 'pass', delayMs: 5 }) } as never
