/** A run that waits for the editor: both objects sleep, and it continues on the editor's news or at the limit. */
import {
	abortAllDurableObjects,
	evictDurableObject,
	runDurableObjectAlarm,
	runInDurableObject,
} from 'cloudflare:test'
import { describe, expect, test, vi } from 'vitest'
import { REQUEST, serve } from '../../../bench/objects/editor.ts'
import { meterCalls, meterPromises, meterTimers } from '../../../bench/objects/meters.ts'
import { connectRelay, KEY_A, roomWith, seat, until, watch } from '../../test/double/harness.ts'
import { OpenCalls } from '../agent/calls/open-calls.ts'
import { RunMachine } from '../agent/run/run-machine.ts'
import { CallDispatcher } from '../rooms/calls/call-dispatcher.ts'
import { Outbox } from './outbox/outbox.ts'

/** Counts reads too: their second answer would come from the relay's journal, but is not needed. */
function expectEachSentOnce(sent: readonly { callId: string }[]) {
	const callIds = sent.map(({ callId }) => callId)
	expect(callIds).toEqual([...new Set(callIds)])
}

const calls = meterCalls()
const timers = meterTimers()
/** The work of the two objects besides answering requests. */
const work = {
	run: meterPromises(RunMachine.prototype, ['drive', 'wake']),
	left: meterPromises(OpenCalls.prototype, ['cancelLeaving']),
	desk: meterPromises(CallDispatcher.prototype, ['settle', 'settleFromRelay', 'wake']),
	outbox: meterPromises(Outbox.prototype, ['drain']),
}
const held = () => ({
	timers: timers.open(),
	calls: calls.open(),
	run: work.run.open() + work.left.open(),
	desk: work.desk.open(),
	outbox: work.outbox.open(),
})
const NOTHING: ReturnType<typeof held> = { timers: 0, calls: 0, run: 0, desk: 0, outbox: 0 }
/** Everything is let go, in whatever order. */
const atRest = () =>
	vi.waitFor(() => expect(held()).toEqual(NOTHING), { timeout: 50_000, interval: 5 })

/** A run that has begun to wait, with both objects; its viewer was told and its stream has ended. */
async function waitingRun(
	mode: 'ask' | 'auto',
	state: string,
	phase: 'compiling' | 'gone' | 'none' = 'compiling',
) {
	const seats = phase === 'none' ? [] : [seat(KEY_A)]
	const { client, projectId, relay, token } = await roomWith(seats)
	const created = await client.call('POST', `/api/projects/${projectId}/conversations`, { mode })
	const { id } = (await created.json()) as { id: string }
	if (state === 'waiting_editor' && phase !== 'none') relay.phase(KEY_A, phase)
	const stop = serve(relay)
	const posted = await client.call('POST', `/api/conversations/${id}/messages`, {
		model: 'demo/planner',
		message: { id: 'm1', role: 'user', parts: [{ type: 'text', text: REQUEST }] },
	})
	// Ends by itself: the object can sleep without the client closing it.
	const frames = await posted.text()
	const page = async () =>
		(await (await client.call('GET', `/api/conversations/${id}/messages`)).json()) as {
			activeRun: { state: string } | null
			messages: { parts: { type: string }[] }[]
		}
	await until(async () => ((await page()).activeRun?.state === state ? true : undefined), state)
	await until(() => (calls.open() === 0 ? true : undefined), 'all calls to be answered')
	const whenEnded = () =>
		until(async () => {
			const now = await page()
			return now.activeRun === null ? now : undefined
		}, 'the run to end')
	const objects = {
		conversation: calls.stub('CONVERSATION', id),
		room: calls.stub('ROOM', projectId),
	}
	return { client, id, projectId, token, relay, frames, stop, page, whenEnded, ...objects }
}

