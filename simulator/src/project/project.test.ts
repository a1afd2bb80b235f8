/** Starting the simulated editor in a wrong folder, twice, or after a kill must not harm the user's files. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Engine } from '../engine/engine.ts'
import { inspectFolder, openProject, ProjectError } from './create-project.ts'
import { FolderFiles } from './folder-files.ts'
import { lockProject } from './lock.ts'

/** Real sockets and files, on busy machines. */
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let folder: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'fairlead-new-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a folder that does not exist becomes a project with camera, light and floor', async () => {
	const path = join(folder, 'My Game')
	expect(await openProject(path, 'My "Game"')).toEqual({ path, created: true })
	expect(await readFile(join(path, 'ProjectSettings/ProjectVersion.txt'), 'utf8')).toMatch(
		/^m_EditorVersion: 6000\.\d/,
	)
	for (const file of [
		'Assets/Scenes/SampleScene.unity',
		'Assets/Scenes/SampleScene.unity.meta',
		'Assets/Scenes.meta',
		'Assets/Scripts.meta',
		'Packages/manifest.json',
		'.gitignore',
	]) {
		expect((await stat(join(path, file))).isFile(), file).toBe(true)
	}
	const engine = await Engine.open({ files: new FolderFiles(path) })
	expect(engine.productGuid).toMatch(/^[0-9a-f]{32}$/)
	const outcome = engine.execute('unity_query', { action: 'hierarchy' })
	const result =
		outcome.status === 'ok' ? (outcome.result as { objects: { name: string }[] }) : null
	expect(result?.objects.map((o) => o.name)).toEqual(['Main Camera', 'Directional Light', 'Floor'])
	expect(await readdir(folder)).toEqual(['My Game'])
})

test('an empty folder is filled, an existing project is opened as it is', async () => {
	await openProject(folder)
	const settings = join(folder, 'ProjectSettings/ProjectSettings.asset')
	const before = await readFile(settings, 'utf8')
	expect(await openProject(folder)).toEqual({ path: folder, created: false })
	expect(await readFile(settings, 'utf8')).toBe(before)
})

test('two projects have different GUIDs', async () => {
	await openProject(join(folder, 'a'))
	await openProject(join(folder, 'b'))
	const guids = await Promise.all(
		['a', 'b'].map(
			async (n) => (await Engine.open({ files: new FolderFiles(join(folder, n)) })).productGuid,
		),
	)
	expect(guids[0]).not.toBe(guids[1])
})

test('a folder with other things is refused and left alone', async () => {
	await writeFile(join(folder, 'thesis.doc'), 'years of work')
	await mkdir(join(folder, 'Assets'))
	expect(await inspectFolder(folder)).toBe('other')
	await expect(openProject(folder)).rejects.toThrow(/not empty and no Unity project/)
	expect((await readdir(folder)).sort()).toEqual(['Assets', 'thesis.doc'])
})

test('a file is refused', async () => {
	const file = join(folder, 'file.txt')
	await writeFile(file, 'x')
	await expect(openProject(file)).rejects.toThrow(/is a file/)
})

test('one editor per project; the lock of a process that died is taken over', async () => {
	const alive = (pid: number) => pid === process.pid
	const release = await lockProject(folder, alive)
	await expect(lockProject(folder, alive)).rejects.toThrow(ProjectError)
	await release()
	await writeFile(join(folder, 'Temp/UnityLockfile'), String(process.pid + 1))
	const again = await lockProject(folder, alive)
	expect(await readFile(join(folder, 'Temp/UnityLockfile'), 'utf8')).toBe(String(process.pid))
	await again()
})
