/** From a time, an event or an editor's coming to the run: as the project's members see it. */
import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import {
	Automation,
	type Delivery,
	ScheduleTimes,
} from '@fairlead/protocol/automations/automations'
import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import { beforeEach, describe, expect, test } from 'vitest'
import { problemOf } from '../../test/api-kit.ts'
import {
	acceptedId,
	deliveriesOf,
	type Made,
	newAutomation,
	pathOf,
	settled,
	standard,
} from '../../test/automations/automation-kit.ts'
import { Client, connectRelay, KEY_A, seat, until } from '../../test/double/harness.ts'
import { newShare, visit } from '../../test/people/share-kit.ts'

let owner: Client
let projectId: string

beforeEach(async () => {
	owner = await Client.signIn()
	projectId = (await owner.newProject()).id
})

const objectOf = () => env.AUTOMATIONS.getByName(projectId)
const YEARLY = { kind: 'schedule', cron: '0 0 1 1 *', timeZone: 'Europe/Berlin' } as const

/** Makes the next time of each schedule come, `ago` milliseconds ago. */
const timePassed = (ago: number) =>
	runInDurableObject(objectOf(), async (_, { storage }) => {
		storage.sql.exec('UPDATE schedule SET due_at = ?, look_at = ?', Date.now() - ago, 0)
		await storage.setAlarm(Date.now())
	})

/** The first delivery, once it is decided and its run has ended. */
async function firstOf(made: Made): Promise<Delivery> {
	const id = await until(async () => (await deliveriesOf(owner, made))[0]?.id, 'a delivery')
	return settled(owner, made, id)
}

const read = async ({ projectId, id }: Made): Promise<Automation> => {
	const answer = await owner.call('GET', `/api/projects/${projectId}/automations/${id}`)
	return Automation.parse(await answer.json())
}

describe('a schedule', () => {
	test('begins a run as the schedule when its time comes, also after an eviction', async () => {
		const made = await newAutomation(owner, projectId, {
			trigger: YEARLY,
			template: 'Play the game of {{ scheduledAt }}.',
		})
		expect(made).toMatchObject({ secret: null, url: null, trigger: YEARLY })
		const newYear = new Date(made.nextAt ?? 0)
		expect(newYear.toISOString()).toMatch(/-12-31T23:00:00\.000Z$/)
		await evictDurableObject(objectOf())
		await timePassed(1_000)
		const delivery = await firstOf(made)
		expect(delivery).toMatchObject({
			source: 'schedule',
			verdict: 'begun',
			missed: 0,
			askedBy: null,
			run: { state: 'completed' },
		})
		const path = `/api/conversations/${delivery.conversationId}/messages`
		const { messages } = (await (await owner.call('GET', path)).json()) as MessagePage
		expect(messages[0]).toMatchObject({
			metadata: { by: { kind: 'schedule', id: made.id, name: 'Triage' } },
		})
		expect(await deliveriesOf(owner, made)).toHaveLength(1)
	})

	test('comes although the storage of its object was lost, from whatever touches the object next', async () => {
		const made = await newAutomation(owner, projectId, {
			trigger: YEARLY,
			template: 'Say hello.',
		})
		const dueAt = () =>
			runInDurableObject(objectOf(), async (_, { storage }) => {
				const rows = storage.sql.exec(
					'SELECT due_at FROM schedule WHERE automation_id = ?',
					made.id,
				)
				return rows.toArray()[0]?.['due_at']
			})
		await runInDurableObject(objectOf(), (_, { storage }) => storage.deleteAll())
		await evictDurableObject(objectOf())
		// A member reads its log.
		expect(await deliveriesOf(owner, made)).toEqual([])
		await until(async () => (await dueAt()) === made.nextAt || undefined, 'the schedule')
		await timePassed(1_000)
		expect(await firstOf(made)).toMatchObject({ source: 'schedule', verdict: 'begun' })
	})

	test('tells its next five times before it is saved, and refuses what is none with what to write', async () => {
		const times = (cron: string, timeZone: string) => {
			const query = new URLSearchParams({ cron, timeZone })
			return owner.call('GET', `/api/projects/${projectId}/schedule-times?${query}`)
		}
		const answer = ScheduleTimes.parse(await (await times('0 12 * * *', 'UTC')).json())
		expect(answer.times).toHaveLength(5)
		const hours = new Set(answer.times.map((time) => new Date(time).getUTCHours()))
		expect(hours).toEqual(new Set([12]))
		for (const [cron, timeZone, path] of [
			['* * * * *', 'UTC', '/trigger/cron'],
			['0 12 * * *', 'Middle/Earth', '/trigger/timeZone'],
		] as const) {
			const trigger = { kind: 'schedule', cron, timeZone } as const
			const created = { name: 'Nightly', template: 'Hi', trigger }
			const automations = `/api/projects/${projectId}/automations`
			for (const refused of [
				await times(cron, timeZone),
				await owner.call('POST', automations, created),
			]) {
				const { code, detail, issues } = await problemOf(refused)
				expect([code, issues?.[0]?.path]).toEqual(['invalid_request', path])
				expect(detail).toMatch(/Write/)
			}
		}
	})

	test('is moved, switched off and deleted; its kind stays', async () => {
		const made = await newAutomation(owner, projectId, {
			trigger: YEARLY,
			template: 'Say hello.',
		})
		const due = () =>
			runInDurableObject(objectOf(), (_, { storage }) =>
				storage.sql.exec<{ due_at: number }>('SELECT due_at FROM schedule').toArray(),
			)
		expect(await due()).toEqual([{ due_at: made.nextAt }])
		const summer = { ...YEARLY, cron: '0 0 1 7 *' }
		expect((await owner.call('PATCH', pathOf(made), { trigger: summer })).status).toBe(200)
		const moved = await read(made)
		expect(moved.nextAt).not.toBe(made.nextAt)
		expect(await due()).toEqual([{ due_at: moved.nextAt }])
		const other = await owner.call('PATCH', pathOf(made), { trigger: { kind: 'button' } })
		expect((await problemOf(other)).code).toBe('conflict')
		await owner.call('PATCH', pathOf(made), { enabled: false })
		expect(await read(made)).toMatchObject({ nextAt: null, trigger: summer })
		expect(await due()).toEqual([])
		await owner.call('PATCH', pathOf(made), { enabled: true })
		expect((await owner.call('DELETE', pathOf(made))).status).toBe(204)
		expect(await due()).toEqual([])
	})
})

