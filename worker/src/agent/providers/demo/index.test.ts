import { describe, expect, it } from 'vitest'
import type { ChatRequest, ProviderEvent } from '../../model/types.ts'
import { demoProvider } from './index.ts'

const request: ChatRequest = {
	model: 'planner',
	system: '',
	messages: [{ role: 'user', parts: [{ type: 'text', text: 'make a cube' }] }],
	tools: [],
	maxOutputTokens: 1_000,
	webSearch: false,
}
const help: ChatRequest = {
	...request,
	messages: [{ role: 'user', parts: [{ type: 'text', text: 'help' }] }],
}

describe('demoProvider', () => {
	it('streams word by word the same answer that it returns for storage', async () => {
		const waits: number[] = []
		const provider = demoProvider({
			wordDelayMs: 12,
			sleep: async (ms) => void waits.push(ms),
		})
		const events: ProviderEvent[] = []
		for await (const event of provider.stream(help, new AbortController().signal))
			events.push(event)
		const deltas = events.flatMap((event) => (event.type === 'text-delta' ? [event.delta] : []))
		const finish = events.at(-1)
		expect(finish).toMatchObject({ type: 'finish', reason: 'stop' })
		expect(finish?.type === 'finish' && finish.parts).toEqual([
			{ type: 'text', text: deltas.join('') },
		])
		expect(deltas.length).toBeGreaterThan(50)
		expect(waits).toEqual(deltas.map(() => 12))
	})

	it('calls tools exactly as a model does, each call with its own id', async () => {
		let n = 0
		const provider = demoProvider({ wordDelayMs: 0, newId: () => String(n++) })
		const events: ProviderEvent[] = []
		for await (const event of provider.stream(request, new AbortController().signal))
			events.push(event)
		expect(events.map(({ type }) => type).slice(-4)).toEqual([
			'tool-input-start',
			'tool-input-delta',
			'tool-call',
			'finish',
		])
		const call = events.find((event) => event.type === 'tool-call')
		const delta = events.find((event) => event.type === 'tool-input-delta')
		expect(JSON.parse(delta?.type === 'tool-input-delta' ? delta.delta : '')).toEqual(call?.input)
		expect(events.at(-1)).toMatchObject({ reason: 'tool-calls' })
	})

	it('stops in the middle of a word when the run is stopped', async () => {
		const stop = new AbortController()
		const seen: string[] = []
		const provider = demoProvider({ wordDelayMs: 60_000, sleep: async () => stop.abort() })
		for await (const event of provider.stream(help, stop.signal)) seen.push(event.type)
		expect(seen).toEqual(['text-start'])
	})

	it('also wakes from its own pause', async () => {
		const stop = new AbortController()
		const seen: string[] = []
		for await (const event of demoProvider({ wordDelayMs: 60_000 }).stream(help, stop.signal)) {
			seen.push(event.type)
			queueMicrotask(() => stop.abort())
		}
		expect(seen).toEqual(['text-start'])
	})

	it('says what it can do if there is no message', async () => {
		const events: ProviderEvent[] = []
		const empty = { ...request, messages: [] }
		for await (const event of demoProvider({ wordDelayMs: 0 }).stream(
			empty,
			new AbortController().signal,
		))
			events.push(event)
		expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' })
	})
})
