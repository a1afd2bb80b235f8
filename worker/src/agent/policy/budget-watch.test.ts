/** Budgets in dollars stop a run between two steps, and warn; a database that is down stops nothing that may go on. */
import { expect, it } from 'vitest'
import {
	callsTools,
	MachineKit,
	ONE,
	readWithSdk,
	says,
	scripted,
} from '../../../test/machine-kit.ts'
import { type BudgetFigure, type BudgetFigures, NO_BUDGETS } from '../../access/dollar-budgets.ts'
import type { ProviderEvent } from '../model/types.ts'

/** Half a cent a step. */
const MODEL = 'anthropic/claude-opus-5'
const STEP_USD = 0.005
const DAY_MS = 86_400_000

const steps = (count = 12): ProviderEvent[][] =>
	Array.from({ length: count }, (_, i) =>
		callsTools([
			{ id: `l${i}`, name: 'unity_query', input: { action: 'find', name: `object ${i}` } },
		]).map((event) =>
			event.type === 'finish'
				? {
						...event,
						usage: {
							inputTokens: 1_000,
							outputTokens: 0,
							cacheReadTokens: 0,
							cacheWriteTokens: 0,
						},
					}
				: event,
		),
	)

const figure = (over: Partial<BudgetFigure>): BudgetFigure => ({
	of: 'person',
	window: 'day',
	maxUsd: 1,
	spentUsd: 0,
	endsAt: DAY_MS,
	warns: false,
	...over,
})
const only = (over: Partial<BudgetFigure>): BudgetFigures => ({
	figures: [figure(over)],
	unknownStops: [],
})
const newKit = (script = steps()) => new MachineKit({ provider: scripted(script) })
const codesIn = (kit: MachineKit): string[] =>
	[...JSON.stringify(kit.answer()).matchAll(/"code":"(budget_\w+)"/g)].map(([, code = '']) => code)

it('a budget stops the run after the step that spends it, with the results of its calls, and the next run before its first', async () => {
	const kit = newKit()
	kit.budgets = (_, ownUsd) => only({ spentUsd: 0.989 + ownUsd })
	kit.post('never end', 'm1', 'auto', { model: MODEL })
	await kit.settleDown()
	expect(kit.executions).toHaveLength(3)
	expect(kit.store.latestRun()?.state).toBe('completed')
	expect(codesIn(kit)).toEqual(['budget_exceeded'])
	const answer = JSON.stringify(kit.answer())
	expect(answer).toContain(
		'The runs have spent the budget for today of the person who started this run.',
	)
	expect(answer.split('"output-available"')).toHaveLength(4)
	expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
	kit.budgets = () => only({ spentUsd: 1.004 })
	kit.post('Continue.', 'm2', 'auto', { model: MODEL })
	await kit.settleDown()
	expect(kit.executions).toHaveLength(3)
	expect(codesIn(kit)).toEqual(['budget_exceeded'])
	kit.budgets = () => only({ spentUsd: 1.004, maxUsd: 1.01 })
	kit.post('Continue.', 'm3', 'auto', { model: MODEL })
	await kit.settleDown()
	expect(kit.executions.length).toBeGreaterThan(3)
})

it('the warning that this run got stands in the answer once, and says no amount', async () => {
	const kit = newKit([...steps(3), says('Done.')])
	kit.budgets = () => only({ spentUsd: 0.85, warns: true, of: 'project', window: 'month' })
	kit.post('look', 'm1', 'auto', { model: MODEL })
	await kit.settleDown()
	expect(codesIn(kit)).toEqual(['budget_near'])
	const answer = JSON.stringify(kit.answer())
	expect(answer).toContain('The runs have spent 80 % of the project’s budget for this month.')
	expect(answer).not.toMatch(/\$|0\.85/)
	expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
})

it('the last figures count without the database, with what the run has spent since, also after an eviction', async () => {
	const kit = newKit()
	let asked = 0
	kit.budgets = (_, ownUsd) => {
		asked++
		if (asked > 2) throw new Error('D1 is down')
		return only({ spentUsd: 0.98 + ownUsd })
	}
	kit.post('never end', 'm1', 'auto', { model: MODEL })
	await kit.settleDown()
	// 0.02 dollars were left.
	expect(kit.executions).toHaveLength(0.02 / STEP_USD)
	expect(codesIn(kit)).toEqual(['budget_exceeded'])
	// A minute long it is not asked again: a step would take as much longer each time.
	expect(asked).toBe(3)
	kit.restart()
	kit.post('Continue.', 'm2', 'auto', { model: MODEL })
	await kit.settleDown()
	expect(asked).toBe(4)
	expect(kit.executions).toHaveLength(0.02 / STEP_USD)
	// The next day nothing of it is spent.
	kit.now = DAY_MS + 1
	kit.post('Continue.', 'm3', 'auto', { model: MODEL })
	await kit.settleDown()
	expect(kit.executions).toHaveLength(12)
})

it('a run whose budgets were never read goes on', async () => {
	const kit = newKit([...steps(2), says('Done.')])
	kit.budgets = () => Promise.reject(new Error('D1 is down'))
	kit.post('look', 'm1', 'auto', { model: MODEL })
	await kit.settleDown()
	expect(kit.executions).toHaveLength(2)
	expect(codesIn(kit)).toEqual([])
	expect(JSON.stringify(kit.logs)).toContain('budgets_unknown')
})

