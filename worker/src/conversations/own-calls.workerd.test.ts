/** Calls that people make on the page with buttons and fields, with a real Conversation and a relay that answers. */
import { failed } from '@fairlead/protocol/wire/calls'
import { OwnCallAnswer } from '@fairlead/protocol/wire/own-call'
import { afterEach, describe, expect, test } from 'vitest'
import { serve } from '../../../bench/objects/editor.ts'
import {
	type Client,
	dispatchOf,
	fetchApp,
	KEY_A,
	KEY_B,
	type Relay,
	roomWith,
	seat,
	until,
	watch,
} from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'
import type { Readiness } from '../ports/room.ts'

const stops: (() => void)[] = []
afterEach(() => {
	for (const stop of stops.splice(0)) stop()
})

const PLAY = { tool: 'unity_play', input: { action: 'enter' } }
let ids = 0
const own = (change: object = PLAY) => ({
	id: `own_${String(++ids).padStart(12, '0')}`,
	editorKey: KEY_A,
	...change,
})

async function answering() {
	const made = await roomWith([seat(KEY_A)])
	stops.push(serve(made.relay))
	return made
}

const post = (by: Client, projectId: string, body: object): Promise<Response> =>
	by.call('POST', `/api/projects/${projectId}/calls`, body)

async function made(by: Client, projectId: string, body: object): Promise<OwnCallAnswer> {
	const answer = await post(by, projectId, body)
	expect(answer.status).toBe(200)
	return OwnCallAnswer.parse(await answer.json())
}

const sent = (relay: Relay) => relay.calls().filter(({ method }) => method !== 'unity_check')

