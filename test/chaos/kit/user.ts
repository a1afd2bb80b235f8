/** The person at the page: posts, follows the stream with a cursor, answers approvals, stops. */
import type { MessagePage, StopResult } from '@fairlead/protocol/http'
import type { RevertPart } from '@fairlead/protocol/revert'
import type { BeginOutcome } from '../../../worker/src/agent/revert/revert-machine.ts'
import type { PostResult } from '../../../worker/src/conversations/conversation-port.ts'
import type { Faults } from './faults.ts'
import type { Life } from './object-host.ts'
import type { Scheduler } from './scheduler.ts'
import type { Script, ScriptedSteer, ScriptedTurn } from './script.ts'

const RETRY_MS = 700
const POLL_MS = 900
/** While nothing comes, the page asks less and less often. */
const MAX_POLL_MS = 20_000
const LATE_APPROVAL_MS = 40 * 60_000

export interface UserWorld {
	readonly scheduler: Scheduler
	readonly faults: Faults
	readonly script: Script
	/** RPC of the Conversation, as the HTTP routes call it. */
	readonly conversation: Record<string, (...args: never[]) => Promise<unknown>>
	/** Opens `GET /stream`; the life is that of the instance which streams. */
	stream(query: string): Promise<{ response: Response; life: Life }>
}

/** What the page saw of one turn. */
export interface SeenTurn {
	readonly messageId: string
	readonly userMessageId: string
	/** As the wire brought them, over all connections. */
	frames: string
	done: boolean
	stopped: boolean
	/** Its end was read from the transcript: another run had taken the stream's place. */
	lookedUp: boolean
}

/** What became of a message that was sent while a run went on, as far as the user knows. */
export type SentFate = 'sent' | 'taken back' | 'perhaps taken back'

export class User {
	readonly seen: SeenTurn[] = []
	/** As they ended. */
	readonly reverts: RevertPart[] = []
	/** By message id. */
	readonly sent = new Map<string, SentFate>()
	finished = false
	readonly #world: UserWorld

	constructor(world: UserWorld) {
		this.#world = world
	}

	async run(): Promise<void> {
		for (const [index, turn] of this.#world.script.turns.entries()) await this.#turn(turn, index)
		this.finished = true
	}

	async #turn(turn: ScriptedTurn, index: number): Promise<void> {
		const id = `user-${index}`
		const posted = await this.#post(turn, id)
		const seen: SeenTurn = {
			messageId: posted.messageId,
			userMessageId: id,
			frames: '',
			done: false,
			stopped: false,
			lookedUp: false,
		}
		this.seen.push(seen)
		const over = new AbortController()
		if (turn.stopAfterMs !== null) {
			const stop = (): void => void this.#stop(posted.runId, seen, turn.stopWithdraws)
			this.#world.scheduler.after(turn.stopAfterMs, stop)
		}
		void this.#answerApprovals(turn, seen, over.signal)
		const steering = turn.steers.map((steer) => this.#steer(turn, steer))
		await this.#follow(seen)
		over.abort()
		await Promise.all(steering)
		if (steering.length > 0) await this.#quiet()
		if (turn.reverted) await this.#revert(seen.messageId)
	}

	/** Takes the run of this answer back, and waits for how that ends. */
	async #revert(messageId: string): Promise<void> {
		const request = { messageId, requestId: `take-back-${messageId}`, preview: false, choices: [] }
		const begin = (): Promise<BeginOutcome> =>
			this.#call('beginRevert', request, 'usr_chaos') as Promise<BeginOutcome>
		const begun = await this.#until(begin, (b) => b.ok || !/_active$/.test(b.reason))
		if (!begun.ok) return
		if (this.#world.faults.strikes('post_repeated')) void begin().catch(() => undefined)
		const { revertId } = begun.part
		const ended = await this.#until(
			() => this.#call('readRevert', revertId) as Promise<RevertPart | null>,
			(part) => part !== null && part.state !== 'running',
		)
		if (ended) this.reverts.push(ended)
	}

