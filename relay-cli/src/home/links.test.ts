import { mkdirSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ManualClock } from '../../test/kit/manual-clock.ts'
import { Cleanups, temporaryFolder, until } from '../../test/kit/support.ts'
import { watchHome } from './home-watch.ts'
import { addLink, LINK_FILES, LinksFileError, readLinks, removeLink, roomKey } from './links.ts'
import { changeSettings, readSettings } from './settings.ts'

vi.mock('node:fs/promises', { spy: true })

const LINK = { server: 'https://a.example', projectId: 'prj_1', token: 't' }

const cleanups = new Cleanups()
const POLL_MS = 1_000
let home: string

beforeEach(() => {
	home = cleanups.add(temporaryFolder(), (made) => made.remove()).path
})
afterEach(() => cleanups.run())

describe('links.json', () => {
	it('keeps every link when several commands write at the same time', async () => {
		const folders = Array.from({ length: 8 }, (_, i) => `/projects/${i}`)
		await Promise.all(folders.map((folder) => addLink(folder, LINK, home)))
		expect(Object.keys(await readLinks(home)).sort()).toEqual(folders)
	})

	it('holds one link per folder: a new one replaces the old', async () => {
		await addLink('/projects/a', LINK, home)
		await addLink('/projects/a', { ...LINK, token: 'u' }, home)
		expect(await readLinks(home)).toEqual({ '/projects/a': { ...LINK, token: 'u' } })
		expect(await removeLink('/projects/a', home)).toMatchObject({ token: 'u' })
		expect(await removeLink('/projects/a', home)).toBeNull()
	})

	it('is not blocked forever by a command that was killed while writing', async () => {
		const lock = join(home, 'links.lock')
		mkdirSync(lock)
		utimesSync(lock, 0, 0)
		await addLink('/projects/a', LINK, home)
		expect(Object.keys(await readLinks(home))).toEqual(['/projects/a'])
	})

	it('is not taken from a command that is writing', async () => {
		const lock = join(home, 'links.lock')
		mkdirSync(lock)
		const added = addLink('/projects/a', LINK, home)
		const tries = () => vi.mocked(mkdir).mock.calls.filter(([path]) => path === lock)
		await until('a second try', () => tries().length >= 2)
		expect(await readLinks(home)).toEqual({})
		rmdirSync(lock)
		await added
		expect(Object.keys(await readLinks(home))).toEqual(['/projects/a'])
	})

	it('reports that it cannot be read, and does not count as empty', async () => {
		mkdirSync(join(home, 'links.json'))
		await expect(readLinks(home)).rejects.toThrow(LinksFileError)
	})

	it('is followed even if the system provides no watcher', async () => {
		// Watching a missing folder fails as it does at inotify's limit.
		const later = join(home, 'later')
		let changes = 0
		const clock = new ManualClock()
		const stop = watchHome(later, LINK_FILES, POLL_MS, clock, () => changes++)
		cleanups.add(null, stop)
		await until('the first look', () => clock.hasTimerIn(POLL_MS))
		await addLink('/projects/a', LINK, later)
		clock.advance(POLL_MS)
		await until('the change', () => changes > 0)
	})

	it.each(['{', '[]', '{"/a":{"server":"ftp://x","projectId":"p","token":"t"}}', '{"/a":{}}'])(
		'that is damaged (%s) is neither guessed at nor overwritten',
		async (text) => {
			writeFileSync(join(home, 'links.json'), text)
			await expect(readLinks(home)).rejects.toThrow(LinksFileError)
			await expect(addLink('/projects/b', LINK, home)).rejects.toThrow(/link again/)
		},
	)

	it('names the same room however the server is written', () => {
		expect(roomKey({ ...LINK, server: 'https://a.example/' })).toBe(roomKey(LINK))
	})
})

describe('what a person allowed for the sessions of a folder', () => {
	const allowed = async () => (await readSettings(home)).agentFolders

	it('ends when the folder is unlinked, or linked to another project, and not with a new token', async () => {
		await addLink('/projects/a', LINK, home)
		await changeSettings(home, { agentFolders: ['/projects/a', '/projects/b'] })
		await addLink('/projects/a', { ...LINK, token: 'u' }, home)
		expect(await allowed()).toEqual(['/projects/a', '/projects/b'])
		await addLink('/projects/a', { ...LINK, projectId: 'prj_2' }, home)
		expect(await allowed()).toEqual(['/projects/b'])
		await addLink('/projects/b', LINK, home)
		await removeLink('/projects/b', home)
		expect(await allowed()).toEqual([])
	})
})