describe('a call by hand', () => {
	test('runs unasked, and stands in the conversation of its person and day, to be reverted there', async () => {
		const { client, projectId, relay } = await answering()
		const { client: mate } = await newMember(projectId, 'editor')
		const input = {
			action: 'modify',
			game_object_id: '1204',
			component_type: 'Rigidbody',
			properties: { mass: 5 },
		}
		const set = await made(mate, projectId, own({ tool: 'unity_component', input }))
		expect(set).toMatchObject({ state: 'done', result: { successCount: 1 } })
		expect(sent(relay)).toMatchObject([
			{ method: 'unity_component', params: input, editorKey: KEY_A },
		])
		const conversation = await mate.call('GET', `/api/conversations/${set.conversationId}`)
		expect(((await conversation.json()) as { title: string }).title).toMatch(
			/^Mate by hand, \d{4}-\d\d-\d\d$/,
		)
		const { conversationId } = await made(mate, projectId, own())
		expect(conversationId).toBe(set.conversationId)
		expect((await made(client, projectId, own())).conversationId).not.toBe(conversationId)
		const messages = await mate.call('GET', `/api/conversations/${conversationId}/messages`)
		const text = await messages.text()
		expect(text).toContain('data-client-call')
		expect(text).toContain('"output-available"')
	})

	test('that is repeated is made once', async () => {
		const { client, projectId, relay } = await answering()
		const once = own()
		const answers = await Promise.all([1, 2, 3].map(() => made(client, projectId, once)))
		expect(answers.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
		expect(sent(relay)).toHaveLength(1)
	})

	test('that has the id of another one is refused, and not told as done', async () => {
		const { client, projectId, relay } = await answering()
		const once = own()
		await made(client, projectId, once)
		const other = { ...once, input: { action: 'exit' } }
		expect((await post(client, projectId, other)).status).toBe(409)
		expect(sent(relay)).toHaveLength(1)
	})

	test('that is repeated while Unity is busy is told as it ended', async () => {
		const { client, projectId, relay, room } = await answering()
		const once = own()
		await made(client, projectId, once)
		relay.phase(KEY_A, 'compiling')
		await until(
			async () => ((await room.readiness()) as Readiness).waits ?? undefined,
			'the compilation',
		)
		expect((await post(client, projectId, own())).status).toBe(409)
		expect((await made(client, projectId, once)).state).toBe('done')
		expect(sent(relay)).toHaveLength(1)
	})

	test('goes to the editor whose scene the person sees, though the target is another one by now', async () => {
		const { client, projectId, relay, room } = await roomWith([seat(KEY_A), seat(KEY_B)])
		stops.push(serve(relay))
		const { viewer } = await watch(client, projectId)
		await viewer.request('room.setTarget', { editorKey: KEY_B })
		expect((await made(client, projectId, own())).state).toBe('done')
		expect(sent(relay)).toMatchObject([{ method: 'unity_play', editorKey: KEY_A }])
		expect((await room.listSeats()).target).toBe(KEY_B)
		const gone = own({ ...PLAY, editorKey: `${KEY_A.slice(0, -1)}0` })
		expect((await post(client, projectId, gone)).status).toBe(409)
		expect(sent(relay)).toHaveLength(1)
	})

	test("does not wait for an agent's turn at the editor, and takes none", async () => {
		const { client, projectId, relay, room } = await roomWith([seat(KEY_A)])
		const agent = `cnv_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`
		const first = dispatchOf(agent)
		await room.dispatch(first)
		await relay.waitCall(first.call.callId)
		stops.push(serve(relay))
		expect((await made(client, projectId, own())).state).toBe('done')
		const other = dispatchOf(`cnv_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`)
		expect(await room.dispatch(other)).toMatchObject({
			waiting: 'Another agent is using the editor',
		})
	})

	test('that reaches the room while Unity compiles is refused there, and not sent later', async () => {
		const { relay, room } = await answering()
		relay.phase(KEY_A, 'compiling')
		await until(
			async () => ((await room.readiness()) as Readiness).waits ?? undefined,
			'the compilation',
		)
		const { owner, ...late } = dispatchOf(
			`cnv_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`,
		)
		expect(await room.dispatch({ ...late, owner: { ...owner, kind: 'person' } })).toMatchObject({
			accepted: false,
			outcome: { error: { code: 'editor_busy' } },
		})
		relay.phase(KEY_A, 'ready')
		await until(
			async () => (((await room.readiness()) as Readiness).waits === null ? true : undefined),
			'the end of it',
		)
		expect(sent(relay)).toEqual([])
	})

	test('that fails says why, and what to do', async () => {
		const { client, projectId, relay } = await roomWith([seat(KEY_A)])
		const answer = made(client, projectId, own({ tool: 'unity_undo', input: { action: 'undo' } }))
		const { callId } = await until(async () => sent(relay)[0], 'the call')
		const nothing = failed('not_found', 'There is nothing to undo.', { hint: 'Look at the scene.' })
		relay.reply(callId, nothing)
		expect(await answer).toMatchObject({
			state: 'failed',
			message: 'There is nothing to undo.',
			hint: 'Look at the scene.',
		})
	})
})

describe('it is refused, and nothing is stored', () => {
	test.each([
		['without an editor', [], PLAY, 409],
		['while Unity is closed', [seat(KEY_A, 'gone')], PLAY, 409],
		[
			'for a tool that is not for buttons',
			[seat(KEY_A)],
			{ tool: 'unity_execute', input: { code: 'Debug.Log(1)' } },
			400,
		],
		[
			'for another action of such a tool',
			[seat(KEY_A)],
			{ tool: 'unity_hierarchy', input: { action: 'destroy', instance_id: '/Cube' } },
			400,
		],
	])('%s', async (_, seats, change, status) => {
		const { client, projectId, relay } = await roomWith(seats)
		const answer = await post(client, projectId, own(change))
		expect(answer.status).toBe(status)
		const listed = await client.call('GET', `/api/projects/${projectId}/conversations`)
		expect(await listed.json()).toMatchObject({ conversations: [] })
		expect(sent(relay)).toEqual([])
	})

	test.each(['viewer', 'approver'] as const)('to a %s', async (role) => {
		const { projectId, relay } = await answering()
		const { client } = await newMember(projectId, role)
		expect((await post(client, projectId, own())).status).toBe(403)
		expect(sent(relay)).toEqual([])
	})

	test('to people of other projects, and to scripts', async () => {
		const { projectId, relay, token } = await answering()
		const { client } = await newMember((await answering()).projectId, 'editor')
		expect((await post(client, projectId, own())).status).toBe(404)
		const script = await fetchApp(`/api/projects/${projectId}/calls`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify(own()),
		})
		expect([401, 404]).toContain(script.status)
		expect(sent(relay)).toEqual([])
	})
})