	/** Says something in between, and perhaps takes it back. */
	async #steer(turn: ScriptedTurn, steer: ScriptedSteer): Promise<void> {
		const { scheduler, faults } = this.#world
		await scheduler.sleep(steer.afterMs)
		const body = {
			message: { id: steer.id, role: 'user', parts: [{ type: 'text', text: steer.text }] },
			mode: turn.mode,
			steer: steer.interrupts ? 'interrupt' : 'step',
		}
		const post = (): Promise<PostResult> =>
			this.#call('postMessage', body, 'usr_chaos') as Promise<PostResult>
		await this.#until(post, (result) => result.ok || result.reason === 'withdrawn')
		if (!this.sent.has(steer.id)) this.sent.set(steer.id, 'sent')
		if (faults.strikes('post_repeated')) void post().catch(() => undefined)
		if (steer.withdrawAfterMs === null) return
		await scheduler.sleep(steer.withdrawAfterMs)
		let tries = 0
		const taken = await this.#until(
			() => {
				tries++
				return this.#call('withdrawMessage', steer.id) as Promise<boolean>
			},
			() => true,
		)
		// An earlier try may have done it without its answer having come.
		if (taken) this.sent.set(steer.id, 'taken back')
		else if (tries > 1) this.sent.set(steer.id, 'perhaps taken back')
	}

	/** Until no run goes on and nothing waits: what was left began a run of its own. */
	async #quiet(): Promise<void> {
		await this.#until(
			() => this.#call('messages', { limit: 1 }) as Promise<MessagePage>,
			({ activeRun, queued = [] }) => activeRun === null && queued.length === 0,
		)
	}

	async #post(turn: ScriptedTurn, id: string): Promise<Extract<PostResult, { kind: 'run' }>> {
		const body = {
			message: { id, role: 'user', parts: [{ type: 'text', text: turn.text }] },
			mode: turn.mode,
		}
		const post = (): Promise<PostResult> =>
			this.#call('postMessage', body, 'usr_chaos') as Promise<PostResult>
		const first = await this.#until(post, (result) => result.ok && result.kind === 'run')
		// A second click, or a retry of the browser, with the same id.
		if (this.#world.faults.strikes('post_repeated')) void post().catch(() => undefined)
		return first as Extract<PostResult, { kind: 'run' }>
	}

	async #stop(runId: string, seen: SeenTurn, withdraws: boolean): Promise<void> {
		if (seen.done) return
		seen.stopped = true
		// Whatever waits now may be taken back without the answer ever coming.
		const doubtful = withdraws ? this.#world.script.turns.flatMap(({ steers }) => steers) : []
		let tries = 0
		const result = await this.#until(
			() => {
				tries++
				return this.#call('stop', runId, withdraws) as Promise<StopResult>
			},
			() => true,
		)
		for (const { id } of result.withdrawn) this.sent.set(id, 'taken back')
		if (tries > 1) {
			for (const { id } of doubtful) {
				if (this.sent.get(id) === 'sent') this.sent.set(id, 'perhaps taken back')
			}
		}
	}

	#call(method: string, ...args: unknown[]): Promise<unknown> {
		return this.#world.conversation[method]!(...(args as never[]))
	}

	/** As a client that retries: until it is answered, and answered so. */
	async #until<T>(ask: () => Promise<T>, enough: (answer: T) => boolean): Promise<T> {
		for (;;) {
			try {
				const answer = await ask()
				if (enough(answer)) return answer
			} catch {
				// Asked again below.
			}
			await this.#world.scheduler.sleep(RETRY_MS)
		}
	}

	/** Reads the stream until its end mark, from the cursor on after every interruption. */
	async #follow(seen: SeenTurn): Promise<void> {
		const { scheduler } = this.#world
		let pauseMs = POLL_MS
		while (!seen.done) {
			const before = seen.frames.length
			const cursor = /.*^id: (\S+)$/ms.exec(seen.frames)?.[1]
			const query = cursor ? `cursor=${cursor}` : `from=${seen.messageId}`
			try {
				const { response, life } = await this.#world.stream(query)
				if (response.status === 204) await this.#lookUp(seen)
				else if (response.body) await this.#read(response.body, life, seen)
			} catch {
				// The connection failed: once more.
			}
			pauseMs = seen.frames.length > before ? POLL_MS : Math.min(MAX_POLL_MS, pauseMs * 2)
			if (!seen.done) await scheduler.sleep(pauseMs)
		}
	}

	/** The stream is over for whoever was away too long: the answer stands in the transcript then. */
	async #lookUp(seen: SeenTurn): Promise<void> {
		const page = (await this.#call('messages', { limit: 50 })) as MessagePage
		if (!page.messages.some(({ id }) => id === seen.messageId)) return
		seen.done = true
		seen.lookedUp = true
	}

	async #read(body: ReadableStream<Uint8Array>, life: Life, seen: SeenTurn): Promise<void> {
		const { faults } = this.#world
		const reader = body.getReader()
		const decoder = new TextDecoder()
		const gone = life.ended.then((): null => null)
		for (;;) {
			const next = await Promise.race([reader.read(), gone])
			if (next === null || next.done) return
			const text = decoder.decode(next.value, { stream: true })
			// What an instance says after its end reaches nobody.
			if (!life.alive) return
			seen.frames += text
			if (text.endsWith('data: [DONE]\n\n')) {
				seen.done = true
				return
			}
			if (faults.strikes('viewer_dropped')) {
				void reader.cancel().catch(() => undefined)
				return
			}
		}
	}

	async #answerApprovals(turn: ScriptedTurn, seen: SeenTurn, over: AbortSignal): Promise<void> {
		const { scheduler, faults } = this.#world
		const answered = new Set<string>()
		const calls = new Map(turn.steps.flatMap((s) => s.calls.map((c) => [c.toolCallId, c] as const)))
		while (!over.aborted) {
			await scheduler.sleep(POLL_MS)
			for (const { approvalId, toolCallId } of askedIn(seen.frames)) {
				if (answered.has(approvalId)) continue
				answered.add(approvalId)
				if (faults.strikes('approval_late')) await scheduler.sleep(LATE_APPROVAL_MS)
				const approved = calls.get(toolCallId)?.approved ?? false
				const answer = (yes: boolean): Promise<unknown> =>
					this.#call('answerApproval', approvalId, yes, 'because')
				await this.#until(
					() => answer(approved),
					() => true,
				)
				// From the other device, and it disagrees: too late.
				if (faults.strikes('approval_twice')) void answer(!approved).catch(() => undefined)
			}
		}
	}
}

/** Approvals that the stream has asked for. */
const askedIn = (frames: string): { approvalId: string; toolCallId: string }[] =>
	[
		...frames.matchAll(/"tool-approval-request","approvalId":"([^"]+)","toolCallId":"([^"]+)"/g),
	].map((match) => ({ approvalId: match[1]!, toolCallId: match[2]! }))
