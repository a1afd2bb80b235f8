/** A run whose provider fails: it is tried again, with less, or ends with a message that says what to do. */
import { describe, expect, it } from 'vitest'
import {
	callsTools,
	executing,
	MachineKit,
	readWithSdk,
	says,
	scripted,
} from '../../../test/machine-kit.ts'
import type { ChatProvider, ChatRequest, ProviderEvent } from '../model/types.ts'

const LOOK = { id: 'tc2', name: 'unity_query', input: { action: 'selection' } }

describe('a run whose provider fails', () => {
	it('retries an overloaded provider and shows nothing of the failed try', async () => {
		let tries = 0
		const provider = scripted([
			(): ProviderEvent[] => {
				if (tries++ > 0) return says('Second try. ')
				return [
					{ type: 'text-start', id: 't' },
					{ type: 'text-delta', id: 't', delta: 'Half an ans' },
					{
						type: 'error',
						error: { class: 'overload', message: '529', retryable: true },
					},
				]
			},
		])
		const kit = new MachineKit({ provider })
		kit.post('hi')
		await kit.settleDown()
		expect(kit.announced).toContain('waiting_retry')
		const seen = (await readWithSdk(kit.frames)) as { parts: { type: string; text?: string }[] }
		expect(seen).toEqual(kit.answer())
		expect(seen.parts.filter((p) => p.type === 'text').map((p) => p.text)).toEqual(['Second try. '])
		expect(JSON.stringify(seen)).toContain('"on":"retry"')
	})

	it('leaves older parts out when the provider says that the request is too long, and continues', async () => {
		const requests: ChatRequest[] = []
		const big = 'x'.repeat(20_000)
		const provider: ChatProvider = {
			id: 'small',
			async *stream(request, signal) {
				requests.push(structuredClone(request))
				if (JSON.stringify(request.messages).length > 40_000) {
					const error = { class: 'too_long', message: '400', retryable: false } as const
					yield { type: 'error', error }
					return
				}
				const own = request.messages.findLastIndex((m) => JSON.stringify(m).includes('look often'))
				const done = request.messages.slice(own).filter((m) => m.role === 'assistant').length
				const look = { ...LOOK, id: `l${requests.length}` }
				yield* own < 0 ? says(big) : done < 5 ? callsTools([look]) : says('Seen enough. ')
				signal.throwIfAborted()
			},
		}
		let looks = 0
		const kit = new MachineKit({
			provider,
			room: executing(() => ({ status: 'ok', result: `${looks++} ${'y'.repeat(9_000)}` })),
		})
		for (const id of ['a', 'b']) {
			kit.post('say something long', id)
			await kit.settleDown()
		}
		kit.post('look often', 'c')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(JSON.stringify(kit.answer())).toContain('Seen enough')
		expect(kit.store.newestMessages(10)).toHaveLength(6)
	})

	it('ends with a message and an action when the key is rejected', async () => {
		const kit = new MachineKit({
			provider: scripted([
				[{ type: 'error', error: { class: 'key', message: '401', retryable: false } }],
			]),
		})
		kit.post('hi')
		await kit.settleDown()
		expect(kit.store.latestRun()).toMatchObject({ state: 'failed', errorCode: 'model_key' })
		expect(JSON.stringify(kit.answer())).toContain('rejected the API key')
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
	})

	it('gives up after tries without progress instead of retrying forever', async () => {
		const requests: ChatRequest[] = []
		const kit = new MachineKit({
			provider: scripted(
				[[{ type: 'error', error: { class: 'network', message: 'cut', retryable: true } }]],
				requests,
			),
		})
		kit.post('hi')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('failed')
		expect(requests.length).toBe(4)
	})
})
