/** The order of deliveries, and what happens when D1 or a conversation does not answer. */
import { beforeEach, expect, test } from 'vitest'
import { nodeDatabase } from '../../test/machine-kit.ts'
import type { AutomationRow } from '../db/automations.ts'
import { DeliveryQueue, MAX_WAITING, type OpenDelivery, UNSCHEDULED } from './delivery-queue.ts'
import { Dispatcher } from './dispatcher.ts'

const AUTOMATION: AutomationRow = {
	...{ id: 'aut', projectId: 'prj', name: 'Triage', enabled: true, trigger: { kind: 'button' } },
	...{ condition: null, template: 'Hello', mode: 'auto', model: null, budget: null },
	...{ withoutEditor: null, conversation: 'new', conversationId: null },
	...{ concurrency: 'queue', secret: null, createdBy: 'usr', createdAt: 1, updatedAt: 1 },
}
const project = { id: 'prj', name: 'P', budget: null, createdAt: 1, updatedAt: 1 }

let queue: DeliveryQueue
let now: number
let automation: AutomationRow | undefined
let down: boolean
/** The deliveries whose runs began, in order. */
let begun: string[]
let stopped: string[]
/** By conversation, the state of its run. */
let runs: Map<string, string>
/** A person has begun another run in each conversation. */
let takenOver: boolean
let logged: OpenDelivery[]
let dispatcher: Dispatcher

const failing = (): void => {
	if (down) throw new Error('D1 is down')
}

beforeEach(() => {
	queue = new DeliveryQueue(nodeDatabase())
	now = 1_000_000
	automation = AUTOMATION
	down = false
	begun = []
	stopped = []
	runs = new Map()
	takenOver = false
	logged = []
	let ids = 0
	dispatcher = new Dispatcher({
		queue: () => queue,
		clock: () => now,
		newConversationId: () => `cnv_${++ids}`,
		find: async () => {
			failing()
			return automation && { automation, project }
		},
		lastRun: async (id) => {
			const state = runs.get(id)
			const runId = takenOver ? 'run_of_a_person' : `run_${id}`
			return state === undefined ? undefined : { runId, state }
		},
		begin: async (_, { deliveryId, conversationId }) => {
			begun.push(deliveryId)
			runs.set(conversationId ?? '', 'running')
			return { ok: true, runId: `run_${conversationId}` }
		},
		stop: async (_, { conversationId }) => {
			stopped.push(conversationId)
			runs.set(conversationId, 'cancelled')
		},
		log: async (delivery) => {
			failing()
			logged.push(delivery)
		},
		warn: () => undefined,
	})
})

const send = (deliveryId: string, payload: unknown = {}) =>
	queue.accept({
		...{ id: `dlv_${deliveryId}`, automationId: 'aut', deliveryId, receivedAt: now },
		...{ source: 'webhook', replayOf: null, askedBy: null, address: '', headers: {}, event: null },
		...{ payload: JSON.stringify(payload), payloadBytes: 2, ...UNSCHEDULED },
	})
const verdicts = () => logged.map(({ deliveryId, verdict }) => [deliveryId, verdict])
const end = (conversationId: string) => {
	runs.set(conversationId, 'completed')
	for (const id of queue.activeIn(conversationId)) queue.release(id)
}

test('queue: one after the other, in the order in which they came, at nobody’s cost meanwhile', async () => {
	for (const id of ['a', 'b', 'c']) send(id)
	await dispatcher.work()
	expect(begun).toEqual(['a'])
	expect(queue.nextAt()).toBe(now + 30_000)
	end('cnv_1')
	await dispatcher.work()
	end('cnv_2')
	await dispatcher.work()
	end('cnv_3')
	expect(begun).toEqual(['a', 'b', 'c'])
	expect(queue.nextAt()).toBeNull()
})

test('queue: nobody told of the end; it looks by itself, ever more seldom', async () => {
	for (const id of ['a', 'b']) send(id)
	await dispatcher.work()
	const pauses: number[] = []
	for (let i = 0; i < 8; i++) {
		const next = queue.nextAt() ?? 0
		pauses.push((next - now) / 1_000)
		now = next
		if (i === 7) runs.set('cnv_1', 'failed')
		await dispatcher.work()
	}
	expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
	expect(begun).toEqual(['a', 'b'])
})

test('replace: the active run is stopped for the newest one; those between begin none', async () => {
	automation = { ...AUTOMATION, concurrency: 'replace' }
	send('a')
	await dispatcher.work()
	for (const id of ['b', 'c', 'd']) send(id)
	await dispatcher.work()
	expect(begun).toEqual(['a', 'd'])
	expect(stopped).toEqual(['cnv_1'])
	expect(Object.fromEntries(verdicts())).toEqual({
		...{ a: 'begun', b: 'replaced', c: 'replaced', d: 'begun' },
	})
})

test('a person who goes on in its conversation holds nothing up', async () => {
	automation = { ...AUTOMATION, concurrency: 'skip' }
	send('a')
	await dispatcher.work()
	takenOver = true
	send('b')
	await dispatcher.work()
	expect(begun).toEqual(['a', 'b'])
})

test('while D1 is down nothing is lost or begun twice; the pauses grow', async () => {
	send('a')
	down = true
	for (const pause of [1_000, 2_000, 4_000]) {
		await dispatcher.work()
		expect(queue.nextAt()).toBe(now + pause)
		now += pause
	}
	down = false
	await dispatcher.work()
	await dispatcher.work()
	expect(begun).toEqual(['a'])
	expect(verdicts()).toEqual([['a', 'begun']])
})

test('a delivery of a deleted automation begins nothing, and leaves nothing behind', async () => {
	send('a')
	automation = undefined
	await dispatcher.work()
	expect(begun).toEqual([])
	expect(queue.nextAt()).toBeNull()
	expect(queue.waiting('aut', 10)).toEqual([])
})

test('a condition that no longer parses is said in the log', async () => {
	automation = { ...AUTOMATION, condition: 'a = b' }
	send('a')
	await dispatcher.work()
	expect(logged).toMatchObject([
		{ verdict: 'condition_failed', error: 'Column 3: use == to compare.' },
	])
})

test('a full queue takes no more, and still knows those that it has', () => {
	for (let i = 0; i < MAX_WAITING; i++) send(`n${i}`)
	expect(send('one too many').kind).toBe('full')
	expect(send('n0')).toEqual({ kind: 'repeated', id: 'dlv_n0' })
})
