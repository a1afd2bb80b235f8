/** Modes as agents in the field tell them. */
import type { ClientContext } from '@agentclientprotocol/sdk'
import { beforeEach, expect, it } from 'vitest'
import { modeName } from '../agents/mode-name.ts'
import { SessionModes } from './session-modes.ts'

let modes: SessionModes
let notes: string[]
/** The requests that the agent has got. */
let asked: unknown[]
/** Its answer to the next one. */
let answer: unknown
const agent = {
	request: async (method: string, params: object) => {
		asked.push({ method, ...params })
		return answer
	},
} as unknown as ClientContext

beforeEach(() => {
	notes = []
	asked = []
	answer = {}
	modes = new SessionModes((note) => {
		if (note !== null) notes.push(note)
	})
})
const MODES = {
	currentModeId: 'ask',
	availableModes: [
		{ id: 'ask', name: 'Ask' },
		{ id: 'code', name: 'Code', description: 'Writes\nwithout password=hunter2hunter2' },
	],
}
const option = (currentValue: string, options: unknown[], more: object = {}): object => ({
	id: 'approval',
	name: 'Approval',
	category: 'mode',
	type: 'select',
	currentValue,
	options,
	...more,
})
const OPTIONS = [
	option('x', [], { id: 'model', category: 'model' }),
	option('safe', [
		{ group: 'a', name: 'Careful', options: [{ value: 'safe', name: 'Safe' }] },
		{ group: 'b', name: 'Fast', options: [{ value: 'yolo', name: 'No questions' }] },
	]),
]
const tells = (sessionUpdate: string, more: object): boolean =>
	modes.update({ sessionUpdate, ...more })

it('the option that has replaced modes counts, in groups or not, as long as there is one', async () => {
	modes.opened({ modes: MODES, configOptions: OPTIONS })
	expect(modes.now).toEqual({
		current: 'safe',
		list: [
			{ id: 'safe', name: 'Safe' },
			{ id: 'yolo', name: 'No questions' },
		],
	})
	answer = { configOptions: [option('yolo', [{ value: 'yolo', name: 'No questions' }])] }
	await modes.set({ mode: 'yolo', by: 'Emil' }, agent, 's')
	expect(asked).toEqual([
		{
			method: 'session/set_config_option',
			sessionId: 's',
			configId: 'approval',
			value: 'yolo',
		},
	])
	expect(modes.now).toEqual({ current: 'yolo', list: [{ id: 'yolo', name: 'No questions' }] })
	expect(notes).toEqual(['Emil changed the mode: No questions.'])
	expect(tells('config_option_update', { configOptions: [] })).toBe(true)
	expect(modes.now).toBeNull()
})

it('an agent that knows modes alone is asked by them, and followed to one that it never named', async () => {
	modes.opened({ modes: MODES, configOptions: null })
	expect(modes.now?.list[1]?.description).toMatch(/^Writes without (?!.*hunter2)/)
	await modes.set({ mode: 'code', by: 'Emil' }, agent, 's')
	expect(asked).toEqual([{ method: 'session/set_mode', sessionId: 's', modeId: 'code' }])
	tells('current_mode_update', { currentModeId: 'code' })
	tells('current_mode_update', { currentModeId: 'secret mode' })
	expect(modes.now && modeName(modes.now)).toBe('secret mode')
	expect(notes).toEqual([
		'Emil changed the mode: Code.',
		'The agent changed its mode: secret mode.',
	])
	await expect(modes.set({ mode: 'root', by: 'Emil' }, agent, 's')).rejects.toThrow(
		'This agent does not have that mode.',
	)
	expect(asked).toHaveLength(1)
})

it('modes of a past that is loaded do not count, and those told just behind the answer do', () => {
	tells('current_mode_update', { currentModeId: 'code' })
	modes.answered()
	modes.opened({ modes: MODES })
	expect(modes.now?.current).toBe('ask')
	modes = new SessionModes(() => undefined)
	modes.answered()
	tells('current_mode_update', { currentModeId: 'code' })
	modes.opened({ modes: MODES })
	expect(modes.now?.current).toBe('code')
})

it('modes that make no sense are none', () => {
	const long = 'x'.repeat(201)
	for (const odd of [
		{},
		{ modes: 7 },
		{ modes: { currentModeId: 'a', availableModes: [] } },
		{ modes: { currentModeId: long, availableModes: MODES.availableModes } },
		{ modes: { currentModeId: 'a', availableModes: [null, {}, { id: long }, { id: 7 }] } },
		{ configOptions: [option('a', [7, { value: '' }])] },
		{ configOptions: [option('a', [{ value: 'a' }], { type: 'boolean' })] },
	]) {
		modes = new SessionModes(() => undefined)
		modes.opened(odd)
		expect(modes.now).toBeNull()
	}
	const many = Array.from({ length: 50 }, (_, i) => ({
		id: `m${i}`,
		name: 'many words '.repeat(30),
	}))
	modes.opened({ modes: { currentModeId: 'm0', availableModes: many } })
	expect(modes.now?.list).toHaveLength(30)
	expect(modes.now?.list[0]?.name).toHaveLength(200)
	expect(tells('plan', {})).toBe(false)
})
