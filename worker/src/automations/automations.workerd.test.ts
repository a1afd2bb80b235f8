/** From a signed delivery to its run: nothing forged gets in, nothing accepted is lost, nothing runs twice. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { DeliveryDetail } from '@fairlead/protocol/automations/automations'
import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import { beforeEach, describe, expect, test } from 'vitest'
import { problemOf } from '../../test/api-kit.ts'
import {
	acceptedId,
	deliver,
	deliveriesOf,
	github,
	newAutomation,
	pathOf,
	runsOf,
	settled,
	standard,
} from '../../test/automations/automation-kit.ts'
import { Client, KEY_A, roomWith, seat, until } from '../../test/double/harness.ts'
import { type Arrival, UNSCHEDULED } from './delivery-queue.ts'

const PAYLOAD = { name: 'Ada' }
const BODY = JSON.stringify(PAYLOAD)

let owner: Client
let projectId: string

beforeEach(async () => {
	owner = await Client.signIn()
	projectId = (await owner.newProject()).id
})

const objectOf = (id = projectId) => env.AUTOMATIONS.getByName(id)
const titlesOf = async (): Promise<string[]> => {
	const answer = await owner.call('GET', `/api/projects/${projectId}/conversations`)
	return ((await answer.json()) as { conversations: { title: string }[] }).conversations.map(
		({ title }) => title,
	)
}

describe('a delivery without a value that the prompt needs', () => {
	test.each([
		['another field', JSON.stringify({ other: 1 })],
		['no JSON', 'hello'],
	])('%s: its sender is told, the log has it, and no run begins', async (_, body) => {
		const made = await newAutomation(owner, projectId, {
			trigger: { kind: 'webhook', proof: 'bearer' },
			template: 'Look at build {{ build }}.',
		})
		const headers = { authorization: `Bearer ${made.secret}`, 'idempotency-key': 'once' }
		for (let i = 0; i < 2; i++) {
			const problem = await problemOf(await deliver(made, headers, body))
			expect(problem).toMatchObject({
				status: 400,
				title: expect.stringContaining('{{ build }}'),
				detail: expect.stringContaining('in the log'),
			})
		}
		const [delivery, ...others] = await until(async () => {
			const listed = await deliveriesOf(owner, made)
			return listed[0]?.verdict ? listed : undefined
		}, 'the decision')
		expect(others).toEqual([])
		expect(delivery).toMatchObject({
			verdict: 'failed',
			error: expect.stringContaining('{{ build }}'),
		})
		expect(await runsOf(made)).toEqual([])
	})
})

describe('a delivery', () => {
	test('begins a run in a conversation of its own, as the automation, and the log says so', async () => {
		const made = await newAutomation(owner, projectId, { mode: 'read-only' })
		const id = await acceptedId(await standard(made, 'msg_1', PAYLOAD))
		const delivery = await settled(owner, made, id)
		expect(delivery).toMatchObject({
			deliveryId: 'msg_1',
			source: 'webhook',
			verdict: 'begun',
			error: null,
			run: { state: 'completed' },
		})
		const conversation = `/api/conversations/${delivery.conversationId}`
		const read = await (await owner.call('GET', conversation)).json()
		expect(read).toMatchObject({ title: 'Triage: Ada', mode: 'read-only', projectId })
		const page = (await (await owner.call('GET', `${conversation}/messages`)).json()) as MessagePage
		expect(page.messages[0]).toMatchObject({
			role: 'user',
			metadata: { by: { kind: 'webhook', id: made.id, name: 'Triage' } },
		})
		const text = JSON.stringify(page.messages[0])
		expect(text).toContain('Say hello to [value 1: name].')
		const detail = await owner.call('GET', `${pathOf(made)}/deliveries/${id}`)
		const { payload, headers } = DeliveryDetail.parse(await detail.json())
		expect(payload).toBe(BODY)
		expect(Object.keys(headers).sort()).toEqual(['content-type', 'webhook-id', 'webhook-timestamp'])
	})

	test('is proven by GitHub’s signature; the event is part of the condition', async () => {
		const made = await newAutomation(owner, projectId, {
			trigger: { kind: 'webhook', proof: 'github' },
			condition: '$event == "issues" && action == "opened"',
			template: 'Say hello to {{ issue.title }}.',
		})
		const opened = { action: 'opened', issue: { title: 'It falls' } }
		const yes = await acceptedId(await github(made, 'guid-1', 'issues', opened))
		const no = await acceptedId(await github(made, 'guid-2', 'issues', { action: 'closed' }))
		expect((await settled(owner, made, yes)).verdict).toBe('begun')
		expect(await settled(owner, made, no)).toMatchObject({
			verdict: 'condition_not_met',
			conversationId: null,
			run: null,
		})
		// Somebody who recorded it sends it again under a new id, which GitHub does not sign.
		expect(await acceptedId(await github(made, 'guid-3', 'issues', opened))).toBe(yes)
		expect(await runsOf(made)).toHaveLength(1)
		// The list tells it from other runs of the automation, and from a person's.
		const listed = await owner.call('GET', `/api/projects/${projectId}/conversations`)
		expect(await listed.json()).toMatchObject({
			conversations: [{ title: 'Triage: It falls', titleSource: 'automation' }],
		})
	})

	test('is proven by a bearer, which is kept as a hash', async () => {
		const made = await newAutomation(owner, projectId, {
			trigger: { kind: 'webhook', proof: 'bearer' },
		})
		const bearer = { authorization: `Bearer ${made.secret}`, 'idempotency-key': 'job-7' }
		const id = await acceptedId(await deliver(made, bearer, BODY))
		expect(await acceptedId(await deliver(made, bearer, BODY))).toBe(id)
		expect((await settled(owner, made, id)).verdict).toBe('begun')
		const row = await env.DB.prepare('select secret from automations where id = ?')
			.bind(made.id)
			.first<{ secret: string }>()
		expect(row?.secret).not.toContain(made.secret)
		for (const wrong of ['', 'Bearer', `Bearer ${made.secret}x`, 'Basic abc']) {
			expect((await deliver(made, { authorization: wrong }, BODY)).status).toBe(401)
		}
	})

	test('that comes twice at once, and later again, runs once', async () => {
		const made = await newAutomation(owner, projectId)
		const answers = await Promise.all(
			Array.from({ length: 8 }, () => standard(made, 'msg_same', PAYLOAD)),
		)
		const ids = new Set(await Promise.all(answers.map(acceptedId)))
		expect(ids.size).toBe(1)
		const [id = ''] = ids
		await settled(owner, made, id)
		expect(await acceptedId(await standard(made, 'msg_same', PAYLOAD))).toBe(id)
		expect(await deliveriesOf(owner, made)).toHaveLength(1)
		expect(await runsOf(made)).toHaveLength(1)
	})

	test('is not lost if its object is evicted between the answer and the work', async () => {
		const made = await newAutomation(owner, projectId)
		const id = await acceptedId(await standard(made, 'msg_1', PAYLOAD))
		await evictDurableObject(objectOf())
		expect((await settled(owner, made, id)).verdict).toBe('begun')
		expect(await runsOf(made)).toHaveLength(1)
	})

	test('goes on after an end in mid-work with the run that it had begun', async () => {
		const made = await newAutomation(owner, projectId)
		const id = await acceptedId(await standard(made, 'msg_1', PAYLOAD))
		const { conversationId } = await settled(owner, made, id)
		// The state of an object that ended right after the run began, before it was noted.
		await runInDurableObject(objectOf(), async (_, state) => {
			state.storage.sql.exec(
				"update delivery set step = 'beginning', arrival = ?, verdict = null, run_id = null, next_at = 0",
				JSON.stringify({
					source: 'webhook',
					replayOf: null,
					askedBy: null,
					address: '',
					headers: {},
					event: null,
					payload: BODY,
					payloadBytes: BODY.length,
					...UNSCHEDULED,
				} satisfies Arrival),
			)
			await state.storage.setAlarm(Date.now())
		})
		await until(async () => {
			const [waiting] = await objectOf().waiting(made.id, 1)
			return waiting ? undefined : true
		}, 'the delivery to be logged again')
		expect(await runsOf(made)).toMatchObject([{ conversation_id: conversationId }])
		expect(await titlesOf()).toEqual(['Triage: Ada'])
	})
})

describe('while an earlier run is active', () => {
	/** Its runs wait for an editor that is compiling. */
	async function waitingRun(concurrency: 'queue' | 'replace' | 'skip') {
		const room = await roomWith([seat(KEY_A, 'compiling')])
		owner = room.client
		projectId = room.projectId
		const made = await newAutomation(owner, projectId, {
			template: 'create a cube named Box',
			concurrency,
		})
		const first = await acceptedId(await standard(made, 'first', {}))
		const conversationId = await until(async () => {
			const [delivery] = await deliveriesOf(owner, made)
			return delivery?.run ? delivery.conversationId : undefined
		}, 'the first run')
		return {
			made,
			first,
			stop: () => owner.call('POST', `/api/conversations/${conversationId}/stop`, {}),
		}
	}

	test('skip: the next delivery begins none', async () => {
		const { made } = await waitingRun('skip')
		const second = await acceptedId(await standard(made, 'second', {}))
		expect((await settled(owner, made, second)).verdict).toBe('busy')
		expect(await runsOf(made)).toHaveLength(1)
	})

	test('queue: the next ones begin in their order, each when the one before has ended, also after an eviction', async () => {
		const { made, first, stop } = await waitingRun('queue')
		const second = await acceptedId(await standard(made, 'second', {}))
		const third = await acceptedId(await standard(made, 'third', {}))
		await until(async () => {
			const [waiting] = await runInDurableObject(objectOf(), (_, state) =>
				state.storage.sql.exec('select until from hold').toArray(),
			)
			return waiting
		}, 'the queue to wait')
		// It is not asked again and again: the next look is half a minute away. While it looks at the
		// third delivery, it has no alarm.
		await until(async () => {
			const alarm = await runInDurableObject(objectOf(), (_, state) => state.storage.getAlarm())
			return alarm !== null && alarm > Date.now() + 10_000 ? true : undefined
		}, 'the queue to sleep')
		expect(await deliveriesOf(owner, made)).toMatchObject([
			{ id: third, verdict: null },
			{ id: second, verdict: null },
			{ id: first, verdict: 'begun' },
		])
		await evictDurableObject(objectOf())
		await stop()
		expect(await settled(owner, made, first)).toMatchObject({ run: { state: 'cancelled' } })
		const begun = await until(async () => {
			const found = (await deliveriesOf(owner, made)).find(({ id }) => id === second)
			return found?.run ? found : undefined
		}, 'the second run')
		await owner.call('POST', `/api/conversations/${begun.conversationId}/stop`, {})
		await until(async () => ((await runsOf(made)).length === 3 ? true : undefined), 'the third run')
	})

	test('queue: what waits begins nothing once the secret that proved it is replaced; by the new one it does', async () => {
		const { made, stop } = await waitingRun('queue')
		const leaked = await acceptedId(await standard(made, 'leaked', {}))
		const answer = await owner.call('POST', `${pathOf(made)}/secret`)
		const { secret } = (await answer.json()) as { secret: string }
		const own = await acceptedId(await standard({ ...made, secret }, 'own', {}))
		await stop()
		expect(await settled(owner, made, leaked)).toMatchObject({
			verdict: 'failed',
			run: null,
			error: expect.stringContaining('secret was replaced'),
		})
		await until(async () => {
			const found = (await deliveriesOf(owner, made)).find(({ id }) => id === own)
			return found?.verdict === 'begun' ? true : undefined
		}, 'the run of the new secret')
		expect(await runsOf(made)).toHaveLength(2)
	})

	test('replace: the newest one stops it and runs; those between are left out', async () => {
		const { made, first } = await waitingRun('replace')
		const second = await acceptedId(await standard(made, 'second', {}))
		expect(await settled(owner, made, first)).toMatchObject({ run: { state: 'cancelled' } })
		await until(async () => {
			const found = (await deliveriesOf(owner, made)).find(({ id }) => id === second)
			return found?.run ? true : undefined
		}, 'the second run')
	})
})

