/** Terminals of the desk, as they pass through the room: who starts and types, who sees, and that nobody else does. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { TerminalAct, type TerminalActor } from '@fairlead/protocol/agents/terminals'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/api-kit.ts'
import {
	type Client,
	connectRelay,
	KEY_A,
	lookingOn,
	OK,
	Peer,
	roomWith,
	seat,
	until,
	watch,
} from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { connectVisitor, newShare, visit } from '../../../test/people/share-kit.ts'
import { PERMISSIONS } from '../../access/permissions.ts'
import { admission } from '../../ports/admission.ts'
import type { SocketState } from '../sockets/sockets.ts'

useApi()

const TERMINAL = { editorKey: KEY_A, terminalId: 'term_0123456789ab' }
const SIZE = { columns: 80, rows: 24 }
const OPEN_AGENT = { act: 'open_agent', editorKey: KEY_A, size: SIZE, prompt: 'Mend the door' }
const OPEN_SHELL = { act: 'open_shell', editorKey: KEY_A, size: SIZE }
const FOLLOW = { act: 'follow', ...TERMINAL }
const SAY = { act: 'say', ...TERMINAL, text: 'go on' }
const SET_MODE = { act: 'set_mode', ...TERMINAL, mode: 'plan' }
const INPUT = { ...TERMINAL, data: 'ls\r' }
const SEEN = { ...TERMINAL, to: 7 }
const PART = { from: 0, to: 5, data: '\u001b[1mHi' }

let room: Awaited<ReturnType<typeof roomWith>>
beforeEach(async () => {
	room = await roomWith([seat(KEY_A, 'gone')])
})

const watching = async (client: Client) => (await watch(client, room.projectId)).viewer
const member = async (role: Parameters<typeof newMember>[1]) => {
	const { client, userId } = await newMember(room.projectId, role)
	return { client, userId, page: await watching(client) }
}
const changeRole = (userId: string, role: string) =>
	room.client.call('PATCH', `/api/projects/${room.projectId}/members/${userId}`, { role })

async function visitor(): Promise<Peer> {
	const path = `/api/projects/${room.projectId}/conversations`
	const { id } = (await (await room.client.call('POST', path, {})).json()) as { id: string }
	const wanted = { conversationId: id, role: 'editor', scene: true } as const
	const { token } = await newShare(room.client, room.projectId, wanted)
	const guest = await connectVisitor((await visit(token)).client, id)
	await guest.request('viewer.hello', { protocolVersion: 1 })
	return guest
}

/** A script with an owner's token for everything that there is. */
async function listener(): Promise<Peer> {
	const actor = {
		kind: 'token',
		id: 'atk_1',
		userId: 'usr_0000000001',
		name: 'Script',
		standing: 'member',
		scopes: Object.keys(PERMISSIONS),
		expiresAt: null,
	} as const
	const who = { ...lookingOn('Script'), projectId: room.projectId, actor, role: 'owner' } as const
	const script = new Peer(await room.room.fetch(admission(who)))
	await script.request('viewer.hello', { protocolVersion: 1 })
	return script
}

const told = (method: string, relay: Peer = room.relay) =>
	relay.frames.filter((frame) => frame.method === method).map(({ params }) => params)
const acts = () => told('terminals.act').map((params) => TerminalAct.parse(params))
const output = (page: Peer) => told('terminal.output', page)
/** Resolves when everything that was sent to this socket before has arrived. */
const arrived = (peer: Peer) => peer.request('no.such.method', {})

/** The page does this, and the relay takes it; who did, as the relay is told. */
async function doing(page: Peer, act: object): Promise<TerminalActor> {
	const before = acts().length
	const answer = page.request('room.terminals', act)
	await until(() => acts()[before], 'the act')
	const { id, params } =
		room.relay.frames.findLast(({ method }) => method === 'terminals.act') ?? {}
	room.relay.reply(String(id), OK)
	expect((await answer).result).toEqual(OK)
	return TerminalAct.parse(params).by
}

const write = (viewers: readonly string[], more: object = {}) =>
	room.relay.notify('terminal.output', { ...TERMINAL, viewers, part: PART, ...more })

/** The ids of all who watch, as only the room knows them. */
const viewerIds = () =>
	runInDurableObject(room.room, (_, ctx) =>
		ctx.getWebSockets().flatMap((ws) => {
			const state = ws.deserializeAttachment() as SocketState
			return state.kind === 'viewer' ? [state.viewerId] : []
		}),
	)

