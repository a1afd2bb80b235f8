/** A link makes the page do little by itself, and settings that cannot be are named. */
import { expect, test } from 'vitest'
import {
	type BattleSetup,
	isLong,
	MAX_ROUNDS,
	MAX_WARRIORS,
	PRESETS,
	settingNames,
	settingsProblem,
} from './setup.ts'

const setupOf = (warriors: number, over: Partial<BattleSetup> = {}): BattleSetup => ({
	engineVersion: 1,
	settings: PRESETS[0].settings,
	rounds: 100,
	seed: 1,
	warriors: Array(warriors).fill({ name: 'Imp', source: 'mov 0, 1' }),
	...over,
})

test('battles of the presets begin by themselves when their link is opened, with all warriors', () => {
	for (const { settings, rounds } of PRESETS) {
		expect(isLong(setupOf(MAX_WARRIORS, { settings, rounds }))).toBe(false)
	}
})

test('a battle that would keep the computer busy for minutes does not begin by itself: by its cycles, or by its core alone', () => {
	const { settings } = PRESETS[0]
	expect(isLong(setupOf(MAX_WARRIORS, { rounds: MAX_ROUNDS }))).toBe(true)
	const endless = { ...settings, maxCycles: 10_000_000 }
	expect(isLong(setupOf(2, { settings: endless, rounds: 101 }))).toBe(true)
	const wide = { ...settings, coreSize: 1_000_000, maxCycles: 1 }
	expect(isLong(setupOf(2, { settings: wide, rounds: MAX_ROUNDS }))).toBe(true)
})

test.each([
	[{ coreSize: 1 }, 'Core size must be'],
	[{ maxCycles: 0 }, 'Cycles must be'],
	[{ maxLength: 0 }, 'Length must be'],
	[{ maxProcesses: 0 }, 'Processes must be'],
	[{ minDistance: 1 }, 'Distance must be'],
	[{ readLimit: 0 }, 'Read limit must be'],
	[{ writeLimit: 0 }, 'Write limit must be'],
	[{ pspaceSize: 0 }, 'P-space must be'],
])('settings of %o are refused by the name of the field', (over, words) => {
	expect(settingsProblem({ ...PRESETS[0].settings, ...over }, 2)).toContain(words)
})

test('a limit that a link has set has a field, others have none', () => {
	const { settings } = PRESETS[0]
	expect(settingNames(settings)).not.toContain('readLimit')
	expect(settingNames({ ...settings, readLimit: 400 })).toContain('readLimit')
})
