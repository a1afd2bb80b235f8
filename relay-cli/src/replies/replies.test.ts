/** Large results: without this, the answer is lost or the machine runs out of memory. */
import { createHash } from 'node:crypto'
import {
	existsSync,
	mkdirSync,
	readdirSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { StoredOutcome } from '@fairlead/protocol/wire/stored-reply'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FakeRoom } from '../../test/fakes/fake-room.ts'
import { RelayBench } from '../../test/kit/relay-bench.ts'
import { makeCall, TEST_TIMEOUT_MS, temporaryFolder, until } from '../../test/kit/support.ts'
import { keepResult } from './kept-results.ts'
import { ReplyFolder } from './reply-folder.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let home: { path: string; remove(): void }
beforeEach(() => {
	home = temporaryFolder()
})
afterEach(() => home.remove())

/** Writes a file as an editor does, and its reference. */
function store(folder: string, text: string, file = 'reply.json'): StoredOutcome {
	writeFileSync(join(folder, file), text)
	const sha256 = createHash('sha256').update(text).digest('hex')
	return { status: 'stored', file, bytes: Buffer.byteLength(text), sha256 }
}

const OK: CallOutcome = { status: 'ok', result: { text: 'grüße' } }

describe('a stored outcome', () => {
	let folder: ReplyFolder
	let path: string
	beforeEach(async () => {
		folder = new ReplyFolder(home.path)
		await folder.prepare(Date.now())
		path = folder.announced.folder
	})

	test('is taken in and, once stored, deleted', async () => {
		const stored = store(path, JSON.stringify(OK))
		expect(folder.take(stored)).toEqual(OK)
		expect(folder.take(stored)).toEqual(OK)
		folder.discard(stored)
		await until('the end of the file', () => !existsSync(join(path, stored.file)))
	})

	test.each<[string, (stored: StoredOutcome) => StoredOutcome, RegExp]>([
		['is not there', (stored) => ({ ...stored, file: 'other.json' }), /does not exist/],
		['has another size', (stored) => ({ ...stored, bytes: stored.bytes + 1 }), /instead of/],
		['has another content', (stored) => ({ ...stored, sha256: '0'.repeat(64) }), /does not match/],
		['is not JSON', () => store(path, '{'), /not JSON/],
		['is not an outcome', () => store(path, '{"status":"fine"}'), /not contain an outcome/],
		['is beyond the bound', (stored) => ({ ...stored, bytes: 2 ** 40 }), /more than/],
	])('that %s is answered with what happened', (_, change, why) => {
		const outcome = folder.take(change(store(path, JSON.stringify(OK))))
		expect(outcome).toMatchObject({ status: 'error', error: { code: 'too_large' } })
		expect(outcome.status === 'error' && outcome.error.message).toMatch(why)
		expect(outcome.status === 'error' && outcome.error.data).toMatchObject({ executed: true })
	})

	test.skipIf(process.platform === 'win32')('behind a link is not read', () => {
		const secret = join(home.path, 'secret.json')
		writeFileSync(secret, JSON.stringify(OK))
		const stored = store(path, JSON.stringify(OK))
		symlinkSync(secret, join(path, 'link.json'))
		expect(folder.take({ ...stored, file: 'link.json' })).toMatchObject({ status: 'error' })
	})

	test.each(['the folder', 'a file in it'])(
		'%s is a link: what it leads to stays, however old',
		async (which) => {
			const elsewhere = join(home.path, 'elsewhere')
			mkdirSync(elsewhere)
			writeFileSync(join(elsewhere, 'mine.json'), 'mine')
			const past = new Date(Date.now() - 25 * 60 * 60_000)
			utimesSync(join(elsewhere, 'mine.json'), past, past)
			if (which === 'the folder') {
				rmSync(path, { recursive: true })
				symlinkSync(elsewhere, path, 'junction')
			} else symlinkSync(elsewhere, join(path, 'link'), 'junction')
			await folder.prepare(Date.now())
			expect(readdirSync(elsewhere)).toEqual(['mine.json'])
			// It accepts outcomes again, in its own folder.
			expect(folder.take(store(path, JSON.stringify(OK)))).toEqual(OK)
			expect(readdirSync(elsewhere)).toEqual(['mine.json'])
		},
	)

	test('that nobody asked for is deleted after a day', async () => {
		store(path, 'old', 'old.json')
		store(path, 'new', 'new.json')
		const past = new Date(Date.now() - 25 * 60 * 60_000)
		utimesSync(join(path, 'old.json'), past, past)
		await folder.prepare(Date.now())
		expect(readdirSync(path)).toEqual(['new.json'])
	})
})