test('a compile ends: the editor’s news wakes the run, which was asleep in both objects', async () => {
	const { conversation, room, relay, whenEnded, stop } = await waitingRun('auto', 'waiting_editor')
	await evictDurableObject(conversation)
	await evictDurableObject(room)
	expect(relay.calls()).toHaveLength(0)
	relay.phase(KEY_A, 'ready')
	const ended = await whenEnded()
	const wait = ended.messages[1]?.parts.find((part) => part.type === 'data-wait')
	expect(wait).toMatchObject({ data: { on: 'editor', reason: 'Unity is compiling scripts' } })
	expect(wait).toHaveProperty('data.endedAt')
	stop()
})

test('Unity is closed: the run waits and says so, and continues when it is opened', async () => {
	const { conversation, room, relay, whenEnded, stop } = await waitingRun(
		'auto',
		'waiting_editor',
		'gone',
	)
	await evictDurableObject(conversation)
	await evictDurableObject(room)
	expect(relay.calls()).toHaveLength(0)
	relay.phase(KEY_A, 'ready')
	const ended = await whenEnded()
	const parts = ended.messages[1]?.parts ?? []
	expect(parts.find((part) => part.type === 'data-wait')).toMatchObject({
		data: { on: 'editor', reason: 'Unity is closed' },
	})
	expect(parts.filter((part) => part.type === 'data-notice')).toEqual([])
	expect(relay.calls().length).toBeGreaterThan(0)
	expectEachSentOnce(relay.calls())
	stop()
})

test('a project without an editor: the run waits and says so, and continues with the first one', async () => {
	const run = await waitingRun('auto', 'waiting_editor', 'none')
	const { conversation, room, relay, whenEnded, stop } = run
	await evictDurableObject(conversation)
	await evictDurableObject(room)
	relay.notify('seat.updated', seat(KEY_A))
	const ended = await whenEnded()
	const parts = ended.messages[1]?.parts ?? []
	expect(parts.find((part) => part.type === 'data-wait')).toMatchObject({
		data: { on: 'editor', reason: 'No editor is connected yet' },
	})
	expect(parts.filter((part) => part.type === 'data-notice')).toEqual([])
	expect(relay.calls().length).toBeGreaterThan(1)
	expectEachSentOnce(relay.calls())
	stop()
})

test('a project without an editor: a waiting run is stopped at once', async () => {
	const { client, id, relay, whenEnded, stop } = await waitingRun('auto', 'waiting_editor', 'none')
	expect((await client.call('POST', `/api/conversations/${id}/stop`)).status).toBe(200)
	await whenEnded()
	relay.notify('seat.updated', seat(KEY_A))
	expect(relay.calls()).toEqual([])
	stop()
})

