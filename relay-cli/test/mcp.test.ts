/** MCP clients of both revisions at `fairlead mcp`, in front of a relay and an editor. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { READ_CALL_PREFIX } from '@fairlead/protocol/wire/relay-link'
import type { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FakeEditor } from './fakes/fake-editor.ts'
import { type Started, type StartOptions, startMcp } from './kit/mcp-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const CREATE = { name: 'unity_hierarchy', arguments: { action: 'create', name: 'Cube' } }
const LOOK = { name: 'unity_query', arguments: { action: 'editor_state' } }
const MENU = { name: 'execute_menu_item', arguments: { menu_path: 'File/Save' } }
const ELICITATION = { capabilities: { elicitation: { form: {} } } }

let bench: RelayBench
let path: string

beforeEach(async () => {
	bench = new RelayBench()
	path = await bench.project('Game')
	await bench.start()
})
afterEach(() => bench.end())

const start = (options: Partial<StartOptions> = {}): Promise<Started> =>
	startMcp(bench.cleanups, { home: bench.home, cwd: join(path, 'Assets'), ...options })

/** Answers every question about a call with this decision. */
const deciding = (decision: string, asked: string[] = []) => ({
	client: ELICITATION,
	prepare: (client: Client) =>
		client.setRequestHandler('elicitation/create', ({ params }) => {
			asked.push(params.message)
			return { action: 'accept' as const, content: { decision } }
		}),
})

type Result = Awaited<ReturnType<Client['callTool']>>
const textOf = ({ content }: Result): string =>
	content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('')

