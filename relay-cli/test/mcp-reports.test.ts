/** Changes that desk clients made without asking reach the project's room once, whatever restarts. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeskReport } from '@fairlead/protocol/wire/relay-link'
import type { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addLink } from '../src/home/links.ts'
import type { FakeRoom } from './fakes/fake-room.ts'
import { startMcp } from './kit/mcp-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { makeCall, TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const FILE = 'Assets/Notes.txt'
const READ = { name: 'read_file', arguments: { path: FILE } }
const EDIT = {
	name: 'edit_file',
	arguments: { path: FILE, edits: [{ find: 'before', replace: 'after' }] },
}
const write = (name: string) => ({
	name: 'write_file',
	arguments: { path: `Assets/${name}`, content: name },
})

let bench: RelayBench
let room: FakeRoom
let project: string
beforeEach(async () => {
	bench = new RelayBench()
	room = await bench.room()
	room.takesReport = () => true
	project = await bench.project('Game', room)
	await writeFile(join(project, FILE), 'before')
})
afterEach(() => bench.end())

async function linked(): Promise<void> {
	await bench.start()
	await room.hello()
}

const start = async (args: readonly string[] = []): Promise<Client> =>
	(await startMcp(bench.cleanups, { home: bench.home, cwd: join(project, 'Assets'), args })).client

async function calls(
	client: Client,
	...made: { name: string; arguments: Record<string, unknown> }[]
) {
	for (const call of made) expect((await client.callTool(call)).isError).toBeFalsy()
}

const reports = (count: number): Promise<DeskReport[]> =>
	until(`${count} reports`, () => room.deskReports.length >= count && room.deskReports)
const paths = () => room.deskReports.map(({ params }) => params['path'])

/** The relay has had the answers to what it sent before. */
const answered = (id: string) => room.call(bench.keyOf(project), makeCall(id, 'list_files'))

/** The relay has reported everything that it had to report before this. */
async function quiet(helloNumber: number): Promise<void> {
	await answered(`before-${helloNumber}`)
	room.drop()
	await room.hello(helloNumber)
	await answered(`after-${helloNumber}`)
}

test('a change is reported with its client and outcome; a read is not, and nothing twice', async () => {
	await linked()
	const client = await start()
	await calls(client, READ, EDIT)
	const [report] = await reports(1)
	expect(report).toMatchObject({
		name: 'edit_file',
		params: EDIT.arguments,
		client: 'test-client',
		editorKey: bench.keyOf(project),
		outcome: { status: 'ok' },
	})
	await quiet(2)
	expect(room.deskReports).toHaveLength(1)
})

test('changes made without a connection are reported in their order when it is back', async () => {
	await linked()
	const client = await start()
	room.refuseWith = 503
	room.drop()
	await calls(client, write('A.txt'), write('B.txt'), write('C.txt'))
	expect(room.deskReports).toEqual([])
	room.refuseWith = null
	await reports(3)
	expect(paths()).toEqual(['Assets/A.txt', 'Assets/B.txt', 'Assets/C.txt'])
})

test('a relay that ends before the acknowledgement reports the same call again, and then no more', async () => {
	await linked()
	room.takesReport = () => new Promise(() => undefined)
	await calls(await start(), write('A.txt'))
	const [first] = await reports(1)
	room.takesReport = () => true
	await bench.restart()
	const [, again] = await reports(2)
	expect(again).toEqual(first)
	await answered('acknowledged')
	await bench.restart()
	await room.hello(3)
	await quiet(4)
	expect(room.deskReports).toHaveLength(2)
})

test('a report that a server could not store is kept; one that it will never take is dropped', async () => {
	await linked()
	room.takesReport = () => Promise.reject(new Error('D1 does not answer'))
	const client = await start()
	await calls(client, write('A.txt'))
	await reports(1)
	room.takesReport = () => false
	await quiet(2)
	await reports(2)
	expect(paths()).toEqual(['Assets/A.txt', 'Assets/A.txt'])
	await quiet(3)
	expect(room.deskReports).toHaveLength(2)
})

test('nothing is sent to an older server, or of the time before the folder was linked', async () => {
	room.takesReport = null
	await linked()
	const client = await start()
	await calls(client, write('A.txt'))
	await quiet(2)
	expect(room.deskReports).toEqual([])
	const other = await bench.project('Other')
	project = other
	await calls(await start(), write('B.txt'))
	await addLink(other, room.link, bench.home)
	room.takesReport = () => true
	room.drop()
	await reports(1)
	await quiet(4)
	expect(paths()).toEqual(['Assets/A.txt'])
})

test('a change is not reported with --local', async () => {
	await linked()
	await calls(await start(['--local']), write('Private.txt'))
	await calls(await start(), write('Shown.txt'))
	await reports(1)
	expect(paths()).toEqual(['Assets/Shown.txt'])
})

test('a client without a relay: its changes are reported when the relay runs', async () => {
	const client = await start()
	await calls(client, write('A.txt'))
	await client.close()
	await until('the home to be free', () => bench.start().catch(() => null))
	await reports(1)
	expect(paths()).toEqual(['Assets/A.txt'])
})

/** The answer to a room that asks to revert the files of a call. */
async function revertFrom(asking: FakeRoom, callId: string | undefined): Promise<unknown> {
	const asked = { action: 'revert', call_ids: [callId], overwrite: [], skip: [] }
	const call = makeCall(`rev_${++reverts}.files`, 'file_history', asked)
	return asking.call(bench.keyOf(project), call)
}
let reverts = 0

test('the room reverts the files of a reported call; afterwards the desk finds nothing to revert', async () => {
	await linked()
	await calls(await start(), READ, EDIT)
	const [report] = await reports(1)
	expect(await revertFrom(room, report?.callId)).toMatchObject({
		status: 'ok',
		result: { items: [{ state: 'reverted' }] },
	})
	expect(await readFile(join(project, FILE), 'utf8')).toBe('before')
	const { port, token } = bench.relay
	const answer = await fetch(`http://127.0.0.1:${port}/mcp/revert`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}` },
		body: JSON.stringify({ callIds: [report?.callId], force: false }),
	})
	const { ok, said } = (await answer.json()) as { ok: boolean; said: string[] }
	expect(said.join()).toContain('Nothing was reverted')
	expect(ok).toBe(true)
	expect(await readFile(join(project, FILE), 'utf8')).toBe('before')
})

test('a room that got the folder later reverts nothing that was reported to another, or to none', async () => {
	await linked()
	await calls(await start(), EDIT)
	const [report] = await reports(1)
	const later = await bench.room()
	await addLink(project, later.link, bench.home)
	await later.hello()
	const nothing = { status: 'ok', result: { items: [] } }
	expect(await revertFrom(later, report?.callId)).toMatchObject(nothing)
	// The room takes no reports: the call is known on this computer only.
	await calls(await start(), {
		...EDIT,
		arguments: { ...EDIT.arguments, edits: [{ find: 'after', replace: 'again' }] },
	})
	const { port, token } = bench.relay
	const headers = { authorization: `Bearer ${token}` }
	const logged = await fetch(`http://127.0.0.1:${port}/mcp/log?limit=1`, { headers })
	const [newest] = (await logged.json()) as { callId: string }[]
	expect(newest?.callId).not.toBe(report?.callId)
	expect(await revertFrom(later, newest?.callId)).toMatchObject(nothing)
	expect(await readFile(join(project, FILE), 'utf8')).toBe('again')
})
