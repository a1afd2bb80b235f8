/** A page that follows one answer, resuming from its cursor after every interruption, and answers approval requests. */

import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import type { ApprovalScope } from '@fairlead/protocol/conversations/stream-parts'
import type { Life } from '../hosts/object-host.ts'
import type { Client } from './client.ts'
import { CHAOS } from './person.ts'

const POLL_MS = 900
/** During silence the page asks less and less often. */
const MAX_POLL_MS = 20_000
const LATE_APPROVAL_MS = 40 * 60_000
/** Messages of the transcript read to find an answer that ended unseen. */
const PAGE_MESSAGES = 50

/** One answer as the page saw it. */
export interface SeenAnswer {
	/** Index of the turn in the script. */
	readonly turn: number
	readonly runId: string
	readonly messageId: string
	/** Frames as received, over all connections. */
	frames: string
	done: boolean
	stopped: boolean
	/** Its end was read from the transcript: another run had replaced the stream. */
	lookedUp: boolean
}

export interface Answer {
	readonly approved: boolean
	readonly scope: ApprovalScope
}

/** An answer to an approval request, as given. */
export interface GivenAnswer extends Answer {
	readonly approvalId: string
	readonly toolCallId: string
	/** The server confirmed that it counts. False proves nothing: an earlier try may have counted. */
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
				// The connection failed: retry.
			}
			pauseMs = seen.frames.length > before ? POLL_MS : Math.min(MAX_POLL_MS, pauseMs * 2)
			if (!seen.done) await scheduler.sleep(pauseMs)
		}
	}

	/** Follows until `over`: `answer` decides an approval request, `given` collects the answers. */
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
				// A second click with the opposite answer is too late.
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

	/** After a long absence the stream is gone: the answer is then in the transcript. */
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
			// Output of an instance after its end is dropped.
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
