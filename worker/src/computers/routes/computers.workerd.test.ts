import { env } from 'cloudflare:workers'
import type {
	ListedUnityProject,
	UnityProjectList,
} from '@fairlead/protocol/computers/computer-set-up'
import { TOKEN_SCOPES } from '@fairlead/protocol/people/api-tokens'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { beforeEach, expect, test } from 'vitest'
import { problemOf, useApi } from '../../../test/api-kit.ts'
import {
	type Client,
	connectRelay,
	fetchApp,
	type Peer,
	roomWith,
} from '../../../test/double/harness.ts'
import { newMember, signInAs } from '../../../test/people/people-kit.ts'
import { audit } from '../../accounts/store/people-schema.ts'
import { database } from '../../db/client.ts'

useApi()
const ID = '0123456789abcdef'
const GAME: ListedUnityProject = {
	id: ID,
	name: 'Höhle',
	path: '/home/ada/Höhle',
	version: '6000.3.2f1',
	canOpen: true,
	folder: 'project',
	package: 'absent',
	open: 'closed',
	lastOpened: 1,
	linked: 'no',
	editorKey: 'relay-1:aaaaaaaaaaaa',
}
const LIST: UnityProjectList = { projects: [GAME], editors: ['6000.3.2f1'], problems: [] }

let room: Awaited<ReturnType<typeof roomWith>>
let path: string
beforeEach(async () => {
	room = await roomWith([])
	path = `/api/projects/${room.projectId}/computers/relay-1/unity-projects`
})

/** The request that reached the relay. */
const asked = (relay: Peer, method: string) =>
	relay.wait((frame) => frame.method === method, method)
const requests = (relay: Peer): number =>
	relay.frames.filter(({ method }) => method?.startsWith('computer.')).length
const setUp = (client: Client, step = 'install', id = ID) =>
	client.call('POST', `${path}/${id}`, { step })

test('the person who paired a computer gets its list, and has a step done there, which is recorded', async () => {
	const listed = room.client.call('GET', path)
	room.relay.reply((await asked(room.relay, 'computer.projects')).id ?? '', LIST)
	expect(await (await listed).json()).toEqual(LIST)

	const done = setUp(room.client)
	const { id, params } = await asked(room.relay, 'computer.setUp')
	expect(params).toEqual({ unityProjectId: ID, step: 'install' })
	const answer = { project: { ...GAME, package: 'installed' }, said: 'The package is installed.' }
	room.relay.reply(id ?? '', answer)
	expect(await (await done).json()).toEqual(answer)
	const rows = await database(env.DB).select().from(audit)
	expect(rows.filter(({ projectId }) => projectId === room.projectId)).toContainEqual(
		expect.objectContaining({
			event: 'setUpUnityProject',
			subject: 'relay-1',
			detail: JSON.stringify({ step: 'install', folder: 'Höhle' }),
		}),
	)
})

test('nobody else reaches the computer: other owners of the project get 403, strangers 404', async () => {
	const others = [
		(await newMember(room.projectId, 'owner')).client,
		(await newMember(room.projectId, 'editor')).client,
		(await newMember(room.projectId, 'viewer')).client,
	]
	for (const other of others) {
		expect((await other.call('GET', path)).status).toBe(403)
		expect((await setUp(other)).status).toBe(403)
	}
	const elsewhere = await roomWith([])
	const stranger = (await newMember(elsewhere.projectId, 'owner')).client
	expect((await stranger.call('GET', path)).status).toBe(404)
	expect((await setUp(stranger)).status).toBe(404)
	expect(requests(room.relay)).toBe(0)
})

test('a person who paired a computer, and may only look on since, gets nothing done there', async () => {
	const { userId, client } = await newMember(room.projectId, 'editor')
	const { token } = await client.newRelayToken(room.projectId)
	const own = await connectRelay(room.projectId, token)
	await own.hello({ relayId: 'relay-2', relaySecret: 't'.repeat(43) })
	path = path.replace('relay-1', 'relay-2')
	const listed = client.call('GET', path)
	own.reply((await asked(own, 'computer.projects')).id ?? '', LIST)
	expect((await listed).status).toBe(200)
	await room.client.call('PATCH', `/api/projects/${room.projectId}/members/${userId}`, {
		role: 'viewer',
	})
	// Their relay was cut with their right to it.
	expect((await client.call('GET', path)).status).toBe(404)
	await room.client.call('DELETE', `/api/projects/${room.projectId}/members/${userId}`)
	expect((await client.call('GET', path)).status).toBe(404)
	expect(requests(own)).toBe(1)
})

test('an API token with every scope does not reach a computer', async () => {
	const made = await room.client.call('POST', '/api/tokens', {
		label: 'script',
		scopes: TOKEN_SCOPES,
		expiresInDays: 1,
	})
	const { token } = (await made.json()) as { token: string }
	const headers = { authorization: `Bearer ${token}` }
	expect((await fetchApp(path, { headers })).status).toBe(401)
	expect(requests(room.relay)).toBe(0)
})

test('the page names a project by its id, never by a path', async () => {
	for (const id of ['..%2Fetc', 'C:%5Cgames', ID.toUpperCase(), `${ID}0`])
		expect((await setUp(room.client, 'open', id)).status).toBe(404)
	expect((await setUp(room.client, 'delete')).status).toBe(400)
	expect(requests(room.relay)).toBe(0)
})

test('a relay’s refusal, an odd answer and an old relay are sentences', async () => {
	const answered = async (reply: (id: string | number) => void, nth: number) => {
		const answer = setUp(room.client, 'open')
		const { id } = await room.relay.wait(
			(frame) =>
				frame.method === 'computer.setUp' &&
				requests(room.relay) === nth &&
				frame === room.relay.frames.findLast(({ method }) => method === 'computer.setUp'),
			`request ${nth}`,
		)
		reply(id ?? '')
		return problemOf(await answer)
	}
	const refuse = (code: number, message: string) => (id: string | number) =>
		room.relay.raw(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
	const refused = await answered(
		refuse(RPC_ERROR.forbidden, 'Unity 6000.3.2f1 is not installed.'),
		1,
	)
	expect(refused).toMatchObject({ code: 'conflict', title: 'Unity 6000.3.2f1 is not installed.' })
	const odd = await answered(
		(id) => room.relay.reply(id, { project: { ...GAME, open: 'maybe' } }),
		2,
	)
	expect(odd.title).toContain('could not be read')
	const old = await answered(refuse(RPC_ERROR.methodNotFound, 'no such method'), 3)
	expect(old.title).toContain('too old')
})

test('a relay that goes away while it is asked does not leave the page waiting', async () => {
	const answer = room.client.call('GET', path)
	await asked(room.relay, 'computer.projects')
	room.relay.close()
	expect(await problemOf(await answer)).toMatchObject({ code: 'unavailable' })
	expect((await room.client.call('GET', path)).status).toBe(404)
})

test('another relay of the project cannot answer in its place', async () => {
	const { userId } = await newMember(room.projectId, 'editor')
	const { token } = await (await signInAs(userId)).newRelayToken(room.projectId)
	const other = await connectRelay(room.projectId, token)
	await other.hello({ relayId: 'relay-2', relaySecret: 't'.repeat(43) })
	const answer = room.client.call('GET', path)
	const { id } = await asked(room.relay, 'computer.projects')
	other.reply(id ?? '', { ...LIST, problems: ['forged'] })
	await other.request('no.such.method', {})
	room.relay.reply(id ?? '', LIST)
	expect(await (await answer).json()).toEqual(LIST)
})
