/** Runs that clients of `fairlead mcp` start, with a double of the room. */
import { join } from 'node:path'
import type { RunStanding } from '@fairlead/protocol/mcp'
import type { DeskRun, DeskRunAnswer } from '@fairlead/protocol/wire/relay-link'
import type { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import type { FakeRoom } from './fakes/fake-room.ts'
import { startMcp } from './kit/mcp-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const START = { name: 'start_run', arguments: { task: 'build a maze' } }
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} }, elicitation: { form: {} } }
const QUESTION = { approvalId: 'apr_1', name: 'unity_play', params: { action: 'play' } }
/** The SDK does not know the extension's results. */
const Anything = z.looseObject({})

let bench: RelayBench
let room: FakeRoom
let project: string
/** The runs that the room has, by their ids. */
let runs: Map<string, RunStanding>
beforeEach(async () => {
	bench = new RelayBench()
	room = await bench.room()
	runs = new Map()
	room.answersRun = answer
	project = await bench.project('Game', room)
	await bench.start()
	await room.hello()
	await bench.connectedEditor(project)
})
afterEach(() => bench.end())

function answer(run: DeskRun): DeskRunAnswer {
	const { id } = run
	if (run.do === 'start' && !runs.has(id))
		runs.set(id, {
			run: id,
			conversationId: 'cnv_1',
			state: 'running',
			answer: '',
			line: [],
			createdAt: 1,
			updatedAt: 1,
			questions: [],
			mayAnswer: true,
		})
	if (run.do === 'stop') changed(id, { state: 'cancelled' })
	if (run.do === 'answer') changed(id, { state: 'completed', answer: 'Built.', questions: [] })
	const standing = runs.get(id)
	return standing ? { ok: true, standing } : { ok: false, message: 'no such run' }
}

function changed(id: string, news: Partial<RunStanding>): void {
	const known = runs.get(id)
	if (known) runs.set(id, { ...known, ...news })
}

type Revision = 'modern' | 'legacy'
const start = async (
	revision: Revision,
	args: readonly string[] = [],
	capabilities: object = {},
	home = bench.home,
): Promise<Client> =>
	(
		await startMcp(bench.cleanups, {
			home,
			cwd: join(project, 'Assets'),
			args,
			revision,
			client: { capabilities },
		})
	).client

type Result = Awaited<ReturnType<Client['callTool']>>
const said = (result: Result) => result.structuredContent as { id: string; state: string } & object
const refusal = ({ isError, content }: Result): string => {
	expect(isError).toBe(true)
	return JSON.stringify(content)
}
const starts = () => room.deskRuns.filter((run) => run.do === 'start')
const collect = (client: Client, id: string, more: object = {}) =>
	client.callTool({ name: 'collect', arguments: { id, ...more } })

describe.each<Revision>(['modern', 'legacy'])('a client of the %s revision', (revision) => {
	test('starts a run beside its editor, is told its page, and collects the outcome', async () => {
		const client = await start(revision)
		expect((await client.listTools()).tools.map(({ name }) => name)).toContain('start_run')
		const { id, ...started } = said(await client.callTool(START))
		expect(started).toMatchObject({ state: 'running', page: `${pageOf()}/c/cnv_1` })
		expect(starts()).toMatchObject([
			{ task: 'build a maze', mode: 'ask', client: 'test-client', editorKey: bench.keyOf(project) },
		])
		const waiting = collect(client, id)
		await until('a look', () => room.deskRuns.find((run) => run.do === 'look'))
		changed(id, { state: 'completed', answer: 'Built.' })
		expect(said(await waiting)).toMatchObject({ state: 'completed', answer: 'Built.' })
	})

	test('stops a run that another client of this computer started', async () => {
		const { id } = said(await (await start(revision)).callTool(START))
		expect(said(await collect(await start(revision), id, { stop: true })).state).toBe('cancelled')
	})

	test('is told of an id that names no run, without asking the server', async () => {
		const client = await start(revision)
		expect(refusal(await collect(client, 'cnv_1.x'))).toContain('no such')
		expect(room.deskRuns).toEqual([])
	})
})

