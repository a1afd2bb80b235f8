import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { preview, put, reopen, revert, states, text, useProject, world, write } from './test-kit.ts'

const DAY_MS = 24 * 3_600_000

useProject()

describe('the bounds', () => {
	it('the least recently used content goes first, and going back says so', async () => {
		reopen(160)
		put('Assets/a.txt', 'a'.repeat(10))
		put('Assets/b.txt', 'b'.repeat(10))
		const a = await write('Assets/a.txt', 'A')
		world.now++
		for (let i = 0; i < 20; i++) {
			await write('Assets/b.txt', String(i).padStart(10, '0'))
			world.now++
		}
		expect(states(await preview(a))).toEqual({ 'Assets/a.txt': 'impossible evicted' })
		const newest = `run_1.${world.calls}.0`
		expect(states(await preview(newest))).toEqual({ 'Assets/b.txt': 'ready' })
		const kept = readdirSync(join(world.home, 'images'), { recursive: true, withFileTypes: true })
		expect(kept.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(16)
	})

	it('content too large for the store is not kept, and going back says so', async () => {
		reopen(160)
		put('Assets/a.txt', 'a'.repeat(11))
		const call = await write('Assets/a.txt', 'A')
		expect(states(await preview(call))).toEqual({ 'Assets/a.txt': 'impossible not_kept' })
	})

	it('a month later it is gone, also from the disk; so is what a killed relay left', async () => {
		put('Assets/a.txt', 'a')
		const call = await write('Assets/a.txt', 'A')
		const made = await write('Assets/new.txt', 'A')
		await revert('rev_1.0', [made])
		mkdirSync(join(world.home, 'images', 'zz'))
		writeFileSync(join(world.home, 'images', 'zz', 'left.tmp'), 'half')
		world.now = Date.now() + 31 * DAY_MS
		world.history.prune()
		expect((await preview(call)).items).toEqual([])
		const files = (folder: string): string[] =>
			readdirSync(join(world.home, folder), { recursive: true, withFileTypes: true })
				.filter((entry) => entry.isFile())
				.map((entry) => entry.name)
		expect([...files('images'), ...files('trash')]).toEqual([])
	})

	it('damaged content is never put back', async () => {
		put('Assets/a.txt', 'a')
		const call = await write('Assets/a.txt', 'A')
		const [image] = readdirSync(join(world.home, 'images'), {
			recursive: true,
			withFileTypes: true,
		}).filter((e) => e.isFile())
		writeFileSync(join(image!.parentPath, image!.name), 'x')
		expect(states(await revert('rev_1.0', [call]))).toEqual({
			'Assets/a.txt': 'impossible evicted',
		})
		expect(text('Assets/a.txt')).toBe('A')
	})
})
