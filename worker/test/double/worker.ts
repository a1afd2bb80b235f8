/**
 * The Worker with a Conversation that only records the room's notifications: the room and the HTTP
 * routes are tested without the agent, and the test decides the Conversation's answers.
 */

import { DurableObject } from 'cloudflare:workers'
import type { PostMessage } from '@fairlead/protocol/conversations/messages'
import type { Author } from '@fairlead/protocol/people/author'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { withoutPerson } from '../../src/access/former-person.ts'
import type { RightsChange } from '../../src/access/rights-change.ts'
import { createApp } from '../../src/http/app.ts'

export { AccountEraser } from '../../src/accounts/erasure/account-eraser.ts'
export { Trash } from '../../src/accounts/erasure/trash.ts'
export { ArenaBattle } from '../../src/arena/battle/battle.ts'
export { ArenaLadder } from '../../src/arena/battle/ladder.ts'
export { Evolution } from '../../src/arena/evolution/evolution.ts'
export { Automations } from '../../src/automations/automations.ts'
export { Outgoing } from '../../src/automations/outgoing/outgoing.ts'
export { UserFeed } from '../../src/feeds/user-feed.ts'
export { ProjectRoom } from '../../src/rooms/project-room.ts'

export interface Told {
	readonly settled: readonly { callId: string; outcome: CallOutcome; ranOn: unknown }[]
	readonly waiting: readonly { callId: string; reason: string | null }[]
	readonly progress: readonly string[]
}

/** Long enough to look at the room meanwhile. */
const SLOW_RECEIPT_MS = 1_000

/** The results of the next deliveries of an outcome. */
export type Mood = 'takes' | 'declines' | 'throws' | 'takes slowly'

export class Conversation extends DurableObject {
	async callSettled(callId: string, outcome: CallOutcome, ranOn: unknown): Promise<boolean> {
		const mood = (await this.ctx.storage.get<Mood>('mood')) ?? 'takes'
		if (mood === 'throws') throw new Error('the double was told to throw')
		if (mood === 'declines') return false
		await this.#note('settled', { callId, outcome, ranOn })
		if (mood === 'takes slowly') await scheduler.wait(SLOW_RECEIPT_MS)
		return true
	}

	async callWaiting(callId: string, reason: string | null): Promise<void> {
		await this.#note('waiting', { callId, reason })
	}

	async callProgress(_callId: string, message: string): Promise<void> {
		await this.#note('progress', message)
	}

	async #note(list: keyof Told, entry: unknown): Promise<void> {
		await this.ctx.blockConcurrencyWhile(async () => {
			const before = (await this.ctx.storage.get<unknown[]>(list)) ?? []
			await this.ctx.storage.put(list, [...before, entry])
		})
	}

	async told(): Promise<Told> {
		const read = async <K extends keyof Told>(key: K) =>
			(await this.ctx.storage.get<Told[K]>(key)) ?? ([] as unknown as Told[K])
		return {
			settled: await read('settled'),
			waiting: await read('waiting'),
			progress: await read('progress'),
		}
	}

	async setMood(mood: Mood): Promise<void> {
		await this.ctx.storage.put('mood', mood)
	}

	// The part that the HTTP routes use.

	async open(): Promise<void> {}

	async postMessage(body: PostMessage, author: Author, budget?: unknown) {
		const text = body.message.parts[0]?.type === 'text' ? body.message.parts[0].text : ''
		if (text === 'too much') return { ok: false, reason: 'queue_full' }
		if (text === 'busy') {
			const { id, parts } = body.message
			const queued = { id, parts, steer: body.steer ?? 'step', by: author, createdAt: 1 }
			return {
				ok: true,
				kind: 'queued',
				queued,
				run: { id: 'run_0000000001', messageId: 'msg_answer' },
				repeated: false,
			}
		}
		await this.ctx.storage.put('posted', { body, author, budget })
		return { ok: true, kind: 'run', runId: 'run_1', messageId: 'msg_answer', repeated: false }
	}

	async posted() {
		return this.ctx.storage.get('posted')
	}

	async messages() {
		const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'hello' }] }
		const posted = await this.ctx.storage.get('posted')
		return { messages: posted ? [message] : [], before: null, activeRun: null }
	}

	async queuedMessages() {
		return []
	}

	async withdrawMessage(messageId: string) {
		return messageId === 'waiting'
	}

	async stop() {
		return { runId: null, state: null, openCalls: 0, withdrawn: [] }
	}

	readonly #changes: RightsChange[] = []

	async rightsChanged(change: RightsChange): Promise<void> {
		this.#changes.push(change)
	}

	async seenCalls(): Promise<[]> {
		return []
	}

	async blob(blobId: string) {
		if (blobId !== 'blb_0000000000known') return null
		return { mediaType: 'image/png', bytes: new Uint8Array([137, 80, 78, 71]) }
	}

	async forgetPerson(userId: string): Promise<boolean> {
		const posted = await this.ctx.storage.get('posted')
		if (posted === undefined) return true
		const text = withoutPerson(JSON.stringify(posted), userId)
		await this.ctx.storage.put('posted', JSON.parse(text))
		return (await this.ctx.storage.get<Mood>('mood')) !== 'declines'
	}

	async destroy(): Promise<void> {
		if ((await this.ctx.storage.get<Mood>('mood')) === 'throws') throw new Error('told to throw')
		await this.ctx.storage.deleteAll()
		// Like the platform when an object ends during its answer.
		this.ctx.abort('deleted')
	}

	override async fetch(request: Request): Promise<Response> {
		const { searchParams } = new URL(request.url)
		if (searchParams.get('cursor') === 'ended') return new Response(null, { status: 204 })
		const from = searchParams.get('from') ?? ''
		return new Response(`data: {"type":"start","messageId":"${from}"}\n\ndata: [DONE]\n\n`, {
			headers: { 'content-type': 'text/event-stream' },
		})
	}
}

export default createApp()