describe('an event', () => {
	test('a run failed: another automation begins one about it', async () => {
		const made = await newAutomation(owner, projectId, {
			trigger: { kind: 'event', event: 'run_failed' },
			template: 'Say why {{ run.error }} happened.',
		})
		const created = await owner.call('POST', `/api/projects/${projectId}/conversations`, {
			mode: 'ask',
		})
		const { id } = (await created.json()) as { id: string }
		const path = `/api/conversations/${id}/messages`
		const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'press play' }] }
		await (await owner.call('POST', path, { message })).text()
		await until(async () => {
			const known = 'select last_run_state as state from conversations where id = ?'
			const row = await env.DB.prepare(known).bind(id).first<{ state: string }>()
			return row?.state === 'waiting_approval' ? true : undefined
		}, 'D1 to know of the question')
		// A run whose storage is lost cannot continue: it fails.
		await runInDurableObject(env.CONVERSATION.getByName(id), async (_, { storage }) => {
			await storage.deleteAlarm()
			await storage.deleteAll()
		})
		await abortAllDurableObjects()
		await owner.call('GET', path)
		const delivery = await firstOf(made)
		expect(delivery).toMatchObject({ source: 'event', verdict: 'begun', depth: 0 })
		expect(delivery.deliveryId).toMatch(/^run_failed:run_/)
		expect(delivery.conversationId).not.toBe(id)
	})

	test('a browser opens a share link: once, also when it opens it again', async () => {
		const made = await newAutomation(owner, projectId, {
			trigger: { kind: 'event', event: 'share_opened' },
			condition: 'share.role == "viewer" && !signedIn',
			template: 'Greet the visitor of {{ share.id }}.',
		})
		const { token } = await newShare(owner, projectId, { role: 'viewer' })
		const { client } = await visit(token)
		expect(await firstOf(made)).toMatchObject({ source: 'event', verdict: 'begun' })
		await visit(token, client.cookie)
		await visit(token)
		await until(
			async () => ((await deliveriesOf(owner, made)).length === 2 ? true : undefined),
			'the second visitor’s delivery',
		)
	})

	test('an editor comes: once for each Unity process, not for each reconnection', async () => {
		const made = await newAutomation(owner, projectId, {
			trigger: { kind: 'event', event: 'editor_connected' },
			template: 'Welcome {{ editor.name }} with Unity {{ editor.unityVersion }}.',
		})
		const { token } = await owner.newRelayToken(projectId)
		const unity = (sessionId: string) => ({
			...seat(KEY_A),
			process: {
				sessionId,
				connSeq: 1,
				pid: 7,
				kind: 'unity' as const,
				unityVersion: '6000.2.1f1',
				pluginVersion: '1.0.0',
				productGuid: 'guid',
			},
		})
		const relay = await connectRelay(projectId, token)
		await relay.hello({ editors: [unity('first')] })
		expect(await firstOf(made)).toMatchObject({ source: 'event', verdict: 'begun' })
		relay.phase(KEY_A, 'gone')
		relay.phase(KEY_A, 'ready')
		relay.close()
		const again = await connectRelay(projectId, token)
		await again.hello({ connSeq: 2, editors: [unity('first')] })
		again.notify('seat.updated', unity('second'))
		const ids = await until(async () => {
			const deliveries = await deliveriesOf(owner, made)
			return deliveries.length > 1 ? deliveries.map(({ deliveryId }) => deliveryId) : undefined
		}, 'the second process')
		expect(ids).toEqual([`editor_connected:${KEY_A}:second`, `editor_connected:${KEY_A}:first`])
	})
})

