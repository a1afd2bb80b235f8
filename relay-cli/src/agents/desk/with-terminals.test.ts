import type { Terminal } from '@fairlead/protocol/agents/terminals'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Cleanups } from '../../../test/kit/support.ts'
import { DeskWorld } from './test-kit.ts'

const ID = '0f0e0d0c-0000-4000-8000-000000000001'
const cleanups = new Cleanups()
afterEach(() => cleanups.run())

let world: DeskWorld
beforeEach(() => {
	world = new DeskWorld(cleanups)
	world.terminalsAllowed = [world.folder]
	world.terminals = [running()]
})

const running = (more: Partial<Terminal> = {}): Terminal => world.terminal(ID, more)

test('an agent has its card before its session has a file, and the same card after', async () => {
	expect(await world.card(ID)).toMatchObject({
		title: 'Mend the door',
		terminalId: 'term_0123456789abcdef',
		status: { kind: 'working', text: 'Starting' },
	})
	const session = world.session(ID)
	session.write(session.prompt('Mend the door'), session.text('I look at it.'))
	const cards = await world.cards()
	expect(cards).toHaveLength(1)
	expect(cards[0]).toMatchObject({
		agentId: ID,
		terminalId: 'term_0123456789abcdef',
		status: { kind: 'working', text: 'Answering' },
	})
})

test('an agent that does not begin is waiting for somebody, as far as can be told', async () => {
	await world.card(ID)
	await world.pass(10_000)
	expect(await world.status(ID)).toMatchObject({ kind: 'waiting_input', sure: false })
})

test('an agent has ended with its terminal, also when the relay has', async () => {
	const session = world.session(ID)
	session.write(session.prompt('Mend the door'))
	expect((await world.status(ID))?.kind).toBe('working')
	await world.pass(5_000)
	world.terminals = [running({ state: { kind: 'lost', at: world.clock.now() } })]
	expect(await world.status(ID)).toEqual({ kind: 'ended', sure: true })
	// It was resumed in another terminal.
	await world.pass(5_000)
	session.write(session.prompt('Go on'))
	expect((await world.status(ID))?.kind).toBe('working')
})

test('an agent whose terminal was closed stays ended when nothing else says so', async () => {
	const session = world.session(ID)
	session.write(session.prompt('Mend the door'))
	expect((await world.status(ID))?.kind).toBe('working')
	world.desk.programEnded(ID)
	world.terminals = []
	expect(await world.status(ID)).toEqual({ kind: 'ended', sure: true })
})

test('terminals that are not allowed are not told of, and make no cards', async () => {
	world.terminalsAllowed = []
	expect(await world.cards()).toEqual([])
	expect(world.desk.list('relay:000000000001').terminals).toBeUndefined()
	world.terminalsAllowed = [world.folder]
	await world.pass(2_000)
	expect(world.told.at(-1)?.terminals?.list).toHaveLength(1)
	world.terminalsAllowed = []
	await world.pass(2_000)
	expect(world.told.at(-1)).toMatchObject({ terminals: null, gone: [ID] })
})

test('an agent without a screen has its name and its mode, and can be continued before its session is found', async () => {
	world.continuing.add(ID)
	const modes = { current: 'plan', list: [{ id: 'plan', name: 'Plan first' }] }
	const acp = { protocol: 'acp', program: 'Gemini' } as const
	world.terminals = [running({ ...acp, modes })]
	expect(await world.card(ID)).toMatchObject({ program: 'Gemini', mode: 'Plan first' })
	world.terminals = [running({ ...acp, modes: { ...modes, current: 'other' } })]
	expect((await world.card(ID))?.mode).toBe('other')
	world.terminals = [running({ ...acp, state: { kind: 'lost', at: world.clock.now() } })]
	expect(await world.card(ID)).toMatchObject({
		program: 'Gemini',
		continues: true,
		status: { kind: 'ended' },
	})
})
