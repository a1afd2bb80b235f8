import { describe, expect, it } from 'vitest'
import { callsTools, MachineKit, readWithSdk, scripted, USAGE } from '../../../test/machine-kit.ts'
import type { ProviderEvent } from '../model/types.ts'
import { limitOf } from './budget.ts'

const used = (inputTokens: number, outputTokens = 0, cacheReadTokens = 0) => ({
	inputTokens,
	outputTokens,
	cacheReadTokens,
	cacheWriteTokens: 0,
})

describe('a budget', () => {
	const run = { budget: {}, usage: used(0), costUsd: 0 }
	it('has defaults, and ends the run when it is reached', () => {
		expect(limitOf(run, 49)).toBeNull()
		expect(limitOf(run, 50)).toBe('step_limit')
		expect(limitOf({ ...run, usage: used(5_000_000) }, 1)).toBe('token_limit')
		expect(limitOf({ ...run, costUsd: 10 }, 1)).toBe('cost_limit')
		expect(limitOf({ ...run, costUsd: null }, 1)).toBeNull()
		expect(limitOf({ ...run, budget: { steps: 2 } }, 2)).toBe('step_limit')
	})

	const endless = (usage = USAGE): ProviderEvent[][] =>
		Array.from({ length: 30 }, (_, i) =>
			callsTools([
				{ id: `l${i}`, name: 'unity_query', input: { action: 'find', name: `object ${i}` } },
			]).map((event) => (event.type === 'finish' ? { ...event, usage } : event)),
		)

	it.each([
		['steps', { steps: 3 }, 'test/scripted', 'step_limit', 3],
		['tokens', { tokens: 3_000 }, 'test/scripted', 'token_limit', 3],
		['cost', { costUsd: 0.01 }, 'anthropic/claude-opus-5', 'cost_limit', 2],
		['steps alone where no price is known', { costUsd: 0.01, steps: 4 }, 'x/y', 'step_limit', 4],
	] as const)(
		'of %s ends the run with a notice, and a message to go on has it again',
		async (_, budget, model, code, calls) => {
			const kit = new MachineKit({ provider: scripted(endless(used(1_000))) })
			kit.post('never end', 'm1', 'auto', { budget, model })
			await kit.settleDown()
			expect(kit.store.latestRun()?.state).toBe('completed')
			expect(kit.executions).toHaveLength(calls)
			expect(JSON.stringify(kit.answer())).toContain(`"code":"${code}"`)
			expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
			kit.post('Go on.', 'm2', 'auto', { budget, model })
			await kit.settleDown()
			expect(kit.executions).toHaveLength(2 * calls)
		},
	)

	it.each([
		['tokens', { tokens: 5_000 }, 'token_limit_near'],
		['dollars', { costUsd: 0.026 }, 'cost_limit_near'],
	] as const)(
		'of %s warns once from 80 % on, before the step that may be the last',
		async (_, budget, code) => {
			const kit = new MachineKit({ provider: scripted(endless(used(1_000))) })
			kit.post('never end', 'm1', 'auto', { budget, model: 'anthropic/claude-opus-5' })
			await kit.settleDown()
			const answer = JSON.stringify(kit.answer())
			expect(answer.split(`"code":"${code}"`)).toHaveLength(2)
			const codes = [...answer.matchAll(/"code":"(\w+)"/g)].map(([, found]) => found)
			expect(codes.at(-1)).toBe(code.replace('_near', ''))
			const parts = kit.answer()?.parts ?? []
			const warned = parts.findIndex((part) => JSON.stringify(part).includes(code))
			const steps = parts.slice(0, warned).filter(({ type }) => type === 'step-start').length
			// Four of five steps of 1,000 tokens, or of half a cent, are over.
			expect(steps).toBe(kit.executions.length - 1)
			expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
		},
	)

	it('counts the usage of an answer that failed or was cut', async () => {
		const started: ProviderEvent = { type: 'usage', usage: used(900, 1) }
		const text: ProviderEvent[] = [
			{ type: 'text-start', id: 't' },
			{ type: 'text-delta', id: 't', delta: 'x'.repeat(400) },
		]
		const error = { class: 'key', message: '401', retryable: false } as const
		const failing = new MachineKit({
			provider: scripted([[started, ...text, { type: 'error', error }]]),
		})
		failing.post('hi')
		await failing.settleDown()
		expect(failing.store.latestRun()?.usage).toMatchObject({ inputTokens: 900, outputTokens: 100 })
		expect(failing.answer()?.metadata).toMatchObject({ usage: { inputTokens: 900 } })
		const cut = new MachineKit({
			provider: {
				id: 'endless',
				async *stream(_, signal) {
					yield* [started, ...text]
					await new Promise((resolve) => signal.addEventListener('abort', resolve))
				},
			},
		})
		cut.post('hi')
		void cut.machine.drive()
		await new Promise((resolve) => setImmediate(resolve))
		await cut.machine.stop(null)
		expect(cut.store.latestRun()?.usage).toMatchObject({ inputTokens: 900, outputTokens: 100 })
	})

	it('estimates a cut answer of a provider that reports usage only at the end', async () => {
		const error = { class: 'key', message: '401', retryable: false } as const
		const usageOf = async (...events: ProviderEvent[]) => {
			const kit = new MachineKit({ provider: scripted([[...events, { type: 'error', error }]]) })
			kit.post('x'.repeat(4_000))
			await kit.settleDown()
			return kit.store.latestRun()?.usage
		}
		const text = { type: 'text-delta', id: 't', delta: 'x'.repeat(400) } as const
		const usage = await usageOf({ type: 'text-start', id: 't' }, text)
		expect(usage?.inputTokens).toBeGreaterThan(1_000)
		expect(usage?.outputTokens).toBe(100)
		// A call that was refused at once cost nothing.
		expect(await usageOf()).toEqual(used(0))
	})

	it.each<[string, ProviderEvent[]]>([
		['before anything of it arrived', []],
		['when it had just begun', [{ type: 'reasoning-start', id: 'r' }]],
	])('counts the request of an answer that a person stopped %s', async (_, events) => {
		const kit = new MachineKit({
			provider: {
				id: 'thinks',
				async *stream(_, signal) {
					yield* events
					await new Promise((resolve) => signal.addEventListener('abort', resolve))
				},
			},
		})
		kit.post('x'.repeat(4_000))
		void kit.machine.drive()
		await new Promise((resolve) => setImmediate(resolve))
		await kit.machine.stop(null)
		const usage = kit.store.latestRun()?.usage
		expect(usage?.inputTokens).toBeGreaterThan(1_000)
		expect(usage?.estimatedTokens).toBe(usage?.inputTokens)
	})
})
