/** Coding agents of the desk, as they pass through the room: to whom, and to nobody else. */
import type { AgentCard, AgentsChanged } from '@fairlead/protocol/agents/agents'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/api-kit.ts'
import {
	type Client,
	connectRelay,
	KEY_A,
	OK,
	type Peer,
	roomWith,
	seat,
	until,
	watch,
} from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { connectVisitor, newShare, visit } from '../../../test/people/share-kit.ts'

useApi()

const CARD: AgentCard = {
	agentId: '0f0e0d0c',
	sessionId: '0f0e0d0c',
	title: 'Mend the door',
	folder: '',
	status: { kind: 'working', text: 'Reading Door.cs' },
	since: 5,
	heardAt: 6,
	tools: [],
	tokens: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
}
const CHANGED: AgentsChanged = {
	editorKey: KEY_A,
	revision: 7,
	shown: true,
	cards: [CARD],
	gone: [],
}
const FOLDER = { of: 'folder', editorKey: KEY_A }
const TRANSCRIPT = { of: 'transcript', editorKey: KEY_A, agentId: CARD.agentId }

let room: Awaited<ReturnType<typeof roomWith>>
beforeEach(async () => {
	room = await roomWith([seat(KEY_A, 'gone')])
})

const questions = () => room.relay.frames.filter(({ method }) => method?.startsWith('agents.'))
const asked = () => until(() => questions().at(0), 'a question about agents')
const told = (peer: Peer) => peer.frames.filter(({ method }) => method === 'agents.changed')
const watching = async (client: Client) => (await watch(client, room.projectId)).viewer

test('an editor of the project lists the agents of a folder and reads a transcript, once for equal questions', async () => {
	const { client } = await newMember(room.projectId, 'editor')
	const viewer = await watching(client)
	const other = await watching(room.client)
	const lists = [viewer, other].map((one) => one.request('room.agents', FOLDER))
	const list = await asked()
	expect([list.method, list.params]).toEqual(['agents.list', { editorKey: KEY_A }])
	expect(list.id).toMatch(/^view\./)
	for (const one of [viewer, other]) await one.request('no.such.method', {})
	room.relay.reply(String(list.id), OK)
	for (const answer of await Promise.all(lists)) expect(answer.result).toEqual(OK)
	expect(questions()).toHaveLength(1)
	room.relay.frames.length = 0
	const part = viewer.request('room.agents', { ...TRANSCRIPT, before: 900, find: 'door' })
	const { id, method, params } = await asked()
	expect({ method, params }).toEqual({
		method: 'agents.transcript',
		params: { editorKey: KEY_A, agentId: CARD.agentId, before: 900, find: 'door' },
	})
	room.relay.reply(String(id), OK)
	expect((await part).result).toEqual(OK)
})

const opened = (peer: Peer) =>
	peer.frames.findLast(({ method }) => method === 'agents.opened')?.params?.pages
const AGENT = { editorKey: KEY_A, agentId: CARD.agentId }

test('pages of agents hear what the others have open, until it is closed', async () => {
	const { client } = await newMember(room.projectId, 'editor')
	const [viewer, second] = [await watching(client), await watching(client)]
	const owner = await watching(room.client)
	for (const one of [second, owner]) one.notify('viewer.opened', { open: null })
	viewer.notify('viewer.opened', { open: AGENT })
	await until(() => (opened(second) as unknown[] | undefined)?.[0], 'the agent')
	const [open] = opened(second) as unknown[]
	expect(open).toEqual({ ...AGENT, viewer: expect.any(String) })
	expect(opened(second)).toEqual([open])
	const { name } = (await until(() => (opened(owner) as { name: string }[])[0], 'the agent')) ?? {}
	expect(opened(owner)).toEqual([{ ...(open as object), name }])
	expect(name).not.toBe('')
	expect(opened(viewer)).toEqual([])
	owner.notify('viewer.opened', { open: AGENT })
	await until(() => (opened(second) as unknown[])[1], 'the other agent')
	owner.close()
	await until(() => ((opened(second) as unknown[]).length === 1 ? true : undefined), 'its end')
	viewer.notify('viewer.opened', {})
	await until(() => ((opened(second) as unknown[]).length === 0 ? true : undefined), 'no agent')
	second.close()
	viewer.close()
})

