/** The platform cost of a turn with editor calls, for all objects together. Prints a line `COST {json}`. */
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { KEY_A, roomWith, seat, until, watch } from '../../worker/test/double/harness.ts'
import { REQUEST, serve } from './editor.ts'
import { meterCalls, meterDatabase, meterStorage } from './meters.ts'

it('counts what a turn with editor calls costs', async () => {
	const calls = meterCalls()
	const { client, projectId, relay } = await roomWith([seat(KEY_A)])
	await watch(client, projectId)
	const created = await client.call('POST', `/api/projects/${projectId}/conversations`, {})
	const { id } = (await created.json()) as { id: string }
	const bindings = env as unknown as { DB: D1Database }
	let relayFrames = 0
	const raw = relay.raw.bind(relay)
	relay.raw = (text) => {
		relayFrames++
		raw(text)
	}
	const stop = serve(relay)
	const turn = async (messageId: string): Promise<void> => {
		const posted = await client.call('POST', `/api/conversations/${id}/messages`, {
			model: 'demo/planner',
			message: { id: messageId, role: 'user', parts: [{ type: 'text', text: REQUEST }] },
		})
		const text = await posted.text()
		expect(text).toContain('tool-output-available')
		await until(async () => {
			const row = await bindings.DB.prepare(
				'SELECT state FROM runs ORDER BY started_at DESC',
			).first()
			return row?.['state'] === 'completed' ? true : undefined
		}, 'D1 to know the end')
	}
	await turn('m1')
	const database = meterDatabase(bindings.DB)
	const ofRoom = await meterStorage(calls.stub('ROOM', projectId))
	const ofConversation = await meterStorage(calls.stub('CONVERSATION', id))
	const before = relay.calls().length
	database.reset()
	calls.reset()
	relayFrames = 0
	const posted = await client.call('POST', `/api/conversations/${id}/messages`, {
		model: 'demo/planner',
		message: { id: 'm2', role: 'user', parts: [{ type: 'text', text: REQUEST }] },
	})
	await posted.text()
	await until(
		() => (ofConversation.count().byStatement['DELETE FROM outbox'] ? true : undefined),
		'D1',
	)
	await until(() => (relay.forgotten().length >= before ? true : undefined), 'the relay to forget')
	stop()
	console.log(
		`COST ${JSON.stringify({
			editorCalls: relay.calls().length - before,
			objectCalls: calls.byMethod,
			relayFrames,
			room: ofRoom.count(),
			conversation: ofConversation.count(),
			database: database.count(),
		})}`,
	)
	expect(relay.calls().length).toBeGreaterThan(before)
})
