import { execFileSync } from 'node:child_process'
import {
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/kit/support.ts'
import {
	openInPlace,
	openRegular,
	readRegular,
	readRegularSync,
	withRegular,
} from './regular-file.ts'

let folder: ReturnType<typeof temporaryFolder>
let file: string
const at = (name: string): string => join(realpathSync(folder.path), name)

beforeEach(() => {
	folder = temporaryFolder()
	file = at('file')
	writeFileSync(file, 'text')
})
afterEach(() => folder.remove())

it('a regular file is read in every way', async () => {
	expect(String(await readRegular(file))).toBe('text')
	expect(String(readRegularSync(file))).toBe('text')
	const handle = await openInPlace(file)
	expect(await handle.readFile('utf8')).toBe('text')
	await handle.close()
})

describe.skipIf(process.platform === 'win32')('without waiting', () => {
	it('a pipe, a device and a folder are refused, also behind a link', async () => {
		execFileSync('mkfifo', [at('pipe')])
		mkdirSync(at('folder'))
		symlinkSync(at('pipe'), at('to-pipe'))
		const wrong = { code: 'EFTYPE' }
		for (const path of [at('pipe'), at('to-pipe'), at('folder'), '/dev/zero', '/dev/tty']) {
			await expect(openRegular(path)).rejects.toMatchObject(wrong)
			await expect(openInPlace(path)).rejects.toMatchObject(wrong)
			await expect(readRegular(path)).rejects.toMatchObject(wrong)
			expect(() => readRegularSync(path)).toThrow(expect.objectContaining(wrong))
		}
	})

	it('a link is followed only where that is wanted', async () => {
		symlinkSync(file, at('link'))
		mkdirSync(at('folder'))
		writeFileSync(at('folder/file'), 'text')
		symlinkSync(at('folder'), at('linked'))
		expect(String(await readRegular(at('link')))).toBe('text')
		await expect(openInPlace(at('link'))).rejects.toThrow()
		await expect(openInPlace(at('linked/file'))).rejects.toThrow()
		expect(() => withRegular(at('link'), 'refuse', () => 0)).toThrow()
	})
})

/** Rooms that read files of projects. */
const ROOMS = ['context', 'file-tools', 'files', 'git', 'history', 'outside', 'unity']
/** Files that the relay wrote itself, handles that are open already, and the list of processes. */
const THEIR_OWN = [
	'history/image-store.ts',
	'history/path-state.ts',
	'outside/dialogs/macos.ts',
	'unity/this-machine.ts',
]

it('nothing that reads files of a project opens them in another way', () => {
	const src = join(import.meta.dirname, '..')
	const found = ROOMS.flatMap((room) =>
		readdirSync(join(src, room), { recursive: true, encoding: 'utf8' })
			.map((name) => `${room}/${name.replaceAll('\\', '/')}`)
			.filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|\/test-kit\.ts$/.test(name)),
	)
	const reading =
		/\b(?:readFile|readFileSync|createReadStream)\b[^}]*\} from 'node:fs|\bopen(?:Sync)?\([^)\n]*'r'\)/
	const wrong = found.filter((name) => reading.test(readFileSync(join(src, name), 'utf8')))
	// Opens folders, to write them through.
	expect(wrong.sort()).toEqual(['history/durable-file.ts', ...THEIR_OWN].sort())
})