test('a page beside the agents, or of a person who may not see them, hears of none and tells of none', async () => {
	const approver = await watching((await newMember(room.projectId, 'approver')).client)
	const { client } = await newMember(room.projectId, 'editor')
	const [viewer, elsewhere] = [await watching(client), await watching(client)]
	approver.notify('viewer.opened', { open: AGENT })
	viewer.notify('viewer.opened', { open: AGENT })
	for (const one of [approver, viewer, elsewhere]) await one.request('no.such.method', {})
	expect(opened(viewer)).toEqual([])
	for (const one of [approver, elsewhere]) expect(opened(one)).toBeUndefined()
	for (const one of [approver, viewer, elsewhere]) one.close()
})

test('approvers, viewers and visitors see neither lists nor transcripts, and hear of no change', async () => {
	const { client } = await newMember(room.projectId, 'viewer')
	const viewer = await watching(client)
	const approver = await watching((await newMember(room.projectId, 'approver')).client)
	const made = await room.client.call('POST', `/api/projects/${room.projectId}/conversations`, {})
	const { id: conversationId } = (await made.json()) as { id: string }
	const share = await newShare(room.client, room.projectId, { conversationId, scene: true })
	const guest = await connectVisitor((await visit(share.token)).client, conversationId)
	await guest.request('viewer.hello', { protocolVersion: 1 })
	const closed = [viewer, approver, guest]
	for (const one of closed)
		for (const what of [FOLDER, TRANSCRIPT])
			expect((await one.request('room.agents', what)).result).toMatchObject({
				error: { code: 'denied' },
			})
	expect(questions()).toEqual([])
	const owner = await watching(room.client)
	room.relay.notify('agents.changed', CHANGED)
	await until(() => told(owner).at(0), 'the owner to hear of it')
	expect(told(owner).map(({ params }) => params)).toEqual([CHANGED])
	for (const one of closed) {
		await one.request('no.such.method', {})
		expect(told(one)).toEqual([])
	}
})

test('a relay speaks of its own folders only, and what is not valid is passed on to nobody', async () => {
	const owner = await watching(room.client)
	const other = await connectRelay(room.projectId, room.token)
	await other.hello({ relayId: 'relay-2' })
	other.notify('agents.changed', { ...CHANGED, cards: [{ ...CARD, title: 'forged' }] })
	await other.ping()
	room.relay.notify('agents.changed', { ...CHANGED, cards: [{ ...CARD, status: 'busy' }] })
	room.relay.notify('agents.changed', { ...CHANGED, revision: 8 })
	await until(() => told(owner).at(0), 'the valid one')
	expect(told(owner).map(({ params }) => params?.revision)).toEqual([8])
})

test('a folder of another project is not there, and odd questions are refused', async () => {
	const owner = await watching(room.client)
	const ask = (params: object) => owner.request('room.agents', params)
	const foreign = await ask({ ...FOLDER, editorKey: 'relay-9:aaaaaaaaaaaa' })
	expect(foreign.result).toMatchObject({ error: { code: 'target_gone' } })
	for (const odd of [
		{ of: 'all' },
		{ ...TRANSCRIPT, agentId: '../x' },
		{ ...TRANSCRIPT, find: '' },
	])
		expect((await ask(odd)).error?.code).toBe(RPC_ERROR.invalidParams)
	expect(questions()).toEqual([])
})

test('a relay too old to know agents is said to be', async () => {
	const owner = await watching(room.client)
	const answer = owner.request('room.agents', FOLDER)
	const { id } = await asked()
	const error = { code: RPC_ERROR.methodNotFound, message: 'no such method' }
	room.relay.raw(JSON.stringify({ jsonrpc: '2.0', id, error }))
	expect((await answer).result).toMatchObject({
		error: { code: 'unsupported', message: expect.stringContaining('too old') },
	})
})
