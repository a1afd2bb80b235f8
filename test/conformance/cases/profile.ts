/** unity_profile: frames as the Profiler saw them. The simulator has no frames to measure, and says so. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'

const T = 'unity_profile'

export const profileCases = new CaseList(T)
	.example('compare', (desk) => desk.ok(T, { action: 'capture', frames: 2 }))
	.works('capture', 'the heaviest markers of some frames, the heaviest first', async (desk) => {
		const captured = await desk.ok(T, { action: 'capture', frames: 5, markers: 3 })
		expect(captured).toMatchObject({ mode: 'edit', frames: 5 })
		expect(captured.totals.frameMs).toBeGreaterThan(0)
		expect(captured.maxFrameMs).toBeGreaterThanOrEqual(captured.totals.frameMs)
		const own = captured.markers.map((marker) => marker.selfMs)
		expect(own.length).toBeGreaterThan(0)
		expect(own).toEqual([...own].sort((a, b) => b - a))
	})
	.works('capture', 'in play mode the frames are those of the game', async (desk) => {
		await desk.ok('unity_play', { action: 'enter' })
		const captured = await desk.ok(T, { action: 'capture', frames: 5, markers: 50 })
		await desk.ok('unity_play', { action: 'exit' })
		expect(captured.mode).toBe('play')
		expect(captured.markers.map((marker) => marker.name).join(' ')).toMatch(/Update/)
	})
	.refuses('capture', 'invalid_arguments', 'no frames, and too many', async (desk) => {
		await desk.fails(T, { action: 'capture', frames: 0 }, 'invalid_arguments')
		await desk.fails(T, { action: 'capture', frames: 10_000 }, 'invalid_arguments')
	})
	.works('compare', 'with the previous capture', async (desk) => {
		const before = await desk.ok(T, { action: 'capture', frames: 3 })
		const after = await desk.ok(T, { action: 'capture', frames: 3 })
		expect(after.id).not.toBe(before.id)
		const compared = await desk.ok(T, { action: 'compare', before: before.id })
		expect(compared).toMatchObject({
			before: before.id,
			after: after.id,
			totalsBefore: before.totals,
			totalsAfter: after.totals,
		})
		const [first] = compared.markers
		expect(first?.beforeMs).toBe(
			before.markers.find((marker) => marker.name === first?.name)?.selfMs ?? 0,
		)
	})
	.refuses('compare', 'not_found', 'an unknown capture', async (desk) => {
		await desk.fails(T, { action: 'compare', before: 'capture-999' }, 'not_found')
	})
