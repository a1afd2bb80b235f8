/** The order of deliveries, and what happens when D1 or a conversation does not answer. */
import { beforeEach, describe, expect, test } from 'vitest'
import { automationRow, newDelivery, PROJECT } from '../../test/automations/automation-units.ts'
import { nodeDatabase } from '../../test/machine-kit.ts'
import { DeliveryQueue, MAX_WAITING, type OpenDelivery } from './delivery-queue.ts'
import { Dispatcher } from './dispatcher.ts'
import type { AutomationRow } from './store/automations.ts'

const AUTOMATION = automationRow('aut')

let queue: DeliveryQueue
let now: number
let automation: AutomationRow | undefined
let down: boolean
/** The deliveries whose runs began, in order. */
let begun: string[]
let stopped: string[]
/** The deliveries that began in each conversation. */
let begunIn: Map<string, string[]>
/** The state of each conversation's run. */
let runs: Map<string, string>
/** A person has begun another run in each conversation. */
let takenOver: boolean
let logged: OpenDelivery[]
let dispatcher: Dispatcher
/** Whether an editor is connected. */
let editor: boolean
/** The mark of the automation's secret. */
let secret: string

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
	begunIn = new Map()
	runs = new Map()
	takenOver = false
	editor = true
	secret = 'first'
	logged = []
	let ids = 0
	dispatcher = new Dispatcher({
		queue: () => queue,
		clock: () => now,
		conversationFor: async () => `cnv_${++ids}`,
		hasEditor: async () => editor,
		find: async () => {
			failing()
			return automation && { automation, project: PROJECT }
		},
		lastRun: async (id) => {
			const state = runs.get(id)
			const runId = takenOver ? 'run_of_a_person' : `run_${id}`
			return state === undefined ? undefined : { runId, state }
		},
		runState: async (id) => {
			const state = runs.get(id)
			if (state === undefined) return undefined
			return { state: takenOver ? 'completed' : state }
		},
		begin: async (_, { id, deliveryId, conversationId }) => {
			begun.push(deliveryId)
			begunIn.set(conversationId ?? '', [...(begunIn.get(conversationId ?? '') ?? []), id])
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
		isProven: async (_, provenBy) => provenBy === secret,
		warn: () => undefined,
	})
})

const send = (deliveryId: string) => queue.accept(newDelivery('aut', deliveryId, now))
const verdicts = () => logged.map(({ deliveryId, verdict }) => [deliveryId, verdict])
const end = (conversationId: string) => {
	runs.set(conversationId, 'completed')
	for (const id of begunIn.get(conversationId) ?? []) queue.release(id)
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

test('a delivery that waits when its secret is replaced begins nothing; one that a person asks for does', async () => {
	const proven = (id: string) =>
		queue.accept({ ...newDelivery('aut', id, now), source: 'webhook', provenBy: secret })
	proven('a')
	proven('b')
	await dispatcher.work()
	expect(begun).toEqual(['a'])
	secret = 'second'
	proven('c')
	queue.accept({ ...newDelivery('aut', 'd', now), source: 'replay' })
	for (const nth of [1, 2, 3]) {
		end(`cnv_${nth}`)
		await dispatcher.work()
	}
	expect(begun).toEqual(['a', 'c', 'd'])
	expect(verdicts()).toContainEqual(['b', 'failed'])
	expect(logged.find(({ deliveryId }) => deliveryId === 'b')?.error).toContain('replaced')
})

test('queue: an end that nobody tells of is looked for, ever more seldom', async () => {
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
		a: 'begun',
		b: 'replaced',
		c: 'replaced',
		d: 'begun',
	})
})

