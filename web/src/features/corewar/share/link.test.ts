/** A link shows the battle that was shared; a stranger's link can do nothing else. */
import { deflateRawSync } from 'node:zlib'
import { STOCK_WARRIORS } from '@fairlead/corewar/source'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Dice } from '../../../../../test/corewar/dice.ts'
import { PRESETS } from '../battle/setup.ts'
import { battleIn, fragmentFor, type SharedBattle } from './link.ts'

const SHARED: SharedBattle = {
	setup: {
		engineVersion: 1,
		settings: PRESETS[1].settings,
		rounds: 200,
		seed: 2_147_483_000 % 1_000_000,
		warriors: STOCK_WARRIORS.map(({ name, source }) => ({ name, source })),
	},
	round: 17,
}
const linkOf = (value: unknown): string =>
	`#battle=1.${deflateRawSync(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')}`
const withSetup = (over: object): unknown => ({ ...SHARED, setup: { ...SHARED.setup, ...over } })

test('the stock warriors fit into a link, and come back as they were', async () => {
	const fragment = await fragmentFor(SHARED)
	expect(fragment?.length).toBeLessThan(8_000)
	expect(await battleIn(fragment ?? '')).toEqual({ kind: 'battle', shared: SHARED })
})

test('any source comes back to the character', async () => {
	await fc.assert(
		fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (source) => {
			const setup = {
				...SHARED.setup,
				warriors: SHARED.setup.warriors.map((w) => ({ ...w, source })),
			}
			const fragment = await fragmentFor({ setup, round: null })
			expect(await battleIn(fragment ?? '')).toEqual({
				kind: 'battle',
				shared: { setup, round: null },
			})
		}),
		{ numRuns: 50 },
	)
})

test('a battle that is too long for a link is said to be', async () => {
	const dice = new Dice(1)
	const noise = dice.times(60_000, () => String.fromCharCode(33 + dice.roll(90))).join('')
	const warriors = [...SHARED.setup.warriors.slice(0, 1), { name: 'N', source: noise }]
	const fragment = await fragmentFor({ setup: { ...SHARED.setup, warriors }, round: null })
	expect(fragment === null).toBe(true)
})

test('other fragments are none', async () => {
	for (const one of ['', '#', '#top', '#battl=1.x'])
		expect(await battleIn(one)).toEqual({ kind: 'none' })
})

test.each([
	['cut off', '#battle=1.abc'],
	['no data', '#battle=1.'],
	['no version', '#battle='],
	['another version', linkOf(SHARED).replace('=1.', '=2.')],
	['characters that no link has', '#battle=1.<script>'],
	['no JSON', linkOf('{"setup":')],
	['another shape', linkOf([1, 2])],
	['null', linkOf(null)],
	['an unknown field', linkOf({ ...SHARED, extra: 1 })],
	['eleven warriors', linkOf(withSetup({ warriors: Array(11).fill({ name: '', source: '' }) }))],
	['one warrior', linkOf(withSetup({ warriors: [{ name: '', source: '' }] }))],
	[
		'a source that is not a string',
		linkOf(
			withSetup({
				warriors: [
					{ name: '', source: 1 },
					{ name: '', source: '' },
				],
			}),
		),
	],
	[
		'a core beyond all bounds',
		linkOf(withSetup({ settings: { ...PRESETS[0].settings, coreSize: 1e9 } })),
	],
	['a fraction', linkOf(withSetup({ seed: 1.5 }))],
	['no end of rounds', linkOf(withSetup({ rounds: 1e6 }))],
	['a round that is not', linkOf({ ...SHARED, round: 200 })],
	['a prototype', linkOf('{"__proto__":{"x":1},"round":null}')],
])('%s is refused with a reason', async (_, fragment) => {
	expect(await battleIn(fragment)).toMatchObject({
		kind: 'unreadable',
		why: expect.stringMatching(/\.$/),
	})
})

test('a battle with megabytes of nothing behind it, packed, is not unpacked to its end', async () => {
	const battle = JSON.stringify(SHARED)
	expect((await battleIn(linkOf(`${battle}${' '.repeat(1_000)}`))).kind).toBe('battle')
	const fragment = linkOf(`${battle}${' '.repeat(20_000_000)}`)
	expect(fragment.length).toBeLessThan(32_000)
	expect(await battleIn(fragment)).toMatchObject({ why: expect.stringContaining('holds too much') })
})

test('a link that is longer than this page makes them is not looked into, though it holds a battle', async () => {
	const dice = new Dice(2)
	const noise = dice.times(40_000, () => String.fromCharCode(33 + dice.roll(90))).join('')
	const [one] = SHARED.setup.warriors
	const fragment = linkOf(withSetup({ warriors: [one, { name: 'N', source: noise }] }))
	expect(fragment.length).toBeGreaterThan(32_000)
	expect(await battleIn(fragment)).toMatchObject({
		why: expect.stringContaining('longer than any'),
	})
	const less = withSetup({ warriors: [one, { name: 'N', source: noise.slice(0, 10_000) }] })
	expect((await battleIn(linkOf(less))).kind).toBe('battle')
})

test('noise never throws', async () => {
	await fc.assert(
		fc.asyncProperty(fc.base64String({ maxLength: 200 }), async (text) => {
			const noise = text.replace(/[+/=]/g, '_')
			expect((await battleIn(`#battle=1.${noise}`)).kind).toBe('unreadable')
		}),
		{ numRuns: 300 },
	)
})