describe.each(['modern', 'legacy'] as const)('a client of the %s revision', (revision) => {
	test('gets the app for pictures if it shows apps, and nothing of it else', async () => {
		const mimeTypes = ['text/html;profile=mcp-app']
		const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes } }
		const shows = await start({ revision, client: { capabilities: { extensions } } })
		const { tools } = await shows.client.listTools()
		const meta = tools.find(({ name }) => name === 'unity_screenshot')?._meta
		const { resourceUri } = (meta?.['ui'] ?? {}) as { resourceUri: string }
		const { contents } = await shows.client.readResource({ uri: resourceUri })
		expect(contents).toMatchObject([{ uri: resourceUri, mimeType: mimeTypes[0] }])
		const plain = await start({ revision })
		expect(JSON.stringify(await plain.client.listTools())).not.toContain('ui://')
		expect(JSON.stringify(await plain.client.listResources())).not.toContain('ui://')
	})

	test('lists tools, resources and prompts, and reads and changes', async () => {
		const editor = await bench.connectedEditor(path)
		const { client } = await start({ revision })
		const { tools } = await client.listTools()
		expect(tools.map(({ name }) => name)).toContain('find_tools')
		expect(tools.find(({ name }) => name === 'unity_query')?.annotations?.readOnlyHint).toBe(true)
		expect(await client.callTool(LOOK)).toMatchObject({
			structuredContent: { echo: LOOK.arguments },
		})
		expect(await client.callTool(CREATE)).toMatchObject({
			structuredContent: { echo: { action: 'create', name: 'Cube' } },
		})
		expect(editor.executed).toHaveLength(2)
		const { resources } = await client.listResources()
		expect(resources.map(({ uri }) => uri)).toContain('fairlead://hierarchy')
		const { contents } = await client.readResource({ uri: 'fairlead://settings/time' })
		expect(contents).toMatchObject([{ mimeType: 'application/json' }])
		await expect(client.readResource({ uri: 'fairlead://nothing' })).rejects.toThrow()
		const { prompts } = await client.listPrompts()
		expect(prompts).not.toHaveLength(0)
		const prompt = await client.getPrompt({ name: 'build_in_scene', arguments: { what: 'a maze' } })
		expect(JSON.stringify(prompt.messages)).toContain('a maze')
		const { completion } = await client.complete({
			ref: { type: 'ref/resource', uri: 'fairlead://settings/{category}' },
			argument: { name: 'category', value: 'ph' },
		})
		expect(completion.values).toEqual(['physics'])
	})

	test('gets pictures as images', async () => {
		const picture = { name: 'screenshot', mediaType: 'image/png', base64: 'aGk=' } as const
		const execute = (): CallOutcome => ({ status: 'ok', result: {}, attachments: [picture] })
		await bench.connectedEditor(path, { execute })
		const { client } = await start({ revision })
		const shot = { name: 'unity_screenshot', arguments: { action: 'game' } }
		expect((await client.callTool(shot)).content).toContainEqual({
			type: 'image',
			data: 'aGk=',
			mimeType: 'image/png',
		})
		const { contents } = await client.readResource({ uri: 'fairlead://picture/game' })
		expect(contents).toMatchObject([{ blob: 'aGk=', mimeType: 'image/png' }])
	})

	test('finds a tool that is not listed, and calls it', async () => {
		const editor = await bench.connectedEditor(path)
		const { client } = await start({ revision })
		const found = await client.callTool({ name: 'find_tools', arguments: { query: 'material' } })
		expect(textOf(found)).toContain('unity_asset')
		const inner = { action: 'inspect_material', path: 'Assets/Red.mat' }
		const called = await client.callTool({
			name: 'call_tool',
			arguments: { name: 'unity_asset', arguments: inner },
		})
		expect(called.structuredContent).toEqual({ echo: inner })
		expect(editor.executed).toHaveLength(1)
	})

	test("asks its user about what cannot be undone, and hears 'allow'", async () => {
		const editor = await bench.connectedEditor(path)
		const asked: string[] = []
		const { client } = await start({ revision, ...deciding('once', asked) })
		expect(await client.callTool(MENU)).not.toHaveProperty('isError', true)
		await client.callTool(MENU)
		expect(asked).toHaveLength(2)
		expect(asked[0]).toContain('File/Save')
		expect(changedBy(editor)).toHaveLength(2)
	})

	test('is asked once for what is allowed until it disconnects, and again for something else', async () => {
		await bench.connectedEditor(path)
		const asked: string[] = []
		const { client } = await start({ revision, ...deciding('session', asked) })
		await client.callTool(MENU)
		await client.callTool(MENU)
		expect(asked).toHaveLength(1)
		await client.callTool({ ...MENU, arguments: { menu_path: 'File/Quit' } })
		expect(asked).toHaveLength(2)
	})

	test('does nothing that its user denied', async () => {
		const editor = await bench.connectedEditor(path)
		const { client } = await start({ revision, ...deciding('deny') })
		const result = await client.callTool(MENU)
		expect(result.isError).toBe(true)
		expect(textOf(result)).toContain('denied this call')
		expect(changedBy(editor)).toHaveLength(0)
	})

	test('that cannot ask is refused with the flag that helps, and the flag helps', async () => {
		const editor = await bench.connectedEditor(path)
		const refused = await start({ revision })
		expect(textOf(await refused.client.callTool(MENU))).toContain('--allow execute')
		expect(editor.executed).toHaveLength(0)
		const allowed = await start({ revision, args: ['--allow', 'execute'] })
		await allowed.client.callTool(MENU)
		expect(editor.executed).toHaveLength(1)
	})

	test('changes nothing when it is read-only', async () => {
		const editor = await bench.connectedEditor(path)
		const { client } = await start({ revision, args: ['--mode', 'read-only'] })
		expect(textOf(await client.callTool(CREATE))).toContain('read-only')
		const secret = { name: 'read_file', arguments: { path: '.env' } }
		expect(textOf(await client.callTool(secret))).toContain('no files that usually hold secrets')
		await client.callTool(LOOK)
		expect(editor.executed).toHaveLength(1)
	})

	test('waits for a reload, and hears what it waits for', async () => {
		const editor = await bench.connectedEditor(path)
		editor.setPhase('compiling')
		await until('the phase', () => bench.relay.status().editors[0]?.phase === 'compiling')
		const { client } = await start({ revision })
		const heard: (string | undefined)[] = []
		const calling = client.callTool(CREATE, {
			onprogress: ({ message }) => heard.push(message),
		})
		await until('progress', () => heard.some((one) => one?.includes('compiling')))
		editor.setPhase('reloading')
		await until('the reload', () => heard.some((one) => one?.includes('reloading')))
		await editor.disconnect(4005)
		await editor.connect(bench.relay)
		editor.setPhase('ready')
		expect((await calling).structuredContent).toBeDefined()
		expect(editor.executed).toHaveLength(1)
	})

	test('cancels a call that has not begun', async () => {
		const editor = await bench.connectedEditor(path, { phase: 'compiling' })
		const { client } = await start({ revision })
		const gone = new AbortController()
		const heard: unknown[] = []
		const calling = client.callTool(CREATE, {
			signal: gone.signal,
			onprogress: (one) => heard.push(one),
		})
		calling.catch(() => undefined)
		await until('the call to wait', () => heard.length > 0)
		gone.abort()
		await expect(calling).rejects.toThrow()
		const log = await callLog()
		await until('the end', async () => (await log())[0]?.ended === 'cancelled')
		editor.setPhase('ready')
		await client.callTool(LOOK)
		expect(editor.executed).toHaveLength(1)
	})

	test('hears that a resource it follows has changed', async () => {
		const editor = await bench.connectedEditor(path)
		const { client } = await start({ revision })
		const heard: string[] = []
		client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
			heard.push(params.uri)
		})
		if (revision === 'legacy') await client.subscribeResource({ uri: 'fairlead://console' })
		else await client.listen({ resourceSubscriptions: ['fairlead://console'] })
		await until('the editor to report changes', () => editor.watching)
		editor.reportChange('console', 'hierarchy')
		await until('the change', () => heard.includes('fairlead://console'))
		expect(heard).not.toContain('fairlead://hierarchy')
	})

	test('goes on after a restart of the relay: no call is lost, none runs twice', async () => {
		const editor = await bench.connectedEditor(path)
		const { client } = await start({ revision })
		await client.callTool(LOOK)
		const answer = Promise.withResolvers<CallOutcome>()
		editor.execute = () => answer.promise
		const calling = client.callTool(CREATE)
		await until('the call', () => editor.executed.length === 2)
		await bench.restart()
		answer.resolve({ status: 'ok', result: { made: 1 } })
		await editor.connect(bench.relay)
		expect((await calling).structuredContent).toEqual({ made: 1 })
		expect(editor.executed).toHaveLength(2)
		editor.execute = () => ({ status: 'ok', result: { seen: true } })
		expect((await client.callTool(LOOK)).structuredContent).toEqual({ seen: true })
	})

	test('waits for an editor that has not connected yet, right after the start of the relay', async () => {
		const { client } = await start({ revision })
		const heard: (string | undefined)[] = []
		const calling = client.callTool(LOOK, { onprogress: ({ message }) => heard.push(message) })
		await until('the wait', () => heard.some((one) => one?.includes('to connect')))
		await bench.connectedEditor(path)
		expect((await calling).structuredContent).toBeDefined()
	})
})

