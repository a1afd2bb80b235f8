/** Without a .meta Unity ignores a file of a package; a changed or duplicate GUID breaks references to it. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { unityMetas } from './unity-metas.ts'

async function makePackage(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'fairlead-metas-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	await mkdir(join(folder, 'Editor'))
	await mkdir(join(folder, 'Tests~'))
	for (const file of ['Editor/A.cs', 'Tests~/B.cs', 'package.json', '.hidden'])
		await writeFile(join(folder, file), '')
	return folder
}

test('a missing .meta file is written once, and then never changes', async () => {
	const folder = await makePackage()
	expect(unityMetas(folder, false).stale).toHaveLength(3)
	expect(unityMetas(folder, true).stale).toEqual([
		'Editor has no .meta',
		'Editor/A.cs has no .meta',
		'package.json has no .meta',
	])
	const meta = await readFile(join(folder, 'Editor/A.cs.meta'), 'utf8')
	expect(meta).toMatch(/^fileFormatVersion: 2\nguid: [0-9a-f]{32}\nMonoImporter:\n/)
	expect(await readFile(join(folder, 'Editor.meta'), 'utf8')).toContain('folderAsset: yes')
	await writeFile(join(folder, 'Editor/A.cs'), 'class A {}')
	expect(unityMetas(folder, true)).toEqual({ stale: [], broken: [] })
	expect(await readFile(join(folder, 'Editor/A.cs.meta'), 'utf8')).toBe(meta)
})

test('a .meta whose file is gone is removed', async () => {
	const folder = await makePackage()
	unityMetas(folder, true)
	await rm(join(folder, 'Editor/A.cs'))
	expect(unityMetas(folder, true).stale).toEqual(['Editor/A.cs.meta belongs to no file'])
	expect(unityMetas(folder, false).stale).toEqual([])
})

test('a copied GUID is reported and never fixed: one of the two may be in use', async () => {
	const folder = await makePackage()
	unityMetas(folder, true)
	const meta = await readFile(join(folder, 'Editor/A.cs.meta'), 'utf8')
	await writeFile(join(folder, 'package.json.meta'), meta)
	expect(unityMetas(folder, true).broken).toEqual(['package.json and Editor/A.cs share a GUID'])
	await writeFile(join(folder, 'package.json.meta'), 'x')
	expect(unityMetas(folder, true).broken).toEqual(['package.json.meta has no GUID'])
})
