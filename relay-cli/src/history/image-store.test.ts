import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { preview, put, reopen, revert, states, text, useProject, world, write } from './test-kit.ts'

const DAY_MS = 24 * 3_600_000

useProject()

describe('the bounds', () => {
	it('the least recently used content is dropped first, and a revert says so', async () => {
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

	it('content too large for the store is not kept, and a revert says so', async () => {
		reopen(160)
		put('Assets/a.txt', 'a'.repeat(11))
		const call = await write('Assets/a.txt', 'A')
		expect(states(await preview(call))).toEqual({ 'Assets/a.txt': 'impossible not_kept' })
	})

	it('a month later it is gone, also from the disk; so are files that a killed relay left', async () => {
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

	it('pruning checks a few folders each time, because calls wait for it', () => {
		const folders = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))
		for (const folder of folders) {
			mkdirSync(join(world.home, 'images', folder), { recursive: true })
			writeFileSync(join(world.home, 'images', folder, 'left.tmp'), 'half')
		}
		const left = (): number =>
			folders.filter((name) => existsSync(join(world.home, 'images', name, 'left.tmp'))).length
		world.history.prune()
		expect(left()).toBeGreaterThan(240)
		for (let round = 0; round < 32; round++) world.history.prune()
		expect(left()).toBe(0)
	})

	it('pruning removes a few hundred old files each time', () => {
		const insert = world.database.prepare(
			'INSERT INTO images (sha256, bytes, used_at) VALUES (?, 1, 0)',
		)
		for (let n = 0; n < 500; n++) insert.run(`${n}`.padStart(64, '0'))
		const left = (): number => world.database.prepare('SELECT 1 FROM images').all().length
		world.history.prune()
		expect(left()).toBe(300)
		world.history.prune()
		world.history.prune()
		expect(left()).toBe(0)
	})

	it('damaged content is never restored', async () => {
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
