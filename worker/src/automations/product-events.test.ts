/** Events start automations, and automations cause events: a loop would run, and cost, without end. */
import type { ProductEvent } from '@fairlead/protocol/automations/automations'
import { beforeEach, expect, test } from 'vitest'
import { automationRow, newDelivery } from '../../test/automations/automation-units.ts'
import { nodeDatabase } from '../../test/machine-kit.ts'
import { DeliveryQueue, type ListedDelivery } from './delivery-queue.ts'
import { deliverEvent, type Happened, MAX_DEPTH, MAX_EVENTS_PER_HOUR } from './product-events.ts'

let queue: DeliveryQueue
let now: number
let ids: number
let listening: string[]
let warned: string[]

beforeEach(() => {
	queue = new DeliveryQueue(nodeDatabase())
	now = 1_000_000_000
	ids = 0
	listening = ['aut_a', 'aut_b']
	warned = []
})

const tell = (happened: Happened) =>
	deliverEvent(happened, {
		queue: () => queue,
		clock: () => now,
		newDeliveryId: () => `dlv_${++ids}`,
		listening: async (event) => listening.map((id) => automationRow(id, { kind: 'event', event })),
		warn: (event, error) => warned.push(`${event} ${error}`),
	})

const person = { kind: 'session', id: 'ses', userId: 'usr', name: 'Ada' } as const
const by = (automationId: string) =>
	({ kind: 'webhook', id: automationId, userId: null, name: 'Triage' }) as const
const failedRun = (id: string, author: NonNullable<Happened['run']>['author'] = person) =>
	tell({ event: 'run_failed', key: id, payload: { run: { id } }, run: { id, author } })
const happened = (event: ProductEvent, key: string) => tell({ event, key, payload: {} })

const of = (automationId: string): ListedDelivery[] => queue.waiting(automationId, 100)

test('each automation that listens gets it once, however often it is told', async () => {
	await failedRun('run_1')
	await failedRun('run_1')
	for (const id of listening) {
		expect(of(id)).toMatchObject([
			{ deliveryId: 'run_failed:run_1', source: 'event', depth: 0, verdict: null },
		])
	}
	const [{ id = '' } = {}] = of('aut_a')
	expect(queue.find('aut_a', id)?.payload).toBe('{"event":"run_failed","run":{"id":"run_1"}}')
})

test('a failed run does not start its own automation; another one may look at it', async () => {
	await failedRun('run_1', by('aut_a'))
	expect(of('aut_a')).toMatchObject([
		{ verdict: 'loop', error: expect.stringContaining('this automation') },
	])
	expect(of('aut_b')).toMatchObject([{ verdict: null }])
})

test('two automations that start each other stop, also after the object has slept', async () => {
	let author: NonNullable<Happened['run']>['author'] = person
	const chain: (string | null)[] = []
	for (let i = 0; i < 10; i++) {
		await failedRun(`run_${i}`, author)
		const next = listening[i % 2] ?? ''
		const [delivery] = of(next)
		if (!delivery || delivery.deliveryId !== `run_failed:run_${i}`) break
		chain.push(delivery.verdict)
		if (delivery.verdict !== null) break
		queue.begin(delivery.id, `cnv_${i}`)
		queue.decide(delivery.id, { verdict: 'begun', error: null }, `run_${i + 1}`, now)
		// Its arrival is forgotten with the log; its depth is not.
		queue.logged(delivery.id)
		author = by(next)
	}
	expect(chain).toEqual([...Array(MAX_DEPTH + 1).fill(null), 'loop'])
})

test('an editor that comes while an automation’s run is active is part of the chain', async () => {
	queue.accept({ ...newDelivery('aut_a', 'first', now), depth: MAX_DEPTH })
	const [first] = of('aut_a')
	queue.begin(first?.id ?? '', 'cnv')
	queue.decide(first?.id ?? '', { verdict: 'begun', error: null }, 'run', now)
	await happened('editor_connected', 'seat:1')
	expect(of('aut_b')).toMatchObject([{ depth: MAX_DEPTH + 1, verdict: 'loop' }])
	queue.release(first?.id ?? '')
	await happened('editor_connected', 'seat:2')
	expect(of('aut_b')[0]).toMatchObject({ depth: 0, verdict: null })
})

test('a crowd that opens a link starts no crowd of runs: an hour has a limit, and the log says so once', async () => {
	listening = ['aut_a']
	for (let i = 0; i < 2 * MAX_EVENTS_PER_HOUR; i++) await happened('share_opened', `vis_${i}`)
	const verdicts = of('aut_a').map(({ verdict }) => verdict)
	expect(verdicts.filter((verdict) => verdict === null)).toHaveLength(MAX_EVENTS_PER_HOUR)
	expect(verdicts.filter((verdict) => verdict === 'too_many')).toHaveLength(1)
	expect(verdicts).toHaveLength(MAX_EVENTS_PER_HOUR + 1)
	now += 3_600_001
	await happened('share_opened', 'vis_later')
	expect(of('aut_a')[0]).toMatchObject({ deliveryId: 'share_opened:vis_later', verdict: null })
})

test('an event that finds the queue full leaves a line in the log, for nobody sends it again', async () => {
	while (queue.accept(newDelivery('aut_c', `d${++ids}`, now)).kind !== 'full') {
		// Filled up.
	}
	await failedRun('run_1')
	expect(warned).toEqual([
		'event_dropped run_failed:run_1 of aut_a: the queue is full',
		'event_dropped run_failed:run_1 of aut_b: the queue is full',
	])
})
