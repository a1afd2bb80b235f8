/** The person at the page: sends messages, follows answers, decides, stops, continues, reverts. */

import type { MessagePage, StopResult } from '@fairlead/protocol/conversations/messages'
import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import type { PostResult } from '../../../../worker/src/ports/conversation.ts'
import type { FakeD1 } from '../hosts/d1.ts'
import {
	keyOf,
	type Script,
	type ScriptedCall,
	type ScriptedSteer,
	type ScriptedTurn,
} from '../script.ts'
import { Client, type ClientWorld } from './client.ts'
import { type Desk, GoingBack } from './going-back.ts'
import { Permissions } from './permissions.ts'
import { CHAOS } from './person.ts'
import { type Answer, type GivenAnswer, type SeenAnswer, Viewer } from './viewer.ts'

/** The second person opens the page this much later. */
const RIVAL_JOINS_MS = 300
/** Messages of the transcript read to see how an answer ended. */
const PAGE_MESSAGES = 50
const LIMITS: ReadonlySet<string> = new Set(['step_limit', 'token_limit', 'cost_limit'])

export interface UserWorld extends ClientWorld, Desk {
	readonly script: Script
	readonly d1: FakeD1
	readonly projectId: string
	/** True if D1 has everything of the conversation. */
	readonly told: () => boolean
	/** Another person, whose right ends in this turn. */
	guest(turn: number, mode: ConversationMode): Promise<void> | null
	/** True if no call of a stopped run is still running. */
	readonly calm: () => boolean
}

/** The fate of a message sent during a run, as far as the user knows. */
export type SentFate = 'sent' | 'withdrawn' | 'maybe withdrawn'

type Begun = Extract<PostResult, { kind: 'run' }>

export class User {
	readonly seen: SeenAnswer[] = []
	/** The same answers as seen by the second person. */
	readonly seenByRival: SeenAnswer[] = []
	/** Messages that began a run, in their order. */
	readonly posted: string[] = []
	/** Fates by message id. */
	readonly sent = new Map<string, SentFate>()
	/** A stop whose answer was lost may have withdrawn waiting messages of any author. */
	#inDoubt = false
	readonly given: GivenAnswer[] = []
	readonly back: GoingBack
	readonly permissions: Permissions
	finished = false
	readonly #world: UserWorld
	readonly #client: Client

	constructor(world: UserWorld) {
		this.#world = world
		this.#client = new Client(world)
		this.back = new GoingBack(this.#client, world)
		this.permissions = new Permissions(this.#client, world.d1, world.projectId)
	}

	async run(): Promise<void> {
		for (const [index, turn] of this.#world.script.turns.entries()) await this.#turn(turn, index)
		this.finished = true
	}

	async #turn(turn: ScriptedTurn, index: number): Promise<void> {
		const { scheduler, told } = this.#world
		for (const { key } of turn.revokes.filter(({ afterMs }) => afterMs === null)) {
			await this.#client.until(async () => told(), Boolean)
			await this.permissions.revoke(key)
		}
		const posted = await this.#post(turn, `user-${index}`, turn.text)
		const first = this.#see(index, posted)
		const beside: Promise<unknown>[] = turn.steers.map((steer) => this.#steer(steer))
		for (const { key, afterMs } of turn.revokes) {
			if (afterMs !== null)
				beside.push(scheduler.sleep(afterMs).then(() => this.permissions.revokeSoon(key)))
		}
		const guest = this.#world.guest(index, turn.mode)
		if (guest) beside.push(guest)
		if (turn.stopAfterMs !== null) {
			const stop = (): void => void this.#stop(posted.runId, first, turn.stopWithdraws)
			scheduler.after(turn.stopAfterMs, stop)
		}
		await this.#watch(turn, first)
		await Promise.all(beside)
		if (turn.steers.length > 0 || guest) await this.#quiet()
		const last = await this.#goOn(turn, index, first)
		if (!turn.back) return
		await this.#client.until(async () => this.#world.calm(), Boolean)
		await this.back.run(turn.back, index, turn.back.run === 'first' ? first : last)
	}

	/** Lets the agent continue as often as it reaches a limit. */
	async #goOn(turn: ScriptedTurn, index: number, first: SeenAnswer): Promise<SeenAnswer> {
		let last = first
		for (let n = 1; await this.#reachedLimit(last); n++) {
			const posted = await this.#post(turn, `user-${index}-go${n}`, `go on ${index}.${n}`)
			last = this.#see(index, posted)
			await this.#watch(turn, last)
		}
		return last
	}

	async #reachedLimit({ messageId }: SeenAnswer): Promise<boolean> {
		const page = await this.#client.until(
			() => this.#client.call('messages', { limit: PAGE_MESSAGES }) as Promise<MessagePage>,
		)
		const parts = page.messages.find(({ id }) => id === messageId)?.parts ?? []
		return parts.some(
			(part) => part.type === 'data-notice' && LIMITS.has((part['data'] as { code: string }).code),
		)
	}

