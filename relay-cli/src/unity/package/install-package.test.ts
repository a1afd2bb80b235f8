import {
	chmodSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeUnityProject, temporaryFolder } from '../../../test/kit/support.ts'
import { thisMachine } from '../this-machine.ts'
import {
	installPackage,
	type ManifestFile,
	manifestFile,
	uninstallPackage,
} from './install-package.ts'
import { OUR_PACKAGE } from './manifest.ts'
import { packageSource } from './package-source.ts'

const MANIFEST = '{\r\n\t"dependencies": {\r\n\t\t"com.unity.ugui": "2.0.0"\r\n\t}\r\n}\r\n'
const machine = thisMachine()
let folder: ReturnType<typeof temporaryFolder>
let project: string
let manifest: string

beforeEach(() => {
	folder = temporaryFolder()
	project = makeUnityProject(folder.path, 'My Höhle')
	manifest = join(project, 'Packages', 'manifest.json')
	writeFileSync(manifest, MANIFEST)
})
afterEach(() => folder.remove())

const install = (source = 'file:/p', chosen = true) =>
	installPackage(machine, manifestFile, project, { source, chosen })

it('installing twice changes the file once; uninstalling restores it to the byte', async () => {
	expect(await install()).toEqual({ kind: 'installed', source: 'file:/p' })
	const once = readFileSync(manifest)
	const { mtimeMs, ino } = statSync(manifest)
	expect(await install()).toEqual({ kind: 'already', source: 'file:/p' })
	expect(readFileSync(manifest)).toEqual(once)
	expect(statSync(manifest)).toMatchObject({ mtimeMs, ino })
	expect(await uninstallPackage(machine, manifestFile, project)).toEqual({ kind: 'removed' })
	expect(readFileSync(manifest, 'utf8')).toBe(MANIFEST)
	expect(await uninstallPackage(machine, manifestFile, project)).toEqual({ kind: 'absent' })
})

it('only a source that a person chose replaces another one', async () => {
	await install('https://example.com/f.git')
	expect(await install('file:/p', false)).toEqual({
		kind: 'already',
		source: 'https://example.com/f.git',
	})
	expect(await install('file:/p')).toMatchObject({
		kind: 'replaced',
		before: 'https://example.com/f.git',
	})
})

it.skipIf(process.platform === 'win32')(
	'a linked manifest stays a link, and keeps its mode',
	async () => {
		const real = join(folder.path, 'shared.json')
		renameSync(manifest, real)
		chmodSync(real, 0o640)
		symlinkSync(real, manifest)
		await install()
		expect(lstatSync(manifest).isSymbolicLink()).toBe(true)
		expect(readFileSync(real, 'utf8')).toContain(OUR_PACKAGE)
		expect(statSync(real).mode & 0o777).toBe(0o640)
	},
)

it('a manifest that Unity wrote meanwhile is not overwritten', async () => {
	let reads = 0
	const files: ManifestFile = {
		read: (path) => {
			if (++reads === 2) writeFileSync(path, '{"dependencies":{"com.new":"1.0.0"}}')
			return manifestFile.read(path)
		},
		write: manifestFile.write,
	}
	await expect(
		installPackage(machine, files, project, { source: 'file:/p', chosen: true }),
	).rejects.toThrow('changed by another program')
	expect(readFileSync(manifest, 'utf8')).toContain('com.new')
})

it('a project without a manifest, of an old Unity, or with a broken manifest is left alone', async () => {
	const version = join(project, 'ProjectSettings', 'ProjectVersion.txt')
	const now = readFileSync(version)
	writeFileSync(version, 'm_EditorVersion: 2022.3.50f1\n')
	await expect(install()).rejects.toThrow('needs Unity 6000.0')
	writeFileSync(version, now)
	writeFileSync(manifest, Buffer.from([0x7b, 0xff, 0x7d]))
	await expect(install()).rejects.toThrow('UTF-8')
	writeFileSync(manifest, '{\n"dependencies": nothing\n}')
	await expect(install()).rejects.toThrow('line 2, column 17')
	expect(readFileSync(manifest, 'utf8')).toBe('{\n"dependencies": nothing\n}')
	renameSync(manifest, join(folder.path, 'away'))
	await expect(install()).rejects.toThrow('Open the project in Unity once')
	await expect(
		installPackage(machine, manifestFile, folder.path, { source: 'file:/p', chosen: true }),
	).rejects.toThrow('not a Unity project')
})

it('an embedded package is neither doubled nor deleted', async () => {
	const embedded = join(project, 'Packages', 'mine')
	mkdirSync(embedded)
	writeFileSync(join(embedded, 'package.json'), JSON.stringify({ name: OUR_PACKAGE }))
	expect(await install()).toEqual({ kind: 'embedded', folder: embedded })
	await expect(uninstallPackage(machine, manifestFile, project)).rejects.toThrow(embedded)
	expect(readFileSync(manifest, 'utf8')).toBe(MANIFEST)
})

/** A tar archive of one file. */
function tarball(name: string, text: string): Buffer {
	const header = Buffer.alloc(512)
	header.write(name, 0)
	header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124)
	const body = Buffer.alloc(Math.ceil(text.length / 512) * 512)
	body.write(text)
	return gzipSync(Buffer.concat([header, body, Buffer.alloc(1024)]))
}

it('a source is checked before it is written', async () => {
	const from = (text: string | null) => packageSource(machine, text, folder.path)
	// This clone's own.
	expect(await from(null)).toMatch(/^file:\/.*\/unity-package$|^file:[A-Z]:\/.*\/unity-package$/)
	for (const address of [
		'https://github.com/o/fairlead.git?path=/unity-package#v1',
		'git@github.com:o/fairlead.git',
		'ssh://git@example.com/fairlead',
	])
		expect(await from(address)).toBe(address)
	await expect(from('https://ada:secret@example.com/f.git')).rejects.toThrow('password')
	// Not as a path that nobody wrote.
	await expect(from('ftp://example.com/f.git')).rejects.toThrow(/begins with ftp:\/\/.*Git address/)
	await expect(from('https://example.com/fairlead')).rejects.toThrow('.git')
	await expect(from('My Höhle')).rejects.toThrow('not a package')
	await expect(from('https://e.example/f.git\n')).rejects.toThrow('characters')
	writeFileSync(
		join(folder.path, 'good.tgz'),
		tarball('package/package.json', JSON.stringify({ name: OUR_PACKAGE })),
	)
	expect(await from('good.tgz')).toBe(`file:${join(folder.path, 'good.tgz').replaceAll('\\', '/')}`)
	writeFileSync(join(folder.path, 'other.tgz'), tarball('package/package.json', '{"name":"other"}'))
	await expect(from('other.tgz')).rejects.toThrow('the package other')
	writeFileSync(join(folder.path, 'broken.tgz'), 'no archive')
	await expect(from('broken.tgz')).rejects.toThrow('could not be read')
	await expect(from('missing.tgz')).rejects.toThrow('ENOENT')
})
