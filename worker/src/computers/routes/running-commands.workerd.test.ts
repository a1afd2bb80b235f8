/** The agent's commands on a linked computer, as people see and stop them. */
import { env } from 'cloudflare:workers'
import { TOKEN_SCOPES } from '@fairlead/protocol/people/api-tokens'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { beforeEach, describe, expect, test } from 'vitest'
import { problemOf, useApi } from '../../../test/api-kit.ts'
import {
	type Client,
	dispatchOf,
	fetchApp,
	KEY_A,
	newConversation,
	OK,
	type Peer,
	roomWith,
	seat,
	until,
	watch,
} from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { connectVisitor, newShare, visit } from '../../../test/people/share-kit.ts'
import { audit } from '../../accounts/store/people-schema.ts'
import { database } from '../../db/client.ts'

useApi()

const HANDLE = 'cmd_0a1b2c'
const PART = {
	status: 'ok',
	result: {
		handle: HANDLE,
		state: 'running',
		exitCode: null,
		output: 'one\n',
		outputBytes: 4,
		firstByte: 0,
		nextByte: 4,
		repeatsLine: false,
	},
} as const

let room: Awaited<ReturnType<typeof roomWith>>
beforeEach(async () => {
	room = await roomWith([seat(KEY_A, 'gone')])
})

const asked = () =>
	until(
		() => room.relay.frames.find(({ method }) => method?.startsWith('commands.')),
		'a question about commands',
	)
const questions = (): number =>
	room.relay.frames.filter(({ method }) => method?.startsWith('commands.')).length
const read = (viewer: Peer, params: object) => viewer.request('room.commands', params)
/** A call that the room has given to the relay. */
async function runningCall(): Promise<string> {
	const request = dispatchOf(newConversation().conversationId, { runsOn: 'relay' })
	await room.room.dispatch(request)
	await room.relay.waitCall(request.call.callId)
	return request.call.callId
}

describe('room.commands', () => {
	test('reads the output of a running call where the call runs, once for all pages, and stores nothing', async () => {
		const callId = await runningCall()
		const { viewer } = await watch(room.client, room.projectId)
		const other = (await watch(room.client, room.projectId)).viewer
		const answers = [viewer, other].map((one) => read(one, { of: 'call', callId, fromByte: 7 }))
		const { id, method, params } = await asked()
		expect({ method, params }).toEqual({
			method: 'commands.output',
			params: { editorKey: KEY_A, of: { callId }, fromByte: 7 },
		})
		expect(id).toMatch(/^view\./)
		for (const one of [viewer, other]) await one.request('no.such.method', {})
		room.relay.reply(String(id), PART)
		for (const answer of await Promise.all(answers)) expect(answer.result).toEqual(PART)
		expect(questions()).toBe(1)
	})

	test('says that a call has ended, or is of another project, without asking a relay', async () => {
		const callId = await runningCall()
		const elsewhere = await roomWith([seat(KEY_A)])
		const foreign = (await watch(elsewhere.client, elsewhere.projectId)).viewer
		expect((await read(foreign, { of: 'call', callId })).result).toMatchObject({
			error: { code: 'not_found' },
		})
		room.relay.reply(callId, OK)
		await room.relay.ping()
		const { viewer } = await watch(room.client, room.projectId)
		expect((await read(viewer, { of: 'call', callId })).result).toMatchObject({
			error: { code: 'not_found', message: 'This command is not running.' },
		})
		expect(questions()).toBe(0)
	})

	test('lists a folder’s commands and reads one of them; a folder of another project is not there', async () => {
		const { viewer } = await watch(room.client, room.projectId)
		const list = read(viewer, { of: 'folder', editorKey: KEY_A })
		const first = await asked()
		expect([first.method, first.params]).toEqual(['commands.list', { editorKey: KEY_A }])
		room.relay.reply(String(first.id), OK)
		expect((await list).result).toEqual(OK)
		room.relay.frames.length = 0
		const output = read(viewer, { of: 'command', editorKey: KEY_A, handle: HANDLE })
		const { id, params } = await asked()
		expect(params).toEqual({ editorKey: KEY_A, of: { handle: HANDLE }, fromByte: 0 })
		room.relay.reply(String(id), PART)
		expect((await output).result).toEqual(PART)
		const foreign = await read(viewer, { of: 'folder', editorKey: 'relay-9:aaaaaaaaaaaa' })
		expect(foreign.result).toMatchObject({ error: { code: 'target_gone' } })
		const wrong = await read(viewer, { of: 'command', editorKey: KEY_A, handle: '../x' })
		expect(wrong.error?.code).toBe(RPC_ERROR.invalidParams)
	})

	test('a relay that is away, or too old to know it, is said at once', async () => {
		const { viewer } = await watch(room.client, room.projectId)
		const answer = read(viewer, { of: 'folder', editorKey: KEY_A })
		const { id } = await asked()
		const error = { code: RPC_ERROR.methodNotFound, message: 'no such method' }
		room.relay.raw(JSON.stringify({ jsonrpc: '2.0', id, error }))
		expect((await answer).result).toMatchObject({
			error: { code: 'unsupported', message: expect.stringContaining('too old') },
		})
		room.relay.close()
		const away = await until(async () => {
			const { result } = await read(viewer, { of: 'folder', editorKey: KEY_A })
			return JSON.stringify(result).includes('no_editor') ? result : undefined
		}, 'an answer without a relay')
		expect(away).toMatchObject({ error: { code: 'no_editor' } })
	})

	test('people with the role viewer and visitors read nothing', async () => {
		const callId = await runningCall()
		const { client } = await newMember(room.projectId, 'viewer')
		const viewer = (await watch(client, room.projectId)).viewer
		const made = await room.client.call('POST', `/api/projects/${room.projectId}/conversations`, {})
		const { id: conversationId } = (await made.json()) as { id: string }
		const share = await newShare(room.client, room.projectId, { conversationId, scene: true })
		const guest = await connectVisitor((await visit(share.token)).client, conversationId)
		await guest.request('viewer.hello', { protocolVersion: 1 })
		for (const one of [viewer, guest])
			for (const what of [
				{ of: 'call', callId },
				{ of: 'folder', editorKey: KEY_A },
				{ of: 'command', editorKey: KEY_A, handle: HANDLE },
			])
				expect((await read(one, what)).result).toMatchObject({ error: { code: 'denied' } })
		expect(questions()).toBe(0)
	})
})

