import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/kit/manual-clock.ts'
import { temporaryFolder } from '../../test/kit/support.ts'
import { header } from './log-samples.ts'
import { type OutsidePorts, OutsideWatch } from './outside-watch.ts'
import type { ProjectLook } from './project-look.ts'

const OPEN: ProjectLook = { locked: true, running: true, pid: 7, hasPackage: true }
const LINKS = { skip: process.platform === 'win32' }

let folder: ReturnType<typeof temporaryFolder>
let root: string
let game: string
let log: string

beforeEach(() => {
	folder = temporaryFolder()
	root = realpathSync(folder.path)
	game = join(root, 'Game')
	mkdirSync(join(game, 'Logs'), { recursive: true })
	log = join(game, 'Logs', 'Editor.log')
})
afterEach(() => folder.remove())

function watchOf(ports: Partial<OutsidePorts> = {}): OutsideWatch {
	return new OutsideWatch({
		clock: new ManualClock(),
		pollMs: 1_000,
		quietMs: 0,
		watched: () => [{ editorKey: 'a', folder: game, blocked: null }],
		look: async () => OPEN,
		dialogOf: async () => null,
		told: () => true,
		globalLogs: [join(root, 'Editor.log')],
		...ports,
	})
}

const linesOf = async () => (await watchOf().logOf(game))?.lines ?? null

describe('the log in a project', () => {
	it('is read where it lies, and the one of the computer if it names the project', async () => {
		writeFileSync(log, 'one of its own\n')
		expect(await linesOf()).toEqual(['one of its own'])
		rmSync(log)
		writeFileSync(join(root, 'Editor.log'), 'nameless\n')
		expect(await linesOf()).toBeNull()
		writeFileSync(join(root, 'Editor.log'), header(game))
		expect(await linesOf()).not.toBeNull()
	})

	it('is not read through a link, nor through a linked folder', LINKS, async () => {
		writeFileSync(join(game, '.env'), 'inside\n')
		mkdirSync(join(root, 'away'))
		writeFileSync(join(root, 'away', 'Editor.log'), 'outside\n')
		for (const to of ['../.env', join(root, 'away', 'Editor.log')]) {
			rmSync(log, { force: true })
			symlinkSync(to, log)
			expect(await linesOf()).toBeNull()
		}
		rmSync(join(game, 'Logs'), { recursive: true })
		symlinkSync(join(root, 'away'), join(game, 'Logs'))
		expect(await linesOf()).toBeNull()
	})

	it('does not stop the watch if it is a pipe', LINKS, async () => {
		execFileSync('mkfifo', [log])
		const told: string[] = []
		const watch = watchOf({ told: (_, outside) => told.push(outside?.state ?? 'nothing') > 0 })
		await watch.lookNow()
		expect(told).toHaveLength(1)
		expect(await linesOf()).toBeNull()
	})
})

it('a project that does not answer stops the others for one look only, and is not looked at twice', async () => {
	const clock = new ManualClock()
	const held = Promise.withResolvers<ProjectLook>()
	const looked = { slow: 0, game: 0 }
	const told: string[] = []
	const slow = join(root, 'Slow')
	const watch = watchOf({
		clock,
		watched: () => [
			{ editorKey: 'slow', folder: slow, blocked: null },
			{ editorKey: 'game', folder: game, blocked: null },
		],
		look: (of) => {
			looked[of === slow ? 'slow' : 'game']++
			return of === slow ? held.promise : Promise.resolve(OPEN)
		},
		told: (key) => told.push(key) > 0,
	})
	const first = watch.lookNow()
	await expect.poll(() => told).toEqual(['game'])
	clock.advance(60_000)
	await first
	await watch.lookNow()
	expect(looked).toEqual({ slow: 1, game: 2 })
	held.resolve(OPEN)
	await expect.poll(() => told).toContain('slow')
	await expect
		.poll(async () => {
			await watch.lookNow()
			return looked.slow
		})
		.toBe(2)
})
