import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOf, unlessDone } from './stamps.ts'

let folder: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'fairlead-stamps-'))
	await mkdir(join(folder, 'src', 'deep'), { recursive: true })
	await writeFile(join(folder, 'src', 'a.ts'), 'a')
	await writeFile(join(folder, 'src', 'deep', 'b.ts'), 'b')
})
afterEach(() => rm(folder, { recursive: true }))

const hash = () => hashOf(['src', 'missing.json'], folder)

test.each<[string, () => Promise<void>]>([
	['a change', () => writeFile(join(folder, 'src', 'deep', 'b.ts'), 'c')],
	['a new file', () => writeFile(join(folder, 'src', 'c.ts'), '')],
	['a removed file', () => rm(join(folder, 'src', 'a.ts'))],
	['a file that appears where one was missing', () => writeFile(join(folder, 'missing.json'), '')],
	[
		'a moved file',
		async () => {
			await rm(join(folder, 'src', 'a.ts'))
			await writeFile(join(folder, 'src', 'A2.ts'), 'a')
		},
	],
])('%s leads to a new build', async (_, change) => {
	const before = await hash()
	await change()
	expect(await hash()).not.toBe(before)
})

test('files written by a build or installed by npm lead to no new build', async () => {
	const before = await hash()
	for (const name of ['dist', 'node_modules']) {
		await mkdir(join(folder, 'src', name))
		await writeFile(join(folder, 'src', name, 'x.js'), 'x')
	}
	expect(await hash()).toBe(before)
})

test('work is done once per input, again when its output is gone, and again after a failure', async () => {
	const stamp = join(folder, 'stamps', 'web')
	let there = true
	const done: string[] = []
	const attempt = (input: string, work = async () => {}) =>
		unlessDone(
			stamp,
			input,
			async () => there,
			async () => {
				done.push(input)
				await work()
			},
		)

	expect(await attempt('1')).toBe(true)
	expect(await attempt('1')).toBe(false)
	there = false
	expect(await attempt('1')).toBe(true)
	there = true
	await expect(
		attempt('2', async () => {
			throw new Error('no')
		}),
	).rejects.toThrow('no')
	expect(await attempt('1')).toBe(true)
	expect(done).toEqual(['1', '1', '2', '1'])
})
