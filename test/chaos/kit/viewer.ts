/** A page that follows one answer, from its cursor on after every interruption, and answers questions. */

import type { MessagePage } from '@fairlead/protocol/http'
import type { ApprovalScope } from '@fairlead/protocol/stream-parts'
import type { Client } from './client.ts'
import type { Life } from './object-host.ts'
import { CHAOS } from './person.ts'

const POLL_MS = 900
/** While nothing comes, the page asks less and less often. */
const MAX_POLL_MS = 20_000
const LATE_APPROVAL_MS = 40 * 60_000
/** Of the transcript, to find an answer that ended unseen. */
const PAGE_MESSAGES = 50

/** What the page saw of one answer. */
export interface SeenAnswer {
	/** Of the script. */
	readonly turn: number
	readonly runId: string
	readonly messageId: string
	/** As the wire brought them, over all connections. */
	frames: string
	done: boolean
	stopped: boolean
	/** Its end was read from the transcript: another run had taken the stream's place. */
	lookedUp: boolean
}

export interface Answer {
	readonly approved: boolean
	readonly scope: ApprovalScope
}

/** An answer to a question, as it was given. */
export interface GivenAnswer extends Answer {
	readonly approvalId: string
	readonly toolCallId: string
	/** Told that it counts. False is no proof: an earlier try may have counted. */
	counted: boolean
}

export class Viewer {
	readonly seen: SeenAnswer
	readonly #client: Client

	constructor(client: Client, seen: SeenAnswer) {
		this.#client = client
		this.seen = seen
	}

	/** Reads the stream until its end mark. */
	async follow(): Promise<void> {
		const { scheduler } = this.#client.world
		const { seen } = this
		let pauseMs = POLL_MS
		while (!seen.done) {
			const before = seen.frames.length
			const cursor = /.*^id: (\S+)$/ms.exec(seen.frames)?.[1]
			const query = cursor ? `cursor=${cursor}` : `from=${seen.messageId}`
			try {
				const { response, life } = await this.#client.world.stream(query)
				if (response.status === 204) await this.#lookUp()
				else if (response.body) await this.#read(response.body, life)
			} catch {
				// The connection failed: once more.
			}
			pauseMs = seen.frames.length > before ? POLL_MS : Math.min(MAX_POLL_MS, pauseMs * 2)
			if (!seen.done) await scheduler.sleep(pauseMs)
		}
	}

	/** Until `over`: `answer` says what to say to a call's question, `given` collects it. */
	async decide(
		answer: (toolCallId: string) => Answer,
		given: GivenAnswer[],
		over: AbortSignal,
	): Promise<void> {
		const { scheduler, faults } = this.#client.world
		const answered = new Set<string>()
		while (!over.aborted) {
			await scheduler.sleep(POLL_MS)
			for (const { approvalId, toolCallId } of askedIn(this.seen.frames)) {
				if (answered.has(approvalId)) continue
				answered.add(approvalId)
				if (faults.strikes('approval_late')) await scheduler.sleep(LATE_APPROVAL_MS)
				const say = (what: Answer): Promise<void> => this.#say(approvalId, toolCallId, what, given)
				const mine = answer(toolCallId)
				await say(mine)
				// A second click that says the opposite: too late.
				if (faults.strikes('approval_twice'))
					void say({ approved: !mine.approved, scope: 'once' }).catch(() => undefined)
			}
		}
	}

	async #say(
		approvalId: string,
		toolCallId: string,
		{ approved, scope }: Answer,
		given: GivenAnswer[],
	): Promise<void> {
		const one: GivenAnswer = { approvalId, toolCallId, approved, scope, counted: false }
		given.push(one)
		const more = { approved, reason: 'because', scope }
		const answer = (): Promise<boolean> =>
			this.#client.call('answerApproval', approvalId, more, CHAOS) as Promise<boolean>
		one.counted = await this.#client.until(answer)
	}

	/** The stream is over for whoever was away too long: the answer stands in the transcript then. */
	async #lookUp(): Promise<void> {
		const page = (await this.#client.call('messages', { limit: PAGE_MESSAGES })) as MessagePage
		if (!page.messages.some(({ id }) => id === this.seen.messageId)) return
		this.seen.done = true
		this.seen.lookedUp = true
	}

	async #read(body: ReadableStream<Uint8Array>, life: Life): Promise<void> {
		const { faults } = this.#client.world
		const { seen } = this
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
}

/** Approvals that the stream has asked for. */
const askedIn = (frames: string): { approvalId: string; toolCallId: string }[] =>
	[
		...frames.matchAll(/"tool-approval-request","approvalId":"([^"]+)","toolCallId":"([^"]+)"/g),
	].map((match) => ({ approvalId: match[1]!, toolCallId: match[2]! }))