describe('replace, with the times that senders signed', () => {
	const at = (id: string, signedAt: number | null): void => {
		queue.accept({ ...newDelivery('aut', id, now, {}), signedAt })
	}
	beforeEach(() => {
		automation = { ...AUTOMATION, concurrency: 'replace' }
	})

	test.each([
		['in order', ['older', 'newer']],
		['the other way round', ['newer', 'older']],
	] as const)('one after the other, %s: the newer one is left running', async (_, order) => {
		for (const id of order) {
			at(id, id === 'newer' ? 20_000 : 10_000)
			await dispatcher.work()
		}
		expect(begun.at(-1)).toBe('newer')
		expect(stopped).toEqual(order[0] === 'older' ? ['cnv_1'] : [])
		const older = order[0] === 'older' ? 'begun' : 'replaced'
		expect(Object.fromEntries(verdicts())).toEqual({ newer: 'begun', older })
	})

	test('several that wait: the one signed last runs, wherever it stands', async () => {
		for (const [id, signedAt] of Object.entries({ b: 20_000, d: 40_000, a: 10_000, c: 30_000 })) {
			at(id, signedAt)
		}
		await dispatcher.work()
		expect(begun).toEqual(['d'])
		expect(Object.fromEntries(verdicts())).toEqual({
			a: 'replaced',
			b: 'replaced',
			c: 'replaced',
			d: 'begun',
		})
	})

	test('an older one begins no run after the newer one has ended, and runs if that began none', async () => {
		automation = { ...automationRow('aut'), concurrency: 'replace', condition: 'ok' }
		queue.accept({ ...newDelivery('aut', 'refused', now, { ok: false }), signedAt: 90_000 })
		await dispatcher.work()
		queue.accept({ ...newDelivery('aut', 'newer', now, { ok: true }), signedAt: 20_000 })
		await dispatcher.work()
		runs.set('cnv_1', 'completed')
		queue.release('dlv_aut_newer')
		queue.accept({ ...newDelivery('aut', 'older', now, { ok: true }), signedAt: 10_000 })
		await dispatcher.work()
		expect(begun).toEqual(['newer'])
	})

	test('the later arrival is the newer in the same second, or without a time', async () => {
		for (const [id, signedAt] of Object.entries({ a: 10_000, b: 10_000, c: null, d: 10_000 })) {
			at(id, signedAt)
			await dispatcher.work()
		}
		expect(begun).toEqual(['a', 'b', 'c', 'd'])
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

test('no delivery is lost or begun twice while D1 is down; the pauses grow', async () => {
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
	expect(send('n0')).toEqual({ kind: 'repeated', id: 'dlv_aut_n0' })
})

test('skip: without an editor it begins no run, and says so', async () => {
	automation = { ...AUTOMATION, withoutEditor: { kind: 'skip' } }
	editor = false
	send('a')
	await dispatcher.work()
	editor = true
	send('b')
	await dispatcher.work()
	expect(begun).toEqual(['b'])
	expect(verdicts()).toContainEqual(['a', 'no_editor'])
})

test('fail: without an editor it fails, and says so', async () => {
	automation = { ...AUTOMATION, withoutEditor: { kind: 'fail' } }
	editor = false
	send('a')
	await dispatcher.work()
	expect(begun).toEqual([])
	expect(logged).toMatchObject([{ verdict: 'failed', error: 'No editor was connected.' }])
})

describe('wait', () => {
	const minutes = 90
	beforeEach(async () => {
		automation = { ...AUTOMATION, withoutEditor: { kind: 'wait', minutes } }
		editor = false
		for (const id of ['a', 'b']) send(id)
		await dispatcher.work()
		expect(queue.waiting('aut', 1)).toMatchObject([
			{ deliveryId: 'b', waitsFor: { for: 'editor', until: now + minutes * 60_000 } },
		])
	})

	test('an editor comes: they begin in their order, each once', async () => {
		now += 3_600_000
		editor = true
		queue.editorCame(now)
		await dispatcher.work()
		end('cnv_1')
		await dispatcher.work()
		expect(begun).toEqual(['a', 'b'])
	})

	test('nobody tells of the editor: it looks by itself, every quarter of an hour', async () => {
		editor = true
		expect(queue.nextAt()).toBe(now + 900_000)
		now += 900_000
		await dispatcher.work()
		expect(begun).toEqual(['a'])
	})

	test('no editor comes: both fail at the time that was said, and the end is the same after looks', async () => {
		const end = now + minutes * 60_000
		for (let next = queue.nextAt(); next !== null && next < end; next = queue.nextAt()) {
			now = next
			await dispatcher.work()
			expect(logged).toEqual([])
		}
		now = end
		await dispatcher.work()
		const error = 'No editor was connected within 90 minutes.'
		expect(logged).toMatchObject([
			{ deliveryId: 'a', verdict: 'failed', error },
			{ deliveryId: 'b', verdict: 'failed', error },
		])
		expect(begun).toEqual([])
	})
})

describe('one conversation for all runs', () => {
	beforeEach(() => {
		automation = { ...AUTOMATION, conversation: 'same', conversationId: 'cnv_own' }
	})

	test('queue: while a person’s run is active in it, a delivery waits', async () => {
		takenOver = true
		runs.set('cnv_own', 'running')
		send('a')
		await dispatcher.work()
		expect(begun).toEqual([])
		expect(queue.waiting('aut', 1)).toMatchObject([{ waitsFor: { for: 'run', until: null } }])
		runs.set('cnv_own', 'completed')
		now = queue.nextAt() ?? 0
		await dispatcher.work()
		expect(begun).toEqual(['a'])
	})

	test.each(['replace', 'skip'] as const)(
		'%s: a person’s run is not stopped',
		async (concurrency) => {
			automation = { ...AUTOMATION, conversation: 'same', conversationId: 'cnv_own', concurrency }
			takenOver = true
			runs.set('cnv_own', 'running')
			send('a')
			await dispatcher.work()
			expect([begun, stopped]).toEqual([[], []])
			expect(verdicts()).toEqual(concurrency === 'skip' ? [['a', 'busy']] : [])
		},
	)
})
