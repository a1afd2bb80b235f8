/** Huge files and paths, usually made by mistake: the relay keeps serving others. */
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { codeOf, onDisk, place, put, run, useFolder } from './test-kit.ts'

/** Each byte is a line end: as many lines as a readable file can have. */
const LINES = 31_000_000
/** The file itself takes 31 MB; a list of its lines 250. */
const MAX_HEAP_MB = 150
/** Enough for a busy machine. */
const TIMEOUT_MS = 60_000

useFolder()

/** `read_file` with little memory. */
function readScarcely(folder: string, args: object): Promise<unknown> {
	const code = `
		import { parentPort, workerData } from 'node:worker_threads'
		const { readFile } = await import(workerData.module)
		parentPort.postMessage(await readFile(workerData.folder, workerData.args))`
	const module = new URL('contents/read-file.ts', import.meta.url).href
	const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
		workerData: { module, folder, args },
		resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
	})
	return new Promise((resolve, reject) => {
		worker.once('message', resolve)
		worker.once('error', reject)
	})
}

it('a file too large for a search is not said to be searchable', async () => {
	const hintFor = async (size: number): Promise<string | undefined> => {
		writeFileSync(join(place.project, 'Assets', 'huge.txt'), '')
		truncateSync(join(place.project, 'Assets', 'huge.txt'), size)
		const outcome = await run('edit_file', {
			path: 'Assets/huge.txt',
			edits: [{ find: 'a', replace: 'b' }],
		})
		return outcome.status === 'error' ? outcome.error.hint : undefined
	}
	expect(await hintFor(2 * 1024 * 1024)).toContain('search_files')
	expect(await hintFor(300 * 1024 * 1024)).not.toContain('search_files')
})

/** Each would keep the relay busy for minutes, or end it, if the text were made or searched sign by sign. */
describe('edits that grow', () => {
	const dryRun = (...edits: object[]) =>
		run('edit_file', { path: 'Assets/a.txt', edits, dry_run: true })

	it.each([30_000, 100_000])('are refused before a text of %i² signs is made', async (length) => {
		put('Assets/a.txt', 'hello')
		const outcome = await dryRun(
			{ find: 'hello', replace: 'a'.repeat(length) },
			{ find: 'a', replace: '\n'.repeat(length), replace_all: true },
		)
		expect(outcome).toMatchObject({
			error: {
				code: 'too_large',
				message: expect.stringContaining(`would have ${length * length} bytes; the limit is`),
			},
		})
	})

	it('find a text of as many lines as an edit can have', async () => {
		put('Assets/a.txt', 'a\r\n'.repeat(150_000))
		const missed = await dryRun({ find: `${'a\n'.repeat(49_999)}b`, replace: '' })
		expect(codeOf(missed)).toBe('no_match')
		const found = await dryRun({ find: 'a\n'.repeat(50_000), replace: 'b\n', replace_all: true })
		expect(found).toMatchObject({ result: { bytes: 9, replacements: 3 } })
	})
})

describe('a file of 31 million lines', () => {
	it('is read in pages without a list of its lines, which would fill the memory and block everything else', {
		timeout: TIMEOUT_MS,
	}, async () => {
		writeFileSync(join(place.project, 'Assets', 'lines.txt'), Buffer.alloc(LINES, '\n'))
		const page = { path: 'Assets/lines.txt', offset: LINES - 1, limit: 10 }
		expect(await readScarcely(place.project, page)).toMatchObject({
			content: '\n\n',
			totalLines: LINES,
		})
	})

	it('is not edited, and is overwritten without comparing its lines', async () => {
		put('Assets/lines.txt', '\n'.repeat(1_100_000))
		const edits = [{ find: 'x', replace: 'y' }]
		expect(codeOf(await run('edit_file', { path: 'Assets/lines.txt', edits }))).toBe('too_large')
		expect(await run('write_file', { path: 'Assets/lines.txt', content: 'one' })).toMatchObject({
			result: { diff: '(the change is too large for a diff)\n' },
		})
		expect(onDisk('Assets/lines.txt')).toBe('one')
	})
})

it.each(['read_file', 'write_file'] as const)(
	'%s refuses a path of 490 levels: each costs a look at the whole way to it',
	async (tool) => {
		const path = `Assets/${'d/'.repeat(488)}a.cs`
		const content = tool === 'write_file' ? { content: 'x' } : {}
		expect(await run(tool, { path, ...content })).toMatchObject({
			status: 'error',
			error: { code: 'invalid_arguments', message: expect.stringContaining('490 levels') },
		})
	},
)