it('a person stops a run while the database does not answer', async () => {
	const kit = newKit()
	kit.budgets = () => new Promise(() => undefined)
	kit.post('look', 'm1', 'auto', { model: MODEL })
	void kit.machine.drive()
	await new Promise((resolve) => setImmediate(resolve))
	expect(await kit.machine.stop(null)).toMatchObject({ state: 'cancelled' })
})

it('the last figures of one person do not stop another, those of the project do', async () => {
	const two = { ...ONE, id: 'usr_2', userId: 'usr_2' }
	for (const [of, executions] of [
		['person', 2],
		['project', 0],
	] as const) {
		const kit = newKit([...steps(2), says('Done.')])
		kit.budgets = () => only({ of, spentUsd: 2 })
		kit.post('look', 'm1', 'auto', { model: MODEL })
		await kit.settleDown()
		expect(kit.executions).toHaveLength(0)
		kit.budgets = () => Promise.reject(new Error('D1 is down'))
		kit.now += 1_000
		kit.machine.post(
			{ id: 'm2', role: 'user', parts: [{ type: 'text', text: 'and I' }] },
			{
				author: two,
				source: { kind: 'model', model: MODEL, settings: {} },
				mode: 'auto',
				budget: {},
			},
		)
		await kit.settleDown()
		expect(kit.executions).toHaveLength(executions)
	}
})

it('the spending of one person while the database is down is not added to another one’s figures', async () => {
	const two = { ...ONE, id: 'usr_2', userId: 'usr_2' }
	const kit = newKit([says('Done.'), ...steps(4), says('Done.'), ...steps(2), says('Done.')])
	kit.budgets = () => only({ spentUsd: 0.98 })
	kit.post('look', 'm1', 'auto', { model: MODEL })
	await kit.settleDown()
	kit.budgets = () => Promise.reject(new Error('D1 is down'))
	kit.now += 1_000
	kit.machine.post(
		{ id: 'm2', role: 'user', parts: [{ type: 'text', text: 'and I' }] },
		{
			author: two,
			source: { kind: 'model', model: MODEL, settings: {} },
			mode: 'auto',
			budget: {},
		},
	)
	await kit.settleDown()
	expect(kit.executions).toHaveLength(4)
	kit.post('look again', 'm3', 'auto', { model: MODEL })
	await kit.settleDown()
	expect(codesIn(kit)).toEqual([])
})

it('a step after a pause of the provider asks, too', async () => {
	const paused = says('Still at it. ').map((event) =>
		event.type === 'finish' ? ({ ...event, reason: 'pause' } as const) : event,
	)
	const kit = newKit([paused, paused, says('Done.')])
	let asked = 0
	kit.budgets = () => only({ spentUsd: ++asked > 2 ? 2 : 0 })
	kit.post('look', 'm1', 'auto', { model: MODEL })
	await kit.settleDown()
	expect(asked).toBe(3)
	expect(codesIn(kit)).toEqual(['budget_exceeded'])
})

it.each([
	['is refused if the person chose that', 'x/unlisted', ['person'], 0, ['budget_no_price']],
	['runs otherwise', 'x/unlisted', [], 2, []],
] as const)('a model without a price %s', async (_, model, unknownStops, calls, codes) => {
	const kit = newKit([...steps(2), says('Done.')])
	kit.budgets = () => ({ ...only({}), unknownStops })
	kit.post('look', 'm1', 'auto', { model })
	await kit.settleDown()
	expect(kit.executions).toHaveLength(calls)
	expect(codesIn(kit)).toEqual(codes)
})

it('a model that costs nothing is neither stopped nor asked about', async () => {
	const kit = newKit([...steps(2), says('Done.')])
	let asked = 0
	kit.budgets = () => {
		asked++
		return only({ spentUsd: 2 })
	}
	kit.post('look', 'm1', 'auto', { model: 'demo/planner' })
	await kit.settleDown()
	expect(kit.executions).toHaveLength(2)
	expect(asked).toBe(0)
})

it('an object whose person has no budget stores nothing for it', async () => {
	const kit = newKit([...steps(2), says('Done.')])
	kit.budgets = () => NO_BUDGETS
	kit.post('look', 'm1', 'auto', { model: MODEL })
	await kit.settleDown()
	expect(kit.store.setting('dollar_budgets')).toBeNull()
})

it('a model that a person has set to cost nothing is stopped once the server’s key pays', async () => {
	const kit: MachineKit = new MachineKit({
		provider: scripted(steps()),
		// Their key is gone after two steps.
		access: () => ({ paidBy: kit.executions.length < 2 ? 'person' : 'server' }),
	})
	kit.budgets = (_, ownUsd) => only({ spentUsd: 0.999 + ownUsd })
	const free = { own: { [MODEL]: { price: { input: 0, output: 0 } } } }
	kit.post('never end', 'm1', 'auto', { model: MODEL, settings: free })
	await kit.settleDown()
	const run = kit.store.latestRun()
	expect(kit.store.modelCalls(run?.id ?? '').map(({ costUsd }) => costUsd)).toEqual([
		0,
		0,
		STEP_USD,
	])
	expect(codesIn(kit)).toEqual(['budget_exceeded'])
})
