/** A title that is lost, asked for twice, or written over a person's: what a user would see in the list. */
import { beforeEach, expect, test } from 'vitest'
import { MachineKit, ONE, says, scripted, USAGE } from '../../../test/machine-kit.ts'
import type { ChatProvider, ChatRequest } from '../model/types.ts'
import type { OutboxPayload } from '../run/run-store.ts'
import { TITLE_PROMPT } from './title-request.ts'
import { titleAt } from './title-state.ts'
import { type TitlePorts, TitleWriter } from './title-writer.ts'

let kit: MachineKit
let requests: ChatRequest[]
beforeEach(() => {
	kit = new MachineKit({ provider: scripted([says('There are two.'), says('As I said, two.')]) })
	requests = []
})

const writing = (written: string): ChatProvider => scripted([says(written)], requests)

function writer(provider: ChatProvider, more: Partial<TitlePorts> = {}): TitleWriter {
	return new TitleWriter({
		store: kit.store,
		clock: () => kit.now,
		costOf: () => 0.01,
		log: (entry) => kit.logs.push(entry),
		titleModel: () => 'test/cheap',
		isWanted: async () => true,
		model: async (name, author) => {
			expect([name, author]).toEqual(['test/cheap', ONE])
			const facts = { ...kit.store, title: '', windowTokens: null, maxOutputTokens: null }
			return {
				provider,
				modelId: 'cheap',
				webSearch: true,
				paidBy: null,
				facts: {
					...facts,
					price: null,
					tools: true,
					pictures: true,
					reasoning: true,
					efforts: ['none'],
				},
			} as never
		},
		committed: () => undefined,
		...more,
	})
}

const CALL = {
	purpose: 'title',
	outcome: 'finished',
	model: 'test/cheap',
	usage: USAGE,
	costUsd: 0.01,
	paidBy: null,
} as const

type Titled = Extract<OutboxPayload, { topic: 'titled' }>
/** The titles that D1 would get. */
function titled(): Titled[] {
	const rows = kit.database.all<{ payload: string }>('SELECT payload FROM outbox ORDER BY id')
	const items = rows.map(({ payload }) => JSON.parse(payload) as OutboxPayload)
	return items.filter((item) => item.topic === 'titled')
}

async function firstAnswer(text = 'How many lights are there?'): Promise<void> {
	kit.post(text)
	await kit.settleDown()
}

test('the first answer brings one short question to the cheap model, and its answer is the title', async () => {
	await firstAnswer(`How many lights are there?${' x'.repeat(50_000)}`)
	const provider = writing('"Counting the lights."\nBecause they asked.')
	await writer(provider).write()
	expect(titled()).toMatchObject([{ title: 'Counting the lights', call: CALL }])
	const [request] = requests
	expect(request).toMatchObject({
		system: TITLE_PROMPT,
		tools: [],
		webSearch: false,
		effort: 'none',
	})
	expect(request?.maxOutputTokens).toBeLessThanOrEqual(1_000)
	expect(JSON.stringify(request?.messages)).toContain('There are two.')
	expect(JSON.stringify(request).length).toBeLessThan(5_000)

	kit.post('And now?', 'm2')
	await kit.settleDown()
	await writer(provider).write()
	expect(requests).toHaveLength(1)
	expect(titleAt(kit.store)).toBeNull()
})

test('no title is asked for before the first answer, nor for a conversation that a person has named', async () => {
	await writer(writing('x')).write()
	kit.post('How many lights are there?')
	await writer(writing('x')).write()
	await kit.settleDown()
	await writer(writing('x'), { isWanted: async () => false }).write()
	await writer(writing('x')).write()
	expect(requests).toEqual([])
	expect(titled()).toEqual([])
})

test.each<[string, Partial<TitlePorts>]>([
	['no model', { titleModel: () => null }],
	['no key', { model: async () => ({ refused: 'no_key' }) }],
])('%s: no title, and no second try', async (_, ports) => {
	await firstAnswer()
	await writer(writing('x'), ports).write()
	expect(titleAt(kit.store)).toBeNull()
	expect(titled()).toEqual([])
})

test('a model that fails or only thinks leaves the title; what it used is counted', async () => {
	await firstAnswer()
	const failing: ChatProvider = {
		id: 'failing',
		async *stream() {
			yield { type: 'usage', usage: USAGE }
			yield { type: 'error', error: { class: 'overload', message: 'Busy.', retryable: true } }
		},
	}
	await writer(failing).write()
	expect(titled()).toMatchObject([{ title: null, call: { ...CALL, outcome: 'failed' } }])
	expect(titleAt(kit.store)).toBeNull()
	expect(kit.store.latestRun()).toMatchObject({ state: 'completed' })
})

test('a run that has hardly any of its limit left gets no title', async () => {
	kit.post('How many lights are there?', 'm1', 'auto', { budget: { tokens: 500 } })
	await kit.settleDown()
	await writer(writing('x')).write()
	expect(requests).toEqual([])
	expect(titled()).toEqual([])
})

test('an instance that dies while it asks leaves the title to the next one; the third gives up', async () => {
	await firstAnswer()
	const hanging: ChatProvider = {
		id: 'hanging',
		async *stream(request) {
			requests.push(request)
			await new Promise(() => undefined)
		},
	}
	for (let instance = 1; instance <= 3; instance++) {
		void writer(hanging).write()
		await new Promise((resolve) => setImmediate(resolve))
		expect(requests).toHaveLength(Math.min(instance, 2))
		// At once, it would be asked by both.
		void writer(hanging).write()
		await new Promise((resolve) => setImmediate(resolve))
		expect(requests).toHaveLength(Math.min(instance, 2))
		kit.now = titleAt(kit.store) ?? kit.now
		kit.restart()
	}
	expect(titleAt(kit.store)).toBeNull()
	expect(titled()).toEqual([])
})

test('a title that is asked for while D1 does not answer is asked for again', async () => {
	await firstAnswer()
	await writer(writing('x'), { isWanted: () => Promise.reject(new Error('D1')) }).write()
	const again = titleAt(kit.store) ?? 0
	expect(again).toBeGreaterThan(kit.now)
	kit.now = again
	await writer(writing('Lights')).write()
	expect(titled()).toMatchObject([{ title: 'Lights' }])
})

test('an instance that was replaced writes nothing', async () => {
	await firstAnswer()
	const replaced = writer({
		id: 'slow',
		async *stream() {
			kit.store.beginEpoch()
			yield* says('Too late')
		},
	})
	await replaced.write()
	expect(titled()).toEqual([])
	expect(titleAt(kit.store)).not.toBeNull()
})
