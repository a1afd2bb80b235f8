/** MCP clients of a project whose editor is not connected, linked to a room or not. */
import { appendFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outside } from '@fairlead/protocol/editors/outside'
import type { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
	COMPILED,
	failedCompile,
	header,
	LOADED,
	SAFE_MODE,
	SEMICOLON,
} from '../src/outside/log-samples.ts'
import { DEFAULT_TIMING } from '../src/platform/timing.ts'
import { thisMachine } from '../src/unity/this-machine.ts'
import { startMcp } from './kit/mcp-kit.ts'
import { logOf, UnityFromOutside, writeManifest } from './kit/outside-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const LOOK = { name: 'unity_query', arguments: { action: 'editor_state' } }
const REFRESH = { name: 'unity_refresh', arguments: {} }
const SCRIPT = 'Assets/Scripts/Spin.cs'
const IN_SAFE_MODE = failedCompile(SEMICOLON) + SAFE_MODE

let bench: RelayBench
let unity: UnityFromOutside
let game: string

beforeEach(() => {
	bench = new RelayBench()
	unity = new UnityFromOutside(bench.folder)
})
afterEach(() => bench.end())

async function openProject(linked: boolean): Promise<void> {
	game = await bench.project('Game', linked ? await bench.room() : undefined)
	mkdirSync(join(game, 'Assets', 'Scripts'))
	writeFileSync(join(game, SCRIPT), 'class Spin { int a }\n')
	// Long before Unity compiled it.
	utimesSync(join(game, SCRIPT), 0, 0)
	writeManifest(game, 'com.fairlead.editor')
}

async function connect(timing: { mcpEditorGraceMs?: number } = {}): Promise<Client> {
	await bench.start(unity.options(timing))
	return client()
}

async function client(): Promise<Client> {
	const { client: started } = await startMcp(bench.cleanups, { home: bench.home, cwd: game })
	// The library asks one process for its revision, ends it, and starts another: only an answer tells that this one is there.
	await started.listTools()
	return started
}

const seen = (state: Outside['state']) =>
	until(state, () => bench.relay.status().editors[0]?.outside?.state === state)

type Result = Awaited<ReturnType<Client['callTool']>>
const textOf = ({ content }: Result): string =>
	content.map((part) => (part.type === 'text' ? part.text : '')).join('')

describe.each([
	['linked', true],
	['not linked', false],
])('a project that is %s to a room', (_, linked) => {
	test('is mended in Safe Mode through files alone, and the refresh waits for Unity', async () => {
		await openProject(linked)
		unity.open(game, header(game) + IN_SAFE_MODE)
		const client = await connect()
		await seen('safe_mode')
		const refused = await client.callTool(LOOK)
		expect(refused.isError).toBe(true)
		expect(textOf(refused)).toContain('Unity is in Safe Mode: 1 compile error.')
		expect(textOf(refused)).toContain('CS1002')
		await expect(client.readResource({ uri: 'fairlead://editor' })).rejects.toThrow('Safe Mode')
		const log = await client.callTool({ name: 'read_editor_log', arguments: {} })
		expect(log.structuredContent).toMatchObject({ state: 'safe_mode', errors: [{ file: SCRIPT }] })
		const heard: (string | undefined)[] = []
		const onprogress = ({ message }: { message?: string | undefined }) => void heard.push(message)
		const read = { name: 'read_file', arguments: { path: SCRIPT } }
		expect(textOf(await client.callTool(read, { onprogress }))).toContain('int a')
		// A file does not wait for Unity, and does not say so.
		expect(heard).toEqual([])

		const edits = [{ find: 'int a', replace: 'int a;' }]
		const edited = await client.callTool({
			name: 'edit_file',
			arguments: { path: SCRIPT, edits },
		})
		expect(edited.isError).toBeFalsy()
		const refreshing = client.callTool(REFRESH, { onprogress })
		await until('the wait', () =>
			heard.includes(
				'Waiting: Unity is in Safe Mode and has not compiled the changed scripts yet.',
			),
		)
		appendFileSync(logOf(game), COMPILED + LOADED)
		const editor = await bench.connectedEditor(game)
		expect((await refreshing).isError).toBeFalsy()
		expect(editor.executed).toHaveLength(1)
	})

	test('is waited for while Unity starts, with what it does', async () => {
		await openProject(linked)
		unity.open(game, header(game))
		const client = await connect({ mcpEditorGraceMs: 0 })
		await seen('starting')
		const heard: (string | undefined)[] = []
		const calling = client.callTool(LOOK, { onprogress: ({ message }) => heard.push(message) })
		await until('the wait', () => heard.includes('Waiting: Unity is starting.'))
		await bench.connectedEditor(game)
		expect((await calling).structuredContent).toEqual({ echo: LOOK.arguments })
	})

	test('gets the errors of a call that waited, once Unity has compiled in vain', async () => {
		await openProject(linked)
		unity.open(game, header(game))
		const client = await connect()
		await seen('starting')
		const calling = client.callTool(LOOK)
		appendFileSync(logOf(game), IN_SAFE_MODE)
		expect(textOf(await calling)).toContain('Unity is in Safe Mode: 1 compile error.')
	})

	test('behind the question for Safe Mode tells the dialog', async () => {
		await openProject(linked)
		unity.open(game, header(game) + failedCompile(SEMICOLON))
		const client = await connect({ mcpEditorGraceMs: 0 })
		await seen('dialog')
		const answer = textOf(await client.callTool(LOOK))
		expect(answer).toContain('A dialog is open in Unity: Enter Safe Mode? (Game).')
		expect(answer).toContain('Answer the dialog on the computer with Unity.')
	})

	test('is told apart: closed, without the package, silent, crashed', async () => {
		await openProject(linked)
		writeManifest(game)
		const client = await connect({ mcpEditorGraceMs: 0 })
		const says = async (state: Outside['state'], ...words: readonly string[]) => {
			await seen(state)
			const answer = await client.callTool(LOOK)
			expect(answer.isError).toBe(true)
			for (const word of words) expect(textOf(answer)).toContain(word)
		}
		await says('not_running', 'Unity is not running for Game.')
		unity.open(game, header(game) + COMPILED + LOADED)
		await says('no_package', 'Unity is open without the Fairlead package (Game).', 'Install')
		writeManifest(game, 'com.fairlead.editor')
		await says('not_connected', 'the Fairlead package is not connected (Game).')
		unity.running = []
		await says('crashed', 'Unity crashed (Game).')
		rmSync(join(game, 'Temp', 'UnityLockfile'))
		await says('not_running', 'Unity is not running for Game.')
	})
})