interface Logged {
	readonly callId: string
	readonly client: string
	readonly ended: string | null
	readonly method: string
}

/** `fairlead mcp log`, as the command asks for it. */
async function callLog(): Promise<() => Promise<Logged[]>> {
	const { port, token } = bench.relay
	return async () => {
		const answer = await fetch(`http://127.0.0.1:${port}/mcp/log?limit=20`, {
			headers: { authorization: `Bearer ${token}` },
		})
		return (await answer.json()) as Logged[]
	}
}

const revert = async (callIds: readonly string[] = [], force = false) => {
	const { port, token } = bench.relay
	const answer = await fetch(`http://127.0.0.1:${port}/mcp/revert`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}` },
		body: JSON.stringify({ callIds, force }),
	})
	return (await answer.json()) as { ok: boolean; said: string[] }
}

test('two clients work at the same time', async () => {
	const editor = await bench.connectedEditor(path)
	const [one, two] = await Promise.all([start(), start({ revision: 'legacy' })])
	const calls = await Promise.all(
		Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? one : two).client.callTool(CREATE)),
	)
	expect(calls.every(({ isError }) => isError !== true)).toBe(true)
	expect(new Set(editor.executed).size).toBe(10)
})

/** Without the reads by which the relay checks whether a call can work. */
const changedBy = (editor: FakeEditor): readonly string[] =>
	editor.executed.filter((callId) => !callId.startsWith(READ_CALL_PREFIX))

/** The editor's Undo history when the agent has changed nothing in a scene. */
const NO_UNDO_RECORDS = {
	records: [],
	blocking: [],
	blockingCount: 0,
	changed: [],
	openScenes: [],
	seen: 's',
}

test('a change is in the journal with its client, and can be reverted', async () => {
	await bench.connectedEditor(path, { execute: () => ({ status: 'ok', result: NO_UNDO_RECORDS }) })
	const { client } = await start()
	await client.callTool({ name: 'write_file', arguments: { path: 'Assets/A.txt', content: 'new' } })
	const [logged] = await (await callLog())()
	expect(logged).toMatchObject({ client: 'test-client', ended: 'ok', method: 'write_file' })
	expect(await readFile(join(path, 'Assets/A.txt'), 'utf8')).toBe('new')
	expect(await revert([logged?.callId ?? ''])).toEqual({
		ok: true,
		said: ['Removed: Assets/A.txt'],
	})
	await expect(readFile(join(path, 'Assets/A.txt'), 'utf8')).rejects.toThrow()
	expect((await revert()).ok).toBe(false)
})

test('a file that was changed since stays, unless it is forced', async () => {
	await bench.connectedEditor(path, { execute: () => ({ status: 'ok', result: NO_UNDO_RECORDS }) })
	await writeFile(join(path, 'Assets/A.txt'), 'old')
	const { client } = await start()
	const read = await client.callTool({ name: 'read_file', arguments: { path: 'Assets/A.txt' } })
	expect(textOf(read)).toContain('old')
	await client.callTool({ name: 'write_file', arguments: { path: 'Assets/A.txt', content: 'new' } })
	await writeFile(join(path, 'Assets/A.txt'), 'mine')
	expect(await revert()).toMatchObject({ ok: false, said: [expect.stringContaining('A.txt')] })
	expect(await readFile(join(path, 'Assets/A.txt'), 'utf8')).toBe('mine')
	expect((await revert([], true)).ok).toBe(true)
	expect(await readFile(join(path, 'Assets/A.txt'), 'utf8')).toBe('old')
})

test('the scene is undone by the record of exactly that call', async () => {
	const undone: unknown[] = []
	const editor = await bench.connectedEditor(path)
	const { client } = await start()
	await client.callTool(CREATE)
	const [group] = editor.executed.map((id) => id.replace(/\.0$/, ''))
	editor.execute = ({ params }) => {
		if (params['action'] === 'state') {
			const records = [{ id: group, name: 'Fairlead: create Cube', state: 'done' }]
			const rest = { blocking: [], blockingCount: 0, changed: [], openScenes: [], seen: 's' }
			return { status: 'ok', result: { records, ...rest } }
		}
		undone.push(params)
		return { status: 'ok', result: { undone: [{ id: group, name: 'Fairlead: create Cube' }] } }
	}
	expect(await revert()).toEqual({ ok: true, said: ['Undone: Fairlead: create Cube'] })
	expect(undone).toMatchObject([{ action: 'undo', record_ids: [group], seen: 's' }])
})

test('no editor, and several: nothing is guessed', async () => {
	const other = await bench.project('Other')
	const outside = bench.folder
	await bench.connectedEditor(path)
	const { client } = await start({ cwd: outside })
	expect(await client.callTool(LOOK)).not.toHaveProperty('isError', true)
	const second = await bench.connectedEditor(other)
	expect(textOf(await client.callTool(LOOK))).toContain('--project')
	const chosen = await start({ cwd: outside, args: ['--project', other] })
	await chosen.client.callTool(LOOK)
	expect(second.executed).toHaveLength(1)
})

test('an error of the editor reaches the model with its hint', async () => {
	const error = failed('not_found', 'There is no "/Cube".', { hint: 'Look at the hierarchy.' })
	await bench.connectedEditor(path, { execute: () => error })
	const { client } = await start()
	const result = await client.callTool(CREATE)
	expect(result.isError).toBe(true)
	expect(textOf(result)).toContain('Look at the hierarchy.')
})