test('viewers hear what a waiting run waits for now, and read it at their position', async () => {
	const { client, id, projectId, relay, frames, whenEnded, stop } = await waitingRun(
		'auto',
		'waiting_editor',
		'gone',
	)
	const { viewer } = await watch(client, projectId)
	relay.phase(KEY_A, 'compiling')
	const news = await viewer.wait(
		({ method, params }) => method === 'run.changed' && params?.['waitChanged'] === true,
		'news of it',
	)
	expect(news.params).toMatchObject({ conversationId: id, state: 'waiting_editor' })
	// Visitors with a share link get this frame too: it must not hold what the stream hides from them.
	expect(JSON.stringify(news.params)).not.toContain('compiling')
	const cursor = [...frames.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? ''
	const more = await client.call('GET', `/api/conversations/${id}/stream?cursor=${cursor}`)
	expect(await more.text()).toContain('"reason":"Unity is compiling scripts"')
	relay.phase(KEY_A, 'ready')
	await whenEnded()
	stop()
})

test.each([
	['compiling', 'The editor was not ready in time: Unity is compiling scripts'],
	['gone', 'The editor was not ready in time: Unity is closed'],
] as const)(
	'an editor that stays %s: at the limit the run ends with a question, nothing hangs',
	async (phase, says) => {
		const { room, whenEnded, relay, stop } = await waitingRun('auto', 'waiting_editor', phase)
		// A day later: the room's deadline has passed.
		await runInDurableObject(room, (_, { storage }) => {
			storage.sql.exec('update pending_call set deadline_at = 1')
		})
		await runDurableObjectAlarm(room)
		const ended = await whenEnded()
		expect(relay.calls()).toHaveLength(0)
		const parts = ended.messages[1]?.parts ?? []
		expect(parts.at(-1)).toMatchObject({ type: 'data-notice', data: { code: 'editor_gone' } })
		const text = JSON.stringify(parts)
		expect(text).toContain(says)
		expect(text).toContain('Nothing was done')
		stop()
	},
)

type Waiting = Awaited<ReturnType<typeof waitingRun>>

/** Ends both at once; returns the reconnected relay, and how to stop its editor. */
const ends = [
	[
		'both evicted: they return only when nothing keeps them',
		async ({ conversation, room, relay, stop }: Waiting) => {
			await Promise.all([evictDurableObject(conversation), evictDurableObject(room)])
			return { relay, stop }
		},
	],
	[
		'both aborted, as by a deploy: nothing is drained, all sockets die',
		async ({ projectId, token, stop }: Waiting, phase: 'ready' | 'compiling') => {
			stop()
			await abortAllDurableObjects()
			const relay = await connectRelay(projectId, token)
			await relay.hello({ connSeq: 2, editors: [seat(KEY_A, phase)] })
			return { relay, stop: serve(relay) }
		},
	],
] as const

describe.each(ends)('a waiting run holds no timer and no promise: %s', (_how, end) => {
	test('while Unity compiles, and continues on the editor’s news', async () => {
		const run = await waitingRun('auto', 'waiting_editor')
		await atRest()
		const { relay, stop } = await end(run, 'compiling')
		expect(relay.calls()).toHaveLength(0)
		relay.phase(KEY_A, 'ready')
		// Nobody looks: the calls after the first one show that the Conversation woke, too.
		await until(() => (relay.calls().length > 1 ? true : undefined), 'the second call')
		await until(async () => ((await run.page()).activeRun === null ? true : undefined), 'the end')
		expectEachSentOnce(relay.calls())
		stop()
	})

	test('while a person is asked, and continues with the answer', async () => {
		const run = await waitingRun('ask', 'waiting_approval')
		await atRest()
		const { relay, stop } = await end(run, 'ready')
		const before = relay.calls().length
		let approvalId = /"approvalId":"([^"]+)"/.exec(run.frames)?.[1]
		const answered = new Set<string>()
		while (approvalId !== undefined && !answered.has(approvalId)) {
			answered.add(approvalId)
			const path = `/api/conversations/${run.id}`
			const body = { approved: true }
			expect((await run.client.call('POST', `${path}/approvals/${approvalId}`, body)).status).toBe(
				204,
			)
			await until(
				() => (relay.calls().length === before + answered.size ? true : undefined),
				'the call',
			)
			// Until the next approval request, or the end.
			approvalId = await until(async () => {
				if ((await run.page()).activeRun === null) return 'ended'
				const stream = await (await run.client.call('GET', `${path}/stream`)).text()
				const last = [...stream.matchAll(/"approvalId":"([^"]+)"/g)].at(-1)?.[1]
				return last !== undefined && !answered.has(last) ? last : undefined
			}, 'what comes next')
			if (approvalId === 'ended') break
		}
		expect(answered.size).toBe(2)
		expect((await run.page()).activeRun).toBeNull()
		const callIds = relay.calls().map(({ callId }) => callId)
		expect(new Set(callIds).size).toBe(before + 2)
		expect(callIds).toHaveLength(before + 2)
		stop()
	})
})

test('the counts of timers and promises in this file are not blind', () => {
	for (const meter of Object.values(work)) expect(meter.seen()).toBeGreaterThan(0)
})
