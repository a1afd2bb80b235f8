/** The bytes of an answer, recorded once for each wire, in pieces of any size and cut at any byte. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Random } from '../../../../test/chaos/kit/random.ts'
import { answer } from '../../../../test/fakes/anthropic-server.ts'
import { modelOf, providerAt, startWire, WIRES, type Wire } from '../../../test/provider-wires.ts'
import type { ProviderEvent } from '../model/types.ts'
import { collect, request } from './anthropic/test-kit.ts'

const SEED = 14
const SPLITS = 40
const CUTS = 250
/** Signs of two, three and four bytes: a piece may end inside each. */
const ANSWER = answer(
	[
		{ type: 'text', text: 'Der Würfel “fällt” 🧊 – gut.' },
		{ type: 'tool_use', id: 'call_1', name: 'unity_query', input: { id: '/Würfel 🧊 “A”' } },
	],
	{ engine: 'own' },
)

describe.each(WIRES)('%s', (name) => {
	const random = new Random(SEED)
	const below = (limit: number): number => Math.floor(random.next() * limit)
	let wire: Wire
	let bytes: Uint8Array<ArrayBuffer>
	let whole: readonly ProviderEvent[]

	const ask = (fetch: typeof globalThis.fetch) => {
		const provider = providerAt(name, { ...wire.at, fetch })
		return collect(provider.stream(request({ model: modelOf(name) }), new AbortController().signal))
	}
	/** The recorded answer in these pieces, then its end, or a lost connection. */
	const played = (pieces: readonly Uint8Array[], isLost = false) =>
		ask(async () => {
			const body = new ReadableStream<Uint8Array>({
				start(controller) {
					for (const piece of pieces) controller.enqueue(piece)
					if (isLost) controller.error(new TypeError('terminated'))
					else controller.close()
				},
			})
			return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
		})
	/** The events that the loop keeps of it. */
	const kept = (events: readonly ProviderEvent[]) => {
		const last = events.at(-1)
		return last?.type === 'finish' ? { reason: last.reason, parts: last.parts } : null
	}

	beforeEach(async () => {
		wire = await startWire(name)
		wire.script(ANSWER)
		whole = await ask(async (input, init) => {
			const response = await fetch(input, init)
			bytes = new Uint8Array(await response.arrayBuffer())
			return new Response(bytes, response)
		})
		expect(kept(whole)).toMatchObject({ reason: 'tool-calls' })
	})
	afterEach(() => wire.close())

	it('is the same answer in pieces of any size', async () => {
		const single = Array.from(bytes, (_, at) => bytes.slice(at, at + 1))
		expect(kept(await played(single))).toEqual(kept(whole))
		for (let n = 0; n < SPLITS; n++) {
			const ends = Array.from({ length: 1 + below(30) }, () => below(bytes.length))
			const sorted = [0, ...ends.sort((a, b) => a - b), bytes.length]
			const pieces = sorted.slice(1).map((end, at) => bytes.slice(sorted[at], end))
			expect(kept(await played(pieces)), sorted.join()).toEqual(kept(whole))
		}
	})

	it('is the whole answer or none, wherever it is cut', async () => {
		let none = 0
		for (let n = 0; n < CUTS; n++) {
			const at = below(bytes.length)
			const isLost = n % 2 === 0
			const events = await played([bytes.slice(0, at)], isLost)
			const found = kept(events)
			if (found !== null) expect(found, String(at)).toEqual(kept(whole))
			else {
				none++
				expect(events.at(-1), String(at)).toMatchObject({
					type: 'error',
					error: { class: 'network', retryable: true },
				})
			}
		}
		expect(none).toBeGreaterThan(CUTS / 2)
	})
})
