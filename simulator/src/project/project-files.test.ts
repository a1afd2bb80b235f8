/** Every storage of the engine must behave the same. */
import { symlinkSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exists, type ProjectFiles, textOf } from '../engine/project-files.ts'
import { FolderFiles } from './folder-files.ts'
import { MemoryFiles } from './memory-files.ts'

async function temporaryFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'fairlead-files-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	return folder
}

const STORAGES: Readonly<Record<string, () => Promise<ProjectFiles>>> = {
	'a folder': async () => new FolderFiles(await temporaryFolder()),
	memory: async () => new MemoryFiles({}),
}

describe.each(Object.keys(STORAGES))('%s', (name) => {
	const open = async () => {
		const files = await STORAGES[name]!()
		files.writeText('Assets/A/one.txt', 'ein Würfel')
		files.writeText('Assets/A/one.txt.meta', 'guid: 1')
		files.writeText('Assets/A/B/two.txt', '2')
		return files
	}

	it('reports what exists', async () => {
		const files = await open()
		expect(files.info('Assets/A')).toMatchObject({ kind: 'folder' })
		expect(files.info('Assets/A/one.txt')).toMatchObject({ kind: 'file', sizeBytes: 11 })
		expect(files.info('Assets/A/none.txt')).toBeNull()
		expect(files.list('Assets/A')).toEqual(['B', 'one.txt', 'one.txt.meta'])
		expect(textOf(files, 'Assets/A/one.txt')).toBe('ein Würfel')
		expect(textOf(files, 'Assets/A')).toBe('')
		expect(() => files.readText('Assets/A/none.txt')).toThrow()
		expect(() => files.list('Assets/None')).toThrow()
		expect(files.isInside('Assets/New/deep.mat')).toBe(true)
	})

	it('moves a folder with its content', async () => {
		const files = await open()
		files.move('Assets/A', 'Library/Hold/x')
		expect(exists(files, 'Assets/A')).toBe(false)
		expect(files.list('Assets')).toEqual([])
		expect(files.readText('Library/Hold/x/B/two.txt')).toBe('2')
		expect(() => files.move('Assets/A', 'Assets/C')).toThrow()
	})

	it('copies selected parts of a folder, and the copy is independent', async () => {
		const files = await open()
		files.copy('Assets/A', 'Assets/C', (child) => !child.endsWith('.meta'))
		expect(files.list('Assets/C')).toEqual(['B', 'one.txt'])
		files.writeText('Assets/C/one.txt', 'other')
		expect(files.readText('Assets/A/one.txt')).toBe('ein Würfel')
	})

	it('removes, and accepts a missing path', async () => {
		const files = await open()
		files.remove('Assets/A')
		files.remove('Assets/A')
		expect(files.list('Assets')).toEqual([])
		files.makeFolder('Assets/A/B')
		files.makeFolder('Assets/A/B')
		expect(files.list('Assets/A/B')).toEqual([])
	})
})

it('a folder detects a link that leads out of the project, and leaves no half-written file', async () => {
	const folder = await temporaryFolder()
	const files = new FolderFiles(folder)
	files.writeText('Assets/a.txt', 'a')
	expect(await readdir(join(folder, 'Assets'))).toEqual(['a.txt'])
	symlinkSync(tmpdir(), join(folder, 'Assets', 'Out'), 'junction')
	expect(files.info('Assets/Out')?.kind).toBe('link')
	expect(files.isInside('Assets/Out/new.txt')).toBe(false)
})
