/** A question to the engine is always answered: with a result, a reason, or that it was stopped. */
import { STOCK_WARRIORS } from '@fairlead/corewar/source'
import { expect, test } from 'vitest'
import type { Progress } from '../battle/fight.ts'
import { PRESETS } from '../battle/setup.ts'
import { EngineDesk } from './desk.ts'
import { Engine, type Port } from './engine.ts'
import type { Ask } from './messages.ts'

/** A worker without a thread. */
function desk(): Port & { readonly ended: () => boolean } {
	let ended = false
	const port: Port & { readonly ended: () => boolean } = {
		onmessage: null,
		onerror: null,
		postMessage: (ask: Ask) => void Promise.resolve().then(() => !ended && own.take(ask)),
		terminate: () => {
			ended = true
		},
		ended: () => ended,
	}
	const own = new EngineDesk((answer) => port.onmessage?.({ data: structuredClone(answer) }))
	return port
}
const setup = {
	engineVersion: 1,
	settings: PRESETS[2].settings,
	rounds: 20,
	seed: 3,
	warriors: STOCK_WARRIORS.slice(1, 3).map(({ name, source }) => ({ name, source })),
}

test('a battle tells its rounds as they end, each once', async () => {
	const told: Progress[] = []
	await new Engine(desk).ask('fight', { setup }, (one) => told.push(one))
	expect(told.flatMap(({ rounds }) => rounds).map(({ round }) => round)).toEqual(
		Array.from({ length: 20 }, (_, n) => n),
	)
	const { standings, done, total } = told.at(-1)!
	expect([done, total]).toEqual([20, 20])
	for (const { wins, ties, losses } of standings) expect(wins + ties + losses).toBe(20)
})

test('a source is checked with lines and columns', async () => {
	const { settings } = setup
	const bad = await new Engine(desk).ask('check', { source: 'mov 0,1\n  mov nowhere, 1', settings })
	expect(bad).toMatchObject({ length: null, errors: [{ line: 2, column: 7 }] })
	const good = await new Engine(desk).ask('check', { source: 'mov 0,1', settings })
	expect(good).toMatchObject({ length: 1, errors: [] })
})

test('a round is opened, moved in, looked at and filmed', async () => {
	const engine = new Engine(desk)
	const { opened, frame } = await engine.ask('open', { setup, round: 2 })
	expect(frame.cycle).toBe(0)
	const end = await engine.ask('move', { to: { kind: 'cycle', cycle: 9_999_999 } })
	expect(end).toMatchObject({ cycle: opened.cycles, isOver: true })
	expect((await engine.ask('cell', { address: 799 })).text).toMatch(/^[A-Z]{3}\./)
})

test('a refusal has its reason; what is asked without an open round is the page’s fault', async () => {
	const engine = new Engine(desk)
	const broken = { ...setup, warriors: [...setup.warriors, { name: 'Bad', source: 'x' }] }
	await expect(engine.ask('fight', { setup: broken })).rejects.toMatchObject({
		kind: 'refused',
		message: expect.stringContaining('Bad does not assemble'),
	})
	await expect(engine.ask('move', { to: { kind: 'step' } })).rejects.toMatchObject({
		kind: 'broken',
	})
})

test('closing ends the worker and everything that waits; the next question begins anew', async () => {
	const ports: ReturnType<typeof desk>[] = []
	const engine = new Engine(() => {
		const port = desk()
		ports.push(port)
		return port
	})
	const waiting = engine.ask('fight', { setup })
	engine.close()
	await expect(waiting).rejects.toMatchObject({ kind: 'closed' })
	expect(ports[0]?.ended()).toBe(true)
	await engine.ask('fight', { setup })
	ports[1]?.onerror?.({ preventDefault: () => undefined })
	await engine.ask('fight', { setup })
	expect(ports).toHaveLength(3)
})