test('a project is watched only while a client uses it', async () => {
	await openProject(false)
	const client = await connect()
	await seen('not_running')
	await client.close()
	await until('the end of its seat', () => bench.relay.status().editors.length === 0)
})

describe('a client that starts again at once learns what Unity does', () => {
	const seenInTime = () =>
		until('a start', () => {
			bench.clock.advance(DEFAULT_TIMING.outsidePollMs)
			return bench.relay.status().editors[0]?.outside?.state === 'starting'
		})
	const close = async (first: Client): Promise<void> => {
		await first.close()
		// The clock stands still, so the relay does not look while there is no seat.
		await until('the end of its seat', () => bench.relay.status().editors.length === 0)
	}

	test('although that was told to the one before', async () => {
		await openProject(false)
		unity.open(game, header(game))
		await bench.start({ ...unity.options(), clock: bench.clock })
		const first = await client()
		await seenInTime()
		await close(first)
		await client()
		await seenInTime()
	})

	test('although it was seen when neither was there', async () => {
		await openProject(false)
		unity.open(game, header(game))
		const options = unity.options()
		const gate = Promise.withResolvers<void>()
		const looked = Promise.withResolvers<void>()
		const machine = {
			...thisMachine(),
			processes: async () => {
				looked.resolve()
				await gate.promise
				return unity.running
			},
		}
		await bench.start({ ...options, machine, clock: bench.clock })
		const first = await client()
		bench.clock.advance(DEFAULT_TIMING.outsidePollMs)
		await looked.promise
		await close(first)
		gate.resolve()
		// A client of the older protocol starts one process: no second seat goes in between.
		await startMcp(bench.cleanups, { home: bench.home, cwd: game, revision: 'legacy' })
		await until('its seat', () => bench.relay.status().editors.length === 1)
		await seenInTime()
	})
})

test('a call that waited for Unity does not run once its client has gone', async () => {
	await openProject(false)
	unity.open(game, header(game))
	const client = await connect()
	await seen('starting')
	const heard: unknown[] = []
	const calling = client.callTool(LOOK, { onprogress: (one) => heard.push(one) })
	calling.catch(() => undefined)
	await until('the wait', () => heard.length > 0)
	await client.close()
	await until('the end of its seat', () => bench.relay.status().editors.length === 0)
	const editor = await bench.connectedEditor(game)
	const other = await startMcp(bench.cleanups, { home: bench.home, cwd: game })
	await other.client.callTool(LOOK)
	expect(editor.executed).toHaveLength(1)
})