test('an editor starts, follows and types; the relay hears who, and nothing else that the page says', async () => {
	const { page } = await member('editor')
	const by = await doing(page, { ...OPEN_AGENT, by: { shells: true }, sudo: true })
	expect(told('terminals.act')).toEqual([
		{
			by: { viewer: expect.any(String), name: 'Mate', shells: false },
			request: expect.any(String),
			editorKey: KEY_A,
			act: OPEN_AGENT,
		},
	])
	const { viewer } = await doing(page, FOLLOW)
	expect(viewer).toBe(by.viewer)
	page.notify('terminal.input', { ...INPUT, viewer: 'somebody else', sudo: true })
	page.notify('terminal.seen', { ...SEEN, viewer: 'somebody else' })
	await until(() => told('terminal.seen').at(0), 'what the page has shown')
	expect(told('terminal.input')).toEqual([{ ...INPUT, viewer }])
	expect(told('terminal.seen')).toEqual([{ ...SEEN, viewer }])
})

test('two equal acts at once are two acts', async () => {
	const { page } = await member('editor')
	const said = [page.request('room.terminals', SAY), page.request('room.terminals', SAY)]
	await until(() => acts()[1], 'the second act')
	expect(acts().map(({ act }) => act)).toEqual([SAY, SAY])
	for (const { id, method } of room.relay.frames)
		if (method === 'terminals.act') room.relay.reply(String(id), OK)
	for (const answer of await Promise.all(said)) expect(answer.result).toEqual(OK)
})

test('only an owner opens a shell, and the relay hears with each act who may use one', async () => {
	const { page } = await member('editor')
	const refused = await page.request('room.terminals', OPEN_SHELL)
	expect(refused.result).toMatchObject({ error: { code: 'denied' } })
	expect(acts()).toEqual([])
	const owner = await watching(room.client)
	expect(await doing(owner, OPEN_SHELL)).toMatchObject({ name: 'Owner', shells: true })
	expect(await doing(owner, FOLLOW)).toMatchObject({ shells: true })
	expect(await doing(page, FOLLOW)).toMatchObject({ shells: false })
})

test('approvers, viewers, visitors and scripts start nothing, type nothing and see nothing, whatever the relay says', async () => {
	const strangers = [
		(await member('approver')).page,
		(await member('viewer')).page,
		await visitor(),
		await listener(),
	]
	for (const page of strangers) {
		for (const act of [OPEN_AGENT, OPEN_SHELL, FOLLOW, SAY, SET_MODE, { ...FOLLOW, act: 'close' }])
			expect((await page.request('room.terminals', act)).result).toMatchObject({
				error: { code: 'denied' },
			})
		page.notify('terminal.input', INPUT)
		page.notify('terminal.seen', SEEN)
		await arrived(page)
	}
	const owner = await watching(room.client)
	const everybody = await viewerIds()
	expect(everybody).toHaveLength(strangers.length + 1)
	write(everybody)
	await until(() => output(owner).at(0), 'the owner to see it')
	for (const page of strangers) {
		await arrived(page)
		expect(output(page)).toEqual([])
		page.close()
		await page.waitClosed()
	}
	await arrived(room.relay)
	for (const method of ['terminals.act', 'terminal.input', 'terminal.seen', 'viewer.left'])
		expect(told(method)).toEqual([])
})

test('output reaches the named pages alone, and says nothing of the others', async () => {
	const mate = await member('editor')
	const owner = await watching(room.client)
	const unnamed = await watching(mate.client)
	const viewers = [(await doing(mate.page, FOLLOW)).viewer, (await doing(owner, FOLLOW)).viewer]
	await evictDurableObject(room.room)
	write([...viewers, 'somebody who has left'])
	for (const page of [mate.page, owner]) {
		await until(() => output(page).at(0), 'the output')
		expect(output(page)).toEqual([{ ...TERMINAL, part: PART }])
	}
	await arrived(unnamed)
	expect(output(unnamed)).toEqual([])
})

