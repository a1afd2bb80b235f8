import { expect, test } from 'vitest'
import { earliest, wakeBy } from './alarm.ts'

test.each([
	[[], null],
	[[null, null], null],
	[[null, 7, 3], 3],
	[[0, null], 0],
] as const)('the earliest of %j is %j', (times, first) => {
	expect(earliest(...times)).toBe(first)
})

test.each([
	['nothing is set', null, 5, 5],
	['it would ring later', 9, 5, 5],
	['it rings earlier, which finds nothing due', 3, 5, 3],
	['nothing is due', 9, null, 9],
] as const)('the alarm where %s', async (_, set, due, then) => {
	let alarm: number | null = set
	await wakeBy(
		{
			getAlarm: async () => alarm,
			setAlarm: async (at) => {
				alarm = Number(at)
			},
		},
		due,
	)
	expect(alarm).toBe(then)
})