describe('a result too large for the room', () => {
	test('is kept as lines in the project, with its beginning in the answer', async () => {
		const result = { objects: Array.from({ length: 500 }, (_, i) => ({ name: `Object ${i}` })) }
		const outcome = keepResult(home.path, 'run.1:2', { status: 'ok', result }, 20_000_000)
		const file = 'Library/Fairlead/replies/run_1_2.json'
		expect(outcome).toMatchObject({
			status: 'error',
			error: { code: 'too_large', data: { executed: true, bytes: 20_000_000, file } },
		})
		const text = await readFile(join(home.path, file), 'utf8')
		expect(JSON.parse(text)).toEqual(result)
		expect(text.split('\n').length).toBeGreaterThan(1_000)
		const { data } = (outcome as { error: { data: { beginning: string } } }).error
		expect(text.startsWith(data.beginning)).toBe(true)
	})

	test('pushes out the oldest', () => {
		for (let i = 0; i < 12; i++) keepResult(home.path, `c${i}`, OK, 1)
		expect(readdirSync(join(home.path, 'Library', 'Fairlead', 'replies'))).toHaveLength(8)
	})

	test('in a project that is not writable is still answered', () => {
		writeFileSync(join(home.path, 'Library'), 'a file where a folder should be')
		const outcome = keepResult(home.path, 'c1', OK, 1)
		expect(outcome).toMatchObject({ status: 'error', error: { code: 'too_large' } })
		expect(outcome).not.toHaveProperty('error.data.file')
	})
})

describe('over the relay', () => {
	let bench: RelayBench
	let room: FakeRoom
	let project: string
	beforeEach(async () => {
		bench = new RelayBench()
		room = await bench.room()
		project = await bench.project('Game', room)
		await bench.start()
		await room.hello()
	})
	afterEach(() => bench.end())

	const replies = (): string => {
		const path = join(bench.home, 'replies')
		mkdirSync(path, { recursive: true })
		return path
	}
	const call = makeCall('c.1', 'unity_hierarchy', { action: 'create', name: 'Cube' })

	test('an answer by file is returned, also when the call is repeated', async () => {
		const editor = await bench.connectedEditor(project, {
			execute: () => store(replies(), JSON.stringify(OK)) as never,
		})
		const key = bench.keyOf(project)
		expect(await room.call(key, call)).toEqual(OK)
		expect(await room.call(key, call)).toEqual(OK)
		expect(editor.executed).toEqual(['c.1'])
		await until('the end of the file', () => readdirSync(replies()).length === 0)
	})

	test('an answer by file in the journal of a hello is returned', async () => {
		const gate = Promise.withResolvers<never>()
		const editor = await bench.connectedEditor(project, { execute: () => gate.promise })
		const outcome = room.call(bench.keyOf(project), call)
		await until('the call', () => editor.executed.length > 0)
		await editor.disconnect()
		gate.resolve(store(replies(), JSON.stringify(OK)) as never)
		await editor.connect(bench.relay)
		expect(await outcome).toEqual(OK)
		await until('the end of the file', () => readdirSync(replies()).length === 0)
	})
})