	#see(turn: number, { runId, messageId }: Begun): SeenAnswer {
		const seen = newSeen(turn, runId, messageId)
		this.seen.push(seen)
		return seen
	}

	/** Follows an answer to its end and answers its approval requests; a second person may do so too. */
	async #watch(turn: ScriptedTurn, seen: SeenAnswer): Promise<void> {
		const over = new AbortController()
		const calls = new Map(turn.steps.flatMap((s) => s.calls.map((c) => [c.toolCallId, c] as const)))
		const mine = (id: string): Answer => answerTo(turn, calls.get(id))
		const viewer = new Viewer(this.#client, seen)
		void viewer.decide(mine, this.given, over.signal)
		const rival = turn.rival ? this.#rival(seen, mine, over.signal) : null
		await viewer.follow()
		over.abort()
		await rival
	}

	async #rival(
		{ turn, runId, messageId }: SeenAnswer,
		mine: (id: string) => Answer,
		over: AbortSignal,
	): Promise<void> {
		const seen = newSeen(turn, runId, messageId)
		this.seenByRival.push(seen)
		await this.#world.scheduler.sleep(RIVAL_JOINS_MS)
		const viewer = new Viewer(this.#client, seen)
		const opposite = (id: string): Answer => ({ approved: !mine(id).approved, scope: 'once' })
		void viewer.decide(opposite, this.given, over)
		await viewer.follow()
	}

	/** Sends a message in between, and may withdraw it. */
	async #steer(steer: ScriptedSteer): Promise<void> {
		const { scheduler, faults } = this.#world
		await scheduler.sleep(steer.afterMs)
		const body = {
			message: { id: steer.id, role: 'user', parts: [{ type: 'text', text: steer.text }] },
			mode: steer.mode,
			steer: steer.interrupts ? 'interrupt' : 'step',
		}
		const post = (): Promise<PostResult> =>
			this.#client.call('postMessage', body, CHAOS) as Promise<PostResult>
		const answer = await this.#client.until(
			post,
			(result) => result.ok || result.reason === 'withdrawn',
		)
		this.wasSent(steer.id, answer.ok ? 'sent' : 'withdrawn')
		if (faults.strikes('post_repeated')) void post().catch(() => undefined)
		if (steer.withdrawAfterMs === null) return
		await scheduler.sleep(steer.withdrawAfterMs)
		let tries = 0
		const taken = await this.#client.until(() => {
			tries++
			return this.#client.call('withdrawMessage', steer.id) as Promise<boolean>
		})
		// An earlier try may have succeeded without its answer arriving.
		if (taken) this.sent.set(steer.id, 'withdrawn')
		else if (tries > 1) this.sent.set(steer.id, 'maybe withdrawn')
	}

	/** The answer to a message, which may arrive after the answer to a stop that withdrew it. */
	wasSent(id: string, fate: SentFate): void {
		if (fate === 'sent' && this.sent.has(id)) return
		this.sent.set(id, fate === 'sent' && this.#inDoubt ? 'maybe withdrawn' : fate)
	}

	/** Until no run is active and nothing waits: waiting messages begin their own run. */
	async #quiet(): Promise<void> {
		await this.#client.until(
			() => this.#client.call('messages', { limit: 1 }) as Promise<MessagePage>,
			({ activeRun, queued = [] }) => activeRun === null && queued.length === 0,
		)
	}

	async #post(turn: ScriptedTurn, id: string, text: string): Promise<Begun> {
		const body = { message: { id, role: 'user', parts: [{ type: 'text', text }] }, mode: turn.mode }
		const post = (): Promise<PostResult> =>
			this.#client.call('postMessage', body, CHAOS, turn.budget) as Promise<PostResult>
		const first = await this.#client.until(post, (result) => result.ok && result.kind === 'run')
		this.posted.push(id)
		// A second click, or a retry of the browser, with the same id.
		if (this.#world.faults.strikes('post_repeated')) void post().catch(() => undefined)
		return first as Begun
	}

	async #stop(runId: string, seen: SeenAnswer, withdraws: boolean): Promise<void> {
		if (seen.done) return
		seen.stopped = true
		let tries = 0
		const result = await this.#client.until(() => {
			tries++
			return this.#client.call('stop', runId, withdraws, CHAOS) as Promise<StopResult>
		})
		for (const { id } of result.withdrawn) this.sent.set(id, 'withdrawn')
		if (!withdraws || tries === 1) return
		this.#inDoubt = true
		for (const [id, fate] of this.sent) {
			if (fate === 'sent') this.sent.set(id, 'maybe withdrawn')
		}
	}
}

const newSeen = (turn: number, runId: string, messageId: string): SeenAnswer => ({
	turn,
	runId,
	messageId,
	frames: '',
	done: false,
	stopped: false,
	lookedUp: false,
})

/** The user's answer to a call's approval request. */
export function answerTo(turn: ScriptedTurn, call: ScriptedCall | undefined): Answer {
	if (!call) return { approved: false, scope: 'once' }
	return turn.answers[keyOf(call)] ?? { approved: call.approved, scope: 'once' }
}
