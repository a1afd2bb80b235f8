/** The jail against generated paths, and against links that are swapped while files are read and written. */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Random } from '../../../test/chaos/kit/random.ts'
import { place, put, run, useFolder } from './test-kit.ts'

const PATHS = 10_000
const SWAPS = 10_000
/** Reads and writes, at least. */
const ROUNDS = 500
const SEED = 14
const LONG_MS = 180_000
const SEGMENTS = [
	...['Assets', 'assets', 'real', 'in', 'out', 'loop', 'nowhere', 'secret.txt', 'new.txt', 'proj'],
	...['..', '.', '...', '. .', '..\u0000', '%2e%2e', '\u2024\u2024', '\uff0e\uff0e', '..\u200b'],
	...[
		'~',
		'~root',
		'C:',
		'C:\\',
		'\\\\?\\C:',
		'a.txt::$DATA',
		'NUL',
		'com1.txt',
		'PROGRA~1',
		'a. ',
	],
	...['.git', '.GIT', 'Library', 'proj-evil', 'e\u0301', '\u00e9', '\ud800', '$HOME', '*', ''],
]
const SEPARATORS = ['/', '/', '/', '\\', '//', '/./', '\\\\']

useFolder()

/** Everything beside the project, with its content. */
const outside = (): string[] =>
	readdirSync(place.outside, { recursive: true, withFileTypes: true })
		.filter((entry) => !`${entry.parentPath}/${entry.name}/`.startsWith(`${place.project}/`))
		.map((entry) => join(entry.parentPath, entry.name))
		.sort()
		.map((path) => (path.endsWith('.txt') ? `${path} ${readFileSync(path, 'utf8')}` : path))

it(
	'of ten thousand generated paths, none reads or writes outside',
	async () => {
		put('Assets/real/a.txt', 'mine')
		const link = (name: string, to: string) => symlinkSync(to, join(place.project, 'Assets', name))
		link('out', place.outside)
		link('in', join(place.project, 'Assets', 'real'))
		link('loop', join(place.project, 'Assets', 'loop'))
		link('nowhere', join(place.outside, 'new.txt'))
		const before = outside()
		const random = new Random(SEED)
		let served = 0
		for (let i = 0; i < PATHS; i++) {
			let path = random.pick(['', '', '', '', '/', '\\', `${place.outside}/`, './'])
			for (let n = random.between(1, 5); n > 0; n--)
				path += random.pick(SEGMENTS) + (n > 1 ? random.pick(SEPARATORS) : '')
			if (i % 2 === 0) {
				const read = await run('read_file', { path })
				expect(JSON.stringify(read), path).not.toContain('"secret"')
				continue
			}
			const written = await run('write_file', { path, content: 'x' })
			if (written.status === 'ok') served++
		}
		expect(outside()).toEqual(before)
		// Else the paths would prove nothing.
		expect(served).toBeGreaterThan(PATHS / 100)
	},
	LONG_MS,
)

/** Puts a link in the place of the folder `Sub` and back. A write may have made a folder there meanwhile. */
const SWAPPER = `const { renameSync, rmSync } = require('fs')
process.chdir(process.argv[1])
// A write may put a file into the folder while it is removed: then once more.
const clear = () => { try { rmSync('Sub', { recursive: true, force: true }) } catch {} }
const put = (from) => {
	for (;;) try { return renameSync(from, 'Sub') } catch { clear() }
}
let swaps = 0
let end = false
process.stdin.on('end', () => { end = true }).resume()
const swap = () => {
	for (let i = 0; i < 20; i++) {
		renameSync('Sub', 'Folder'); put('Link')
		for (let wait = Math.random() * 2e5; wait > 0; wait--);
		renameSync('Sub', 'Link'); put('Folder')
		for (let wait = Math.random() * 2e5; wait > 0; wait--);
		swaps += 2
	}
	if (end && swaps >= ${SWAPS}) process.exit()
	setImmediate(swap)
}
swap()`

// Elsewhere, Node leaves a gap between the check and the opening.
it.skipIf(process.platform !== 'linux')(
	'ten thousand swaps of a link lead no read and no write outside',
	async () => {
		const target = join(place.outside, 'target')
		mkdirSync(target)
		writeFileSync(join(target, 'secret.txt'), 'secret')
		put('Assets/Sub/secret.txt', 'mine')
		symlinkSync(target, join(place.project, 'Assets', 'Link'))
		const before = outside()
		const swapper = spawn(process.execPath, ['-e', SWAPPER, join(place.project, 'Assets')])
		let isOver = false
		const ended = new Promise<number | null>((resolve) =>
			swapper.on('close', (code) => {
				isOver = true
				resolve(code)
			}),
		)
		const counts: Record<string, number> = { ok: 0, error: 0 }
		for (let i = 0; !isOver; i++) {
			if (i === ROUNDS) swapper.stdin.end()
			const path = 'Assets/Sub/secret.txt'
			const read = await run('read_file', { path })
			expect(JSON.stringify(read)).not.toContain('"secret"')
			const name = i % 2 === 0 ? path : `Assets/Sub/New${i % 10}/a.txt`
			const written = await run('write_file', { path: name, content: 'mine' })
			for (const { status } of [read, written]) counts[status] = (counts[status] ?? 0) + 1
		}
		expect(await ended).toBe(0)
		expect(outside()).toEqual(before)
		expect(counts['error']).toBeGreaterThan(0)
		expect(counts['ok']).toBeGreaterThan(0)
	},
	LONG_MS,
)