test('a delivery without an editor waits, and begins when one comes; the list says for what it waits', async () => {
	const made = await newAutomation(owner, projectId, {
		withoutEditor: { kind: 'wait', minutes: 60 },
	})
	const id = await acceptedId(await standard(made, 'msg_1', { name: 'Ada' }))
	const waiting = await until(async () => {
		const [delivery] = await deliveriesOf(owner, made)
		return delivery?.waitsFor ? delivery : undefined
	}, 'it to wait')
	expect(waiting).toMatchObject({ verdict: null, waitsFor: { for: 'editor' } })
	const { token } = await owner.newRelayToken(projectId)
	const relay = await connectRelay(projectId, token)
	await evictDurableObject(env.ROOM.getByName(projectId))
	await relay.hello({ editors: [seat(KEY_A, 'gone')] })
	relay.phase(KEY_A, 'compiling')
	expect(await settled(owner, made, id)).toMatchObject({ verdict: 'begun', waitsFor: null })
})

test('one conversation for all runs: each goes on in it, and a deleted one is made again', async () => {
	const made = await newAutomation(owner, projectId, { conversation: 'same' })
	const run = async (deliveryId: string) => {
		const id = await acceptedId(await standard(made, deliveryId, { name: deliveryId }))
		return (await settled(owner, made, id)).conversationId
	}
	const first = await run('one')
	expect(await run('two')).toBe(first)
	expect((await read(made)).conversationId).toBe(first)
	expect((await owner.call('DELETE', `/api/conversations/${first}`)).status).toBe(204)
	const second = await run('three')
	expect(second).not.toBe(first)
	expect((await read(made)).conversationId).toBe(second)
})

test.each(['new', 'same'] as const)(
	'mode, budget and model of each run are the automation’s as they are then, not its %s conversation’s',
	async (conversation) => {
		const made = await newAutomation(owner, projectId, {
			conversation,
			mode: 'auto',
			model: null,
			budget: { costUsd: 5 },
		})
		const run = async (deliveryId: string) => {
			const id = await acceptedId(await standard(made, deliveryId, { name: deliveryId }))
			const { verdict, error, conversationId } = await settled(owner, made, id)
			expect({ verdict, error }).toEqual({ verdict: 'begun', error: null })
			const began = await runInDurableObject(
				env.CONVERSATION.getByName(conversationId ?? ''),
				(_, { storage }) =>
					storage.sql
						.exec<{ mode: string; model: string; budget: string }>(
							`SELECT mode, json_extract(source, '$.model') AS model, budget FROM run ORDER BY seq DESC LIMIT 1`,
						)
						.one(),
			)
			return { ...began, budget: JSON.parse(began.budget) as unknown, conversationId }
		}
		const first = await run('one')
		expect(first).toMatchObject({ mode: 'auto', budget: { costUsd: 5 } })
		// A member changes the conversation, and the automation is lowered.
		await env.DB.prepare('update conversations set mode = ?, model = ?, budget = ? where id = ?')
			.bind('auto', 'gone/model', '{"costUsd":99}', first.conversationId)
			.run()
		const lowered = { mode: 'read-only', model: 'demo/planner', budget: { costUsd: 1 } }
		expect((await owner.call('PATCH', pathOf(made), lowered)).status).toBe(200)
		const second = await run('two')
		expect(second).toMatchObject(lowered)
		expect(second.conversationId === first.conversationId).toBe(conversation === 'same')
		// The conversation stays as the member set it.
		const row = await env.DB.prepare('select mode, model from conversations where id = ?')
			.bind(first.conversationId)
			.first()
		expect(row).toEqual({ mode: 'auto', model: 'gone/model' })
	},
)