/** Three hundred requests and ten ends at once, on a machine that may be doing other things. */
const STORM_LIMIT_MS = 55_000

test('a storm of 150 deliveries, each sent twice, while the object is ended ten times: none lost, none twice', {
	timeout: 2 * STORM_LIMIT_MS,
}, async () => {
	const made = await newAutomation(owner, projectId, { condition: 'n < 2' })
	const numbers = Array.from({ length: 150 }, (_, n) => n)
	// An object that ends answers with an error; a sender tries again.
	const sent = [...numbers, ...numbers].map((n) =>
		until(
			async () => acceptedId(await standard(made, `storm_${n}`, { n, name: `N${n}` })),
			`delivery ${n} to be accepted`,
			STORM_LIMIT_MS,
		),
	)
	const ending = (async () => {
		for (let i = 0; i < 10; i++) {
			await objectOf()
				.waiting(made.id, 1)
				.catch(() => undefined)
			const end = (_: unknown, state: DurableObjectState) => state.abort('ended by the test')
			await runInDurableObject(objectOf(), end).catch(() => undefined)
		}
	})()
	const ids = new Set(await Promise.all(sent))
	await ending
	expect(ids.size).toBe(150)
	const verdicts = await until(
		async () => {
			const { results } = await env.DB.prepare(
				'select verdict, count(*) as n from deliveries where automation_id = ? group by verdict order by verdict',
			)
				.bind(made.id)
				.all<{ n: number }>()
			return results.reduce((sum, { n }) => sum + n, 0) === 150 ? results : undefined
		},
		'all of them to be logged',
		STORM_LIMIT_MS,
	)
	expect(verdicts).toEqual([
		{ verdict: 'begun', n: 2 },
		{ verdict: 'condition_not_met', n: 148 },
	])
	const conversations = (await runsOf(made)).map((run) => run.conversation_id)
	expect(conversations).toHaveLength(2)
	expect(new Set(conversations).size).toBe(2)
})

test('a deleted project takes its waiting deliveries along', async () => {
	const made = await newAutomation(owner, projectId)
	await acceptedId(await standard(made, 'msg_1', PAYLOAD))
	expect((await owner.call('DELETE', `/api/projects/${projectId}`)).status).toBe(204)
	expect(await objectOf().waiting(made.id, 10)).toEqual([])
	const again = await standard(made, 'msg_2', PAYLOAD)
	expect(again.status).toBe(401)
})
