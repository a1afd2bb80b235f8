/** The resources of a run that waits for a person, and for a compile. Prints a line `WAITING {json}`. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { KEY_A, roomWith, seat, until } from '../../worker/test/double/harness.ts'
import { REQUEST, serve } from './editor.ts'
import { meterCalls, meterStorage, meterTimers } from './meters.ts'

/** Earlier alarms belong to the work before the wait. */
const SOON_MS = 60 * 60_000
const MAX_WAKES = 10

it('counts what a waiting run holds', async () => {
	const timers = meterTimers()
	const calls = meterCalls()
	const result: Record<string, unknown> = {}
	for (const [what, mode, state] of [
		['a person', 'ask', 'waiting_approval'],
		['a compile', 'auto', 'waiting_editor'],
	] as const) {
		const { client, projectId, relay } = await roomWith([seat(KEY_A)])
		const created = await client.call('POST', `/api/projects/${projectId}/conversations`, { mode })
		const { id } = (await created.json()) as { id: string }
		const stub = calls.stub('CONVERSATION', id)
		const room = calls.stub('ROOM', projectId)
		const stop = serve(relay)
		if (state === 'waiting_editor') relay.phase(KEY_A, 'compiling')
		const posted = await client.call('POST', `/api/conversations/${id}/messages`, {
			model: 'demo/planner',
			message: { id: 'm1', role: 'user', parts: [{ type: 'text', text: REQUEST }] },
		})
		// The viewer's stream ends by itself: the object can sleep without the client closing it.
		await posted.text()
		await until(async () => {
			const page = await (await client.call('GET', `/api/conversations/${id}/messages`)).json()
			return (page as { activeRun: { state: string } | null }).activeRun?.state === state
				? true
				: undefined
		}, state)
		await until(() => (calls.open() === 0 ? true : undefined), 'all calls to be answered')
		const [mine, theirs] = [await meterStorage(stub), await meterStorage(room)]
		const held = { timers: timers.open(), calls: calls.open() }
		const alarmOf = (object: DurableObjectStub) =>
			runInDurableObject(object, (_, { storage }) => storage.getAlarm())
		// Alarms set before the wait ring once and find nothing to do.
		let wakes = 0
		for (const object of [stub, room]) {
			for (;;) {
				const at = await alarmOf(object)
				if (at === null || at > Date.now() + SOON_MS) break
				await runDurableObjectAlarm(object)
				wakes++
				if (wakes > MAX_WAKES) throw new Error(`${what}: an alarm that rings again and again`)
			}
		}
		const [conversationAlarm, roomAlarm] = [await alarmOf(stub), await alarmOf(room)]
		const now = Date.now()
		const rows = mine.count().rowsWritten + theirs.count().rowsWritten
		// Both return only when nothing keeps the object awake.
		await evictDurableObject(stub)
		await evictDurableObject(room)
		const inHours = (at: number | null): number | null => (at === null ? null : (at - now) / 3.6e6)
		stop()
		result[what] = {
			...held,
			wakes,
			rows,
			conversationAlarmHours: inHours(conversationAlarm),
			roomAlarmHours: inHours(roomAlarm),
		}
		expect(held).toEqual({ timers: 0, calls: 0 })
	}
	console.log(`WAITING ${JSON.stringify(result)}`)
})
