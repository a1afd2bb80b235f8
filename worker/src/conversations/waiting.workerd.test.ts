/** A run that waits for the editor: both objects sleep, and it goes on by the editor's word or at the limit. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { REQUEST, serve } from '../../../bench/objects/editor.ts'
import { meterCalls } from '../../../bench/objects/meters.ts'
import { KEY_A, roomWith, seat, until } from '../../test/double/harness.ts'

const calls = meterCalls()

/** A run that has begun to wait, with both objects; its viewer was told and its stream has ended. */
async function waitingRun(
	mode: 'ask' | 'auto',
	state: string,
	phase: 'compiling' | 'gone' = 'compiling',
) {
	const { client, projectId, relay } = await roomWith([seat(KEY_A)])
	const created = await client.call('POST', `/api/projects/${projectId}/conversations`, { mode })
	const { id } = (await created.json()) as { id: string }
	if (state === 'waiting_editor') relay.phase(KEY_A, phase)
	const stop = serve(relay)
	const posted = await client.call('POST', `/api/conversations/${id}/messages`, {
		model: 'demo/planner',
		message: { id: 'm1', role: 'user', parts: [{ type: 'text', text: REQUEST }] },
	})
	// Ends by itself: nobody has to hang up for the object to sleep.
	await posted.text()
	const page = async () =>
		(await (await client.call('GET', `/api/conversations/${id}/messages`)).json()) as {
			activeRun: { state: string } | null
			messages: { parts: { type: string }[] }[]
		}
	await until(async () => ((await page()).activeRun?.state === state ? true : undefined), state)
	await until(() => (calls.open() === 0 ? true : undefined), 'all calls to be answered')
	const objects = {
		conversation: calls.stub('CONVERSATION', id),
		room: calls.stub('ROOM', projectId),
	}
	return { relay, stop, page, ...objects }
}

test('a compile ends: the editor’s word wakes the run, which was asleep in both objects', async () => {
	const { conversation, room, relay, page, stop } = await waitingRun('auto', 'waiting_editor')
	await evictDurableObject(conversation)
	await evictDurableObject(room)
	expect(relay.calls()).toHaveLength(0)
	relay.phase(KEY_A, 'ready')
	const ended = await until(async () => {
		const now = await page()
		return now.activeRun === null ? now : undefined
	}, 'the run to end')
	const wait = ended.messages[1]?.parts.find((part) => part.type === 'data-wait')
	expect(wait).toMatchObject({ data: { on: 'editor', reason: 'Unity compiles scripts' } })
	expect(wait).toHaveProperty('data.endedAt')
	stop()
})

test('Unity is closed: the run waits and says so, and goes on when it is opened', async () => {
	const { conversation, room, relay, page, stop } = await waitingRun(
		'auto',
		'waiting_editor',
		'gone',
	)
	await evictDurableObject(conversation)
	await evictDurableObject(room)
	expect(relay.calls()).toHaveLength(0)
	relay.phase(KEY_A, 'ready')
	const ended = await until(async () => {
		const now = await page()
		return now.activeRun === null ? now : undefined
	}, 'the run to end')
	const parts = ended.messages[1]?.parts ?? []
	expect(parts.find((part) => part.type === 'data-wait')).toMatchObject({
		data: { on: 'editor', reason: 'Unity is closed' },
	})
	expect(parts.filter((part) => part.type === 'data-notice')).toEqual([])
	const callIds = relay.calls().map(({ callId }) => callId)
	expect(callIds.length).toBeGreaterThan(0)
	expect(new Set(callIds).size).toBe(callIds.length)
	stop()
})

test.each([
	['compiling', 'Unity compiles scripts for too long'],
	['gone', 'Unity is closed for too long'],
] as const)(
	'an editor that stays %s: at the limit the run ends with a question, nothing hangs',
	async (phase, says) => {
		const { room, page, relay, stop } = await waitingRun('auto', 'waiting_editor', phase)
		// A day later: the room's deadline has passed.
		await runInDurableObject(room, (_, { storage }) => {
			storage.sql.exec('update pending_call set deadline_at = 1')
		})
		await runDurableObjectAlarm(room)
		const ended = await until(async () => {
			const now = await page()
			return now.activeRun === null ? now : undefined
		}, 'the run to end')
		expect(relay.calls()).toHaveLength(0)
		const parts = ended.messages[1]?.parts ?? []
		expect(parts.at(-1)).toMatchObject({ type: 'data-notice', data: { code: 'editor_gone' } })
		const text = JSON.stringify(parts)
		expect(text).toContain(says)
		expect(text).toContain('Nothing was done')
		stop()
	},
)