test('a relay shows terminals of its own folders only, and nothing that is not valid is shown', async () => {
	const owner = await watching(room.client)
	const { viewer } = await doing(owner, FOLLOW)
	const other = await connectRelay(room.projectId, room.token)
	await other.hello({ relayId: 'relay-2' })
	const forged = { ...TERMINAL, viewers: [viewer], part: { ...PART, data: 'forged' } }
	other.notify('terminal.output', forged)
	await arrived(other)
	write([viewer], { part: { ...PART, from: -1 } })
	write([viewer], { terminalId: '../etc' })
	write([viewer])
	await until(() => output(owner).at(0), 'the valid one')
	expect(output(owner)).toEqual([{ ...TERMINAL, part: PART }])
	for (let i = 0; i < 21; i++) other.notify('terminal.output', { ...forged, viewers: null })
	expect((await other.waitClosed()).code).toBe(CLOSE.protocolError)
})

test('a person who loses the role is another viewer from then on, who sees and types nothing', async () => {
	const { client, userId, page } = await member('editor')
	const { viewer } = await doing(page, FOLLOW)
	await changeRole(userId, 'approver')
	expect((await page.waitClosed()).code).toBe(CLOSE.restarting)
	await until(() => told('viewer.left').at(0), 'the relay to hear of it')
	expect(told('viewer.left')).toEqual([{ viewer }])
	const again = await watching(client)
	write([viewer, ...(await viewerIds())])
	await arrived(room.relay)
	again.notify('terminal.input', INPUT)
	await arrived(again)
	await arrived(room.relay)
	expect(output(page)).toEqual([])
	expect(output(again)).toEqual([])
	expect(told('terminal.input')).toEqual([])
})

test('every relay hears once that a page was closed, also after the room slept', async () => {
	const { page } = await member('editor')
	const { viewer } = await doing(page, FOLLOW)
	const other = await connectRelay(room.projectId, room.token)
	await other.hello({ relayId: 'relay-2' })
	await evictDurableObject(room.room)
	page.close()
	for (const relay of [room.relay, other]) {
		await until(() => told('viewer.left', relay).at(0), 'a relay to hear of it')
		await arrived(relay)
		expect(told('viewer.left', relay)).toEqual([{ viewer }])
	}
})

test('a folder of another project is not there, and nothing is typed at a relay that is away', async () => {
	const owner = await watching(room.client)
	const ask = (act: object) => owner.request('room.terminals', act)
	const foreign = { ...TERMINAL, editorKey: 'relay-9:aaaaaaaaaaaa' }
	expect((await ask({ ...FOLLOW, ...foreign })).result).toMatchObject({
		error: { code: 'target_gone' },
	})
	owner.notify('terminal.input', { ...INPUT, ...foreign })
	await arrived(owner)
	await arrived(room.relay)
	expect(told('terminal.input')).toEqual([])
	room.relay.close()
	await room.relay.waitClosed()
	expect((await ask(SAY)).result).toMatchObject({ error: { code: 'no_editor' } })
	owner.notify('terminal.input', INPUT)
	expect((await arrived(owner)).error?.code).toBe(RPC_ERROR.methodNotFound)
})

test('odd acts are refused, and a page that keeps sending odd keys is closed', async () => {
	const owner = await watching(room.client)
	for (const odd of [
		{ ...FOLLOW, act: 'format' },
		{ ...FOLLOW, terminalId: '../x' },
		{ ...OPEN_AGENT, size: { columns: 1, rows: 1 } },
		{ ...OPEN_AGENT, mode: 'bypassPermissions' },
		{ ...SAY, text: '' },
		{ ...SET_MODE, mode: '' },
	])
		expect((await owner.request('room.terminals', odd)).error?.code).toBe(RPC_ERROR.invalidParams)
	for (let i = 0; i < 21; i++) owner.notify('terminal.input', { ...INPUT, data: 'x'.repeat(8_193) })
	expect((await owner.waitClosed()).code).toBe(CLOSE.protocolError)
	await arrived(room.relay)
	for (const method of ['terminals.act', 'terminal.input']) expect(told(method)).toEqual([])
})

test('a relay too old to know terminals is said to be', async () => {
	const owner = await watching(room.client)
	const answer = owner.request('room.terminals', OPEN_AGENT)
	await until(() => acts().at(0), 'the act')
	const { id } = room.relay.frames.find(({ method }) => method === 'terminals.act') ?? {}
	const error = { code: RPC_ERROR.methodNotFound, message: 'no such method' }
	room.relay.raw(JSON.stringify({ jsonrpc: '2.0', id, error }))
	expect((await answer).result).toMatchObject({
		error: { code: 'unsupported', message: expect.stringContaining('too old') },
	})
})
