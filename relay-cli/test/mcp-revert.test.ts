/** `fairlead mcp revert` where the project is closed, or the newest call changed nothing. */
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failed } from '@fairlead/protocol/wire/calls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reverted } from '../src/mcp-server/changes/revert.ts'
import { startMcp } from './kit/mcp-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { runFairlead } from './kit/relay-process.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const FILE = 'Assets/Notes.txt'
const EDIT = {
	name: 'edit_file',
	arguments: { path: FILE, edits: [{ find: 'before', replace: 'after' }] },
}

let bench: RelayBench
let project: string
beforeEach(async () => {
	bench = new RelayBench()
	await bench.start()
	project = await bench.project('Game')
	await writeFile(join(project, FILE), 'before')
})
afterEach(() => bench.end())

const start = async (args: readonly string[] = []) =>
	(await startMcp(bench.cleanups, { home: bench.home, cwd: join(project, 'Assets'), args })).client

/** A client that edited the file, and is gone; nobody else wants the project. */
async function edited(): Promise<void> {
	const client = await start()
	await client.callTool({ name: 'read_file', arguments: { path: FILE } })
	expect((await client.callTool(EDIT)).isError).toBeFalsy()
	await client.close()
	await until('the seat to go', () => bench.relay.status().editors.length === 0 || undefined)
}

async function revert(callIds: readonly string[] = []): Promise<Reverted> {
	const { port, token } = bench.relay
	const answer = await fetch(`http://127.0.0.1:${port}/mcp/revert`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}` },
		body: JSON.stringify({ callIds, force: false }),
	})
	return (await answer.json()) as Reverted
}

const log = async () => {
	const { stdout } = await runFairlead(['mcp', 'log'], { FAIRLEAD_HOME: bench.home, NO_COLOR: '1' })
	const json = await runFairlead(['mcp', 'log', '--json'], { FAIRLEAD_HOME: bench.home })
	const calls = JSON.parse(json.stdout) as { callId: string; revertedAt: number | null }[]
	return { rows: stdout.trim().split('\n').slice(1), calls }
}

const content = (): Promise<string> => readFile(join(project, FILE), 'utf8')

test.each([false, true])(
	'a project that is not linked is reverted after everything was closed (relay restarted: %s)',
	async (restarted) => {
		await edited()
		if (restarted) await bench.restart()
		const { ok, said } = await revert()
		expect(said).toEqual([
			'The editor is not connected: only files are put back.',
			`Put back: ${FILE}`,
		])
		expect(ok).toBe(true)
		expect(await content()).toBe('before')
		expect(bench.relay.status().editors).toEqual([])
	},
)

test('a folder that was moved away is named, and its change can be reverted when it is back', async () => {
	await edited()
	await rename(project, `${project}-away`)
	const { ok, said } = await revert()
	expect(ok).toBe(false)
	expect(said.join()).toContain(`${project} is not there`)
	await rename(`${project}-away`, project)
	expect((await revert()).ok).toBe(true)
	expect(await content()).toBe('before')
})

test('the newest call that changed something is reverted, not a newer one that failed', async () => {
	await bench.connectedEditor(project, {
		execute: ({ method }) => {
			if (method === 'unity_hierarchy') return failed('not_found', 'There is no such object.')
			const records = { records: [{ id: 'x', state: 'unknown' }], blocking: [], changed: [] }
			return { status: 'ok', result: method === 'unity_history' ? records : {} }
		},
	})
	const client = await start()
	await client.callTool({ name: 'read_file', arguments: { path: FILE } })
	await client.callTool(EDIT)
	const wrong = { name: 'unity_hierarchy', arguments: { action: 'create', name: 'Box' } }
	expect((await client.callTool(wrong)).isError).toBe(true)
	expect((await revert()).said).toContain(`Put back: ${FILE}`)
	expect(await content()).toBe('before')
	expect((await revert()).said).toEqual(['There is no change to revert.'])
})

test('a call that a revert could not undo is not called reverted, and does not block older changes', async () => {
	execFileSync('git', ['init', '-q'], { cwd: project })
	const client = await start()
	await client.callTool({ name: 'read_file', arguments: { path: FILE } })
	await client.callTool(EDIT)
	const away = { name: 'git', arguments: { action: 'switch', name: 'b2', create: true } }
	expect((await client.callTool(away)).isError).toBeFalsy()
	const { ok, said } = await revert()
	expect(said.join()).toMatch(/Nothing was reverted.*A switch of branches is not reverted/)
	expect(ok).toBe(false)
	const { rows, calls } = await log()
	expect(rows[0]).toMatch(/ not reverted .*b2/)
	expect(rows[1]).not.toContain('reverted')
	expect(calls[0]?.revertedAt).toBeNull()
	// Asked for by its id, it says the same again.
	expect((await revert([calls[0]?.callId ?? ''])).ok).toBe(false)
	expect(await revert()).toMatchObject({ ok: true })
	expect(await content()).toBe('before')
	expect((await log()).rows[1]).toMatch(/ {2}reverted /)
})

test('a change of which some stays is called partly reverted', async () => {
	const client = await start(['--allow', 'execute'])
	const write = `require('fs').writeFileSync('${FILE}', 'after')`
	const command = { action: 'run', command: ['node', '-e', write], changes: [FILE] }
	expect((await client.callTool({ name: 'run_command', arguments: command })).isError).toBeFalsy()
	expect(await content()).toBe('after')
	const { ok, said } = await revert()
	expect(said.at(-1)).toMatch(/: Partly reverted\. Changes that a command made/)
	expect(ok).toBe(true)
	expect(await content()).toBe('before')
	expect((await log()).rows[0]).toContain('partly reverted')
})

test.skipIf(process.platform === 'win32')(
	'what cannot be put back is named with its reason',
	async () => {
		await mkdir(join(project, 'Assets/f'))
		await writeFile(join(project, 'Assets/f/a.txt'), 'a')
		await symlink('a.txt', join(project, 'Assets/f/link'))
		execFileSync('mkfifo', [join(project, 'Assets/f/pipe')])
		const client = await start(['--allow', 'destructive'])
		const deleted = await client.callTool({ name: 'delete_file', arguments: { path: 'Assets/f' } })
		expect(deleted.isError).toBeFalsy()
		await client.close()
		const { said } = await revert()
		const reason =
			'Its earlier content was not stored: it was too large, could not be read, or was no file (a link or a pipe).'
		expect(said).toContain(`Not put back: Assets/f/link. ${reason}`)
		expect(said).toContain(`Not put back: Assets/f/pipe. ${reason}`)
		expect(await readFile(join(project, 'Assets/f/a.txt'), 'utf8')).toBe('a')
	},
)
