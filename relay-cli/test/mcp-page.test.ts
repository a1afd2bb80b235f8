/** Approvals of desk clients that people may give on the page: what the client sees, with a double of the room. */
import { join } from 'node:path'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { DeskCall } from '@fairlead/protocol/wire/relay-link'
import type { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FakeRoom } from './fakes/fake-room.ts'
import { startMcp } from './kit/mcp-kit.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const CREATE = { name: 'unity_hierarchy', arguments: { action: 'create', name: 'Box' } }
const DONE: CallOutcome = { status: 'ok', result: { path: '/Box' } }
const DENIED = failed('denied', 'Denied on the page.')

let bench: RelayBench
let room: FakeRoom
let project: string
/** The calls that ran in the editor without the room. */
let ran: string[]
beforeEach(async () => {
	bench = new RelayBench()
	room = await bench.room()
	room.opens = true
	ran = []
	project = await bench.project('Game', room)
	await bench.start()
	await room.hello()
	await bench.connectedEditor(project, {
		execute: ({ method }) => {
			if (method !== 'unity_check') ran.push(method)
			return { status: 'ok', result: {} }
		},
	})
})
afterEach(() => bench.end())

type Revision = 'modern' | 'legacy'
/** How its user answers the form; null: never. Without it, the client has no forms. */
type Form = { readonly decision: 'once' | 'deny' } | null

async function start(
	revision: Revision,
	form?: Form,
	args: readonly string[] = ['--mode', 'ask'],
): Promise<Client> {
	const asks = form === undefined ? {} : { elicitation: { form: {} } }
	const { client } = await startMcp(bench.cleanups, {
		home: bench.home,
		cwd: join(project, 'Assets'),
		args,
		revision,
		client: { capabilities: asks },
		prepare: (made) => {
			if (form === undefined) return
			made.setRequestHandler('elicitation/create', () =>
				form === null ? new Promise(() => undefined) : { action: 'accept' as const, content: form },
			)
		},
	})
	return client
}

const asked = (): Promise<DeskCall> => until('the question', () => room.deskCalls.at(-1))
const ends = (call: DeskCall, outcome: CallOutcome): void =>
	room.notify('desk.ended', { id: call.id, outcome })

describe.each<Revision>(['modern', 'legacy'])('a client of the %s revision', (revision) => {
	test('without forms waits for the page, which runs the call', async () => {
		const client = await start(revision)
		const answer = client.callTool(CREATE)
		const call = await asked()
		expect(call).toMatchObject({ name: CREATE.name, editorKey: bench.keyOf(project) })
		expect(call.client).toBe('test-client')
		ends(call, DONE)
		expect((await answer).structuredContent).toEqual({ path: '/Box' })
		// The room runs it: the relay did not.
		expect(ran).toEqual([])
	})

	test('without forms hears that the page denied it', async () => {
		const client = await start(revision)
		const answer = client.callTool(CREATE)
		ends(await asked(), DENIED)
		expect(await answer).toMatchObject({ isError: true })
		expect(ran).toEqual([])
	})

	test.each([['once', true] as const, ['deny', false] as const])(
		'answers "%s" in its form: the room hears it, and decides',
		async (decision, approved) => {
			const client = await start(revision, { decision })
			const answer = client.callTool(CREATE)
			const call = await asked()
			const given = await until('the answer', () => room.deskAnswers[0])
			expect(given).toEqual({ id: call.id, approved })
			// Somebody on the page was faster, and said the contrary.
			ends(call, approved ? DENIED : DONE)
			expect((await answer).isError ?? false).toBe(approved)
			expect(ran).toEqual([])
		},
	)

	test.each([
		['an older server', null],
		['a room that asks nobody', false],
	] as const)('with %s: it is asked in its form only', async (_, opens) => {
		room.opens = opens
		room.drop()
		await room.hello(2)
		const client = await start(revision, { decision: 'once' })
		expect((await client.callTool(CREATE)).isError).toBeFalsy()
		expect(ran).toEqual([CREATE.name])
		expect(room.deskAnswers).toEqual([])
	})
})

test('a form that is open closes when the page has answered', async () => {
	const client = await start('legacy', null)
	const answer = client.callTool(CREATE)
	ends(await asked(), DONE)
	expect((await answer).structuredContent).toEqual({ path: '/Box' })
})

test('a client that goes away withdraws its call', async () => {
	const client = await start('modern')
	void client.callTool(CREATE).catch(() => undefined)
	const { id } = await asked()
	await client.close()
	await until('the withdrawal', () => room.heard('desk.withdraw')[0])
	expect(room.heard('desk.withdraw')).toEqual([{ ids: [id] }])
})

test('an answer given while the connection is lost is sent on the next one, and nothing runs twice', async () => {
	const client = await start('legacy', { decision: 'once' })
	room.refuseWith = 503
	const answer = client.callTool(CREATE)
	const call = await asked()
	room.drop()
	room.deskAnswers.length = 0
	room.refuseWith = null
	expect((await room.hello(2)).deskCalls).toEqual([call.id])
	await until('the answer', () => room.deskAnswers[0])
	ends(call, DONE)
	expect((await answer).structuredContent).toEqual({ path: '/Box' })
	expect(ran).toEqual([])
})

describe('with --page', () => {
	test('a change that needs no approval runs through the project', async () => {
		const client = await start('modern', undefined, ['--page'])
		const answer = client.callTool(CREATE)
		const call = await asked()
		expect(call).toMatchObject({ name: CREATE.name, allowed: true })
		ends(call, DONE)
		expect((await answer).structuredContent).toEqual({ path: '/Box' })
		expect(ran).toEqual([])
	})

	test('a change runs here where the project does not take it, and reads always do', async () => {
		const client = await start('modern', undefined, ['--page'])
		await client.callTool({ name: 'unity_query', arguments: { action: 'hierarchy' } })
		expect(room.deskCalls).toEqual([])
		room.opens = false
		expect((await client.callTool(CREATE)).isError).toBeFalsy()
		expect(ran).toEqual(['unity_query', CREATE.name])
	})
})

test('a change that needs no approval runs at once, here, without --page', async () => {
	const client = await start('modern', undefined, [])
	expect((await client.callTool(CREATE)).isError).toBeFalsy()
	expect(ran).toEqual([CREATE.name])
	expect(room.deskCalls).toEqual([])
})

test('nobody on the page is asked with --local', async () => {
	const client = await start('legacy', undefined, ['--mode', 'ask', '--local'])
	const refused = await client.callTool(CREATE)
	expect(refused.isError).toBe(true)
	expect(JSON.stringify(refused.content)).toContain('--allow')
	expect([room.deskCalls, ran]).toEqual([[], []])
})