const linkKind = (): string | undefined =>
	bench.events.findLast((event) => event.kind === 'link')?.state.kind

const pageOf = (): string => `${room.link.server}/p/${room.link.projectId}`

test('a run as a task asks, is answered in the client, and completes', async () => {
	const client = await start('modern', [], TASKS)
	const request = (method: string, params: object) =>
		client.request({ method, params } as never, Anything) as Promise<Record<string, unknown>>
	// The official client gets a task, and says that it cannot read one yet.
	await expect(client.callTool(START)).rejects.toThrow("result type 'task'")
	const [taskId = ''] = runs.keys()
	changed(taskId, { state: 'waiting_approval', questions: [QUESTION] })
	const asks = await request('tasks/get', { taskId })
	expect(asks).toMatchObject({ status: 'input_required' })
	expect(Object.keys(asks['inputRequests'] as object)).toEqual(['apr_1'])
	const inputResponses = { apr_1: { action: 'accept', content: { decision: 'deny' } } }
	await request('tasks/update', { taskId, inputResponses })
	expect(room.deskRuns.at(-1)).toMatchObject({ do: 'answer', approvalId: 'apr_1', approved: false })
	const done = await request('tasks/get', { taskId })
	expect(done).toMatchObject({ status: 'completed' })
	expect(JSON.stringify(done['result'])).toContain('Built.')
})

describe('an answer that was lost', () => {
	test('on the way from the server: the start is sent again, as the same run', async () => {
		let drops = true
		room.answersRun = (run) => {
			const given = answer(run)
			if (!drops) return given
			drops = false
			room.drop()
			return new Promise(() => undefined)
		}
		const client = await start('modern')
		const { id } = said(await client.callTool(START))
		expect(starts().map((run) => run.id)).toEqual([id, id])
		expect(runs.size).toBe(1)
	})

	test('by a relay that restarts: the client gets the same run', async () => {
		room.answersRun = (run) => {
			answer(run)
			return new Promise(() => undefined)
		}
		const client = await start('modern')
		const started = client.callTool(START)
		await until('the start', () => starts()[0])
		room.answersRun = answer
		await bench.restart()
		const { id } = said(await started)
		expect(starts().map((run) => run.id)).toEqual([id, id])
		expect(runs.size).toBe(1)
	})
})

describe('a run is refused', () => {
	test('by the server, with its words', async () => {
		room.answersRun = () => ({ ok: false, message: 'It takes the role editor there.' })
		const client = await start('modern')
		expect(refusal(await client.callTool(START))).toContain('role editor')
	})

	test('in a folder that is not linked', async () => {
		project = await bench.project('Unlinked')
		await bench.connectedEditor(project)
		const client = await start('modern')
		expect(refusal(await client.callTool(START))).toContain('npm run fairlead -- link')
		expect(starts()).toEqual([])
	})

	test('while the server is away, and by one that is older', async () => {
		const client = await start('modern')
		room.answersRun = null
		room.drop()
		await room.hello(2)
		expect(refusal(await client.callTool(START))).toContain('older')
		await room.stop()
		// Until then the relay still answers for the older server.
		await until('the loss', () => linkKind() !== 'linked')
		const away = refusal(await client.callTool(START))
		expect(away).toContain('no connection')
		expect(away).toContain('Nothing was started')
	})

	test('with --mode read-only, unless it only reads', async () => {
		const client = await start('modern', ['--mode', 'read-only'])
		expect(refusal(await client.callTool(START))).toContain('read-only')
		const reading = { ...START, arguments: { ...START.arguments, mode: 'read-only' } }
		expect(said(await client.callTool(reading)).state).toBe('running')
		expect(starts()).toMatchObject([{ mode: 'read-only' }])
	})
})