test('people see how many commands run in a folder; visitors do not, and it is not kept without the relay', async () => {
	const { client, projectId, relay } = room
	const made = await client.call('POST', `/api/projects/${projectId}/conversations`, {})
	const { id: conversationId } = (await made.json()) as { id: string }
	const share = await newShare(client, projectId, { conversationId, scene: true })
	const { viewer } = await watch(client, projectId)
	relay.notify('seat.updated', { ...seat(KEY_A, 'gone'), backgroundCommands: 2 })
	const counted = async (peer: Peer, count: number | undefined) =>
		until(() => {
			const states = peer.frames.filter(({ method }) => method === 'room.state')
			const state = states.at(-1)?.params as { editors: { backgroundCommands?: number }[] }
			return state && state.editors[0]?.backgroundCommands === count ? true : undefined
		}, `${count} commands`)
	await counted(viewer, 2)
	const guest = await connectVisitor((await visit(share.token)).client, conversationId)
	const hello = await guest.request('viewer.hello', { protocolVersion: 1 })
	expect(JSON.stringify(hello.result)).toContain('editors')
	expect(JSON.stringify(hello.result)).not.toContain('backgroundCommands')
	relay.close()
	await counted(viewer, undefined)
})

describe('stopping a command in the background', () => {
	const pathOf = (editorKey: string, handle = HANDLE) =>
		`/api/projects/${room.projectId}/seats/${encodeURIComponent(editorKey)}/commands/${handle}/stop`
	const stop = (client: Client, editorKey = KEY_A, handle = HANDLE) =>
		client.call('POST', pathOf(editorKey, handle))
	const ended = { line: 'npm run dev', state: 'ended', exitCode: null }

	test('is for approvers, as stopping a run is, and the log names who did', async () => {
		const { client, userId } = await newMember(room.projectId, 'approver')
		const answer = stop(client)
		const { id, params } = await asked()
		expect(params).toEqual({ editorKey: KEY_A, handle: HANDLE })
		room.relay.reply(id ?? '', ended)
		expect(await (await answer).json()).toEqual(ended)
		const rows = await database(env.DB).select().from(audit)
		expect(rows.filter(({ projectId }) => projectId === room.projectId)).toContainEqual(
			expect.objectContaining({
				event: 'stopCommand',
				userId,
				subject: KEY_A,
				detail: JSON.stringify({ command: 'npm run dev' }),
			}),
		)
	})

	test('viewers, API tokens and strangers stop nothing, and other folders and odd handles are not there', async () => {
		expect((await stop((await newMember(room.projectId, 'viewer')).client)).status).toBe(403)
		const made = await room.client.call('POST', '/api/tokens', {
			label: 'script',
			scopes: TOKEN_SCOPES,
			expiresInDays: 1,
		})
		const { token } = (await made.json()) as { token: string }
		const headers = { authorization: `Bearer ${token}` }
		expect((await fetchApp(pathOf(KEY_A), { method: 'POST', headers })).status).toBe(401)
		const elsewhere = await roomWith([])
		expect((await stop((await newMember(elsewhere.projectId, 'owner')).client)).status).toBe(404)
		expect((await stop(room.client, 'relay-1:bbbbbbbbbbbb')).status).toBe(404)
		expect((await stop(room.client, KEY_A, 'cmd_1')).status).toBe(404)
		expect(questions()).toBe(0)
	})

	test('a relay that knows no such command, or not the request, says so', async () => {
		const answer = stop(room.client)
		const { id } = await asked()
		const message = 'That command is not known here: it ended a while ago, or with the relay.'
		const error = { code: RPC_ERROR.forbidden, message }
		room.relay.raw(JSON.stringify({ jsonrpc: '2.0', id, error }))
		expect(await problemOf(await answer)).toMatchObject({ code: 'conflict', title: message })
		room.relay.frames.length = 0
		const second = stop(room.client)
		const old = { code: RPC_ERROR.methodNotFound, message: 'no' }
		room.relay.raw(JSON.stringify({ jsonrpc: '2.0', id: (await asked()).id, error: old }))
		expect(await problemOf(await second)).toMatchObject({
			title: expect.stringContaining('too old'),
		})
	})
})
