/** Calls of MCP clients on a relay's machine, answered by people on the page, with a real Conversation. */
import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { DESK_CALLS } from '@fairlead/protocol/wire/relay-link'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { serve } from '../../../../bench/objects/editor.ts'
import {
	connectRelay,
	KEY_A,
	KEY_B,
	type Relay,
	roomWith,
	seat,
	until,
} from '../../../test/double/harness.ts'
import { answer, ended, isOpen, question } from '../../../test/mcp/desk-kit.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import type { CallStanding } from '../../ports/client-call.ts'

const stops: (() => void)[] = []
afterEach(() => {
	for (const stop of stops.splice(0)) stop()
	vi.restoreAllMocks()
})

let ids = 0
const newCall = (editorKey = KEY_A) => ({
	id: `mcp_${String(++ids).padStart(24, '0')}`,
	editorKey,
	client: 'Coder',
	name: 'unity_hierarchy',
	params: { action: 'create', name: 'Box' },
})

async function desk() {
	const made = await roomWith([seat(KEY_A)])
	stops.push(serve(made.relay))
	return made
}

const conversationOf = (path: string) => env.CONVERSATION.getByName(path.split('/')[3] ?? '')

/** The question about this call, in the conversation of that path: the one before it may still be listed. */
async function questionOf({ id }: { id: string }, path: string): Promise<string> {
	const approvalId = await until(async () => {
		const standing = (await conversationOf(path).clientCall(id, null, 0)) as CallStanding
		return standing.state === 'asks' ? standing.approvalId : undefined
	}, `${id} to ask`)
	return path.replace(/[^/]+$/, approvalId)
}

const changes = (relay: Relay) => relay.calls().filter(({ method }) => method !== 'unity_check')

async function asked() {
	const made = await desk()
	const call = newCall()
	expect(await isOpen(made.relay, call)).toBe(true)
	return { ...made, call, path: await question(made.client, made.projectId) }
}

describe('a call that waits', () => {
	test('runs when a person approves it on the page, and the relay hears how it ended', async () => {
		const { client, projectId, relay, call, path } = await asked()
		expect(changes(relay)).toEqual([])
		expect(await answer(client, path, true)).toBe(204)
		expect((await ended(relay, call)).status).toBe('ok')
		expect(changes(relay)).toMatchObject([{ method: call.name, editorKey: KEY_A }])
		const log = await client.call('GET', `/api/projects/${projectId}/audit?event=answerApproval`)
		expect(((await log.json()) as { entries: unknown[] }).entries).toHaveLength(1)
	})

	test('does not run when a person denies it', async () => {
		const { client, relay, call, path } = await asked()
		expect(await answer(client, path, false)).toBe(204)
		expect((await ended(relay, call)).error?.code).toBe('denied')
		expect(changes(relay)).toEqual([])
	})

	test('takes the answer given in the client; the page comes too late', async () => {
		const { client, relay, call, path } = await asked()
		await relay.request('desk.answer', { id: call.id, approved: false })
		expect((await ended(relay, call)).error?.code).toBe('denied')
		expect(await answer(client, path, true)).not.toBe(204)
		expect(changes(relay)).toEqual([])
	})

	test('runs once if everybody approves at the same time, several times', async () => {
		const { client, relay, call, path } = await asked()
		const given = { id: call.id, approved: true }
		await Promise.all([
			...[1, 2, 3].map(() => answer(client, path, true)),
			...[1, 2].map(() => relay.request('desk.answer', given)),
		])
		expect((await ended(relay, call)).status).toBe('ok')
		expect(changes(relay)).toHaveLength(1)
	})

	test('ends as the first of two contrary answers says', async () => {
		const { client, relay, call, path } = await asked()
		const [status] = await Promise.all([
			answer(client, path, true),
			relay.request('desk.answer', { id: call.id, approved: false }),
		])
		const { error } = await ended(relay, call)
		expect(error?.code).toBe(status === 204 ? undefined : 'denied')
		expect(changes(relay)).toHaveLength(status === 204 ? 1 : 0)
	})

	test('runs on its own editor, whatever the target of the project is', async () => {
		const { client, projectId, relay } = await roomWith([seat(KEY_A), seat(KEY_B)])
		stops.push(serve(relay))
		const call = newCall(KEY_B)
		expect(await isOpen(relay, call)).toBe(true)
		expect(await env.ROOM.getByName(projectId).listSeats()).toMatchObject({ target: null })
		await answer(client, await question(client, projectId), true)
		expect((await ended(relay, call)).status).toBe('ok')
		expect(changes(relay)).toMatchObject([{ editorKey: KEY_B }])
	})
})

describe('a call that the settings of its client allow', () => {
	test.each([
		['a write', {}],
		[
			'a call that leaves the editor',
			{ name: 'execute_menu_item', params: { menu_path: 'File/Save' } },
		],
	])('%s runs unasked, and stands in a conversation of its own', async (_, more) => {
		const { client, projectId, relay } = await desk()
		const asking = newCall()
		expect(await isOpen(relay, asking)).toBe(true)
		await question(client, projectId)
		const call = { ...newCall(), ...more, allowed: true }
		expect(await isOpen(relay, call)).toBe(true)
		expect((await ended(relay, call)).status).toBe('ok')
		expect(changes(relay)).toMatchObject([{ method: call.name, params: call.params }])
		const listed = await client.call('GET', `/api/projects/${projectId}/conversations`)
		expect(((await listed.json()) as { conversations: unknown[] }).conversations).toHaveLength(2)
	})
})

describe('a call cannot be answered', () => {
	test('by a viewer, nor by a person of another project', async () => {
		const { projectId, client, relay, call, path } = await asked()
		const viewer = await newMember(projectId, 'viewer')
		expect(await answer(viewer.client, path, true)).toBe(403)
		const other = await newMember((await desk()).projectId, 'editor')
		expect(await answer(other.client, path, true)).toBe(404)
		expect(changes(relay)).toEqual([])
		const approver = await newMember(projectId, 'approver')
		expect(await answer(approver.client, path, true)).toBe(204)
		expect((await ended(relay, call)).status).toBe('ok')
		expect(await answer(client, path, false)).not.toBe(204)
	})

	test('by another relay of the project', async () => {
		const { client, projectId, relay, call, path } = await asked()
		const { token } = await client.newRelayToken(projectId)
		const other = await connectRelay(projectId, token)
		await other.hello({ relayId: 'relay-2', relaySecret: 'x'.repeat(43) })
		await other.request('desk.answer', { id: call.id, approved: true })
		other.notify('desk.withdraw', { ids: [call.id] })
		expect(await isOpen(other, call)).toBe(false)
		expect(await answer(client, path, false)).toBe(204)
		expect((await ended(relay, call)).error?.code).toBe('denied')
	})
})

test('people are not asked about the editor of another relay, reads, and unknown tools', async () => {
	const { client, projectId, relay } = await desk()
	const { token } = await client.newRelayToken(projectId)
	const other = await connectRelay(projectId, token)
	await other.hello({ relayId: 'relay-2', relaySecret: 'x'.repeat(43) })
	expect(await isOpen(other, newCall())).toBe(false)
	const read = { name: 'unity_query', params: { action: 'hierarchy' } }
	for (const wrong of [read, { name: 'tracker__create_issue' }, { params: {} }])
		expect(await isOpen(relay, { ...newCall(), ...wrong })).toBe(false)
	expect(await isOpen(relay, { ...newCall(), id: 'mcp_1' })).toBeUndefined()
})

test('a relay has a bounded number of open calls', async () => {
	const { relay } = await desk()
	for (let n = 0; n < DESK_CALLS.maxOpen; n++) {
		const own = { ...newCall(), client: `Coder ${n}` }
		expect(await isOpen(relay, own)).toBe(true)
	}
	expect(await isOpen(relay, newCall())).toBe(false)
})

describe('a call ends unanswered', () => {
	test('when its client goes away', async () => {
		const { client, relay, call, path } = await asked()
		relay.notify('desk.withdraw', { ids: [call.id] })
		expect((await ended(relay, call)).error?.code).toBe('cancelled')
		expect(await answer(client, path, true)).not.toBe(204)
		expect(changes(relay)).toEqual([])
	})

	test('when its client goes away; another window of that client keeps its own', async () => {
		const { client, relay, call, path } = await asked()
		const [one, other] = [newCall(), newCall()]
		for (const later of [one, other]) expect(await isOpen(relay, later)).toBe(true)
		// Both enter the same step.
		expect(await answer(client, path, false)).toBe(204)
		await ended(relay, call)
		await questionOf(one, path)
		const open = await questionOf(other, path)
		relay.notify('desk.withdraw', { ids: [one.id] })
		expect((await ended(relay, one)).error?.code).toBe('cancelled')
		expect(await answer(client, open, true)).toBe(204)
		expect((await ended(relay, other)).status).toBe('ok')
		expect(changes(relay)).toHaveLength(1)
	})

	test('when its relay comes back without that client, also if it was approved meanwhile', async () => {
		const { client, projectId, relay, token, call, path, room } = await asked()
		relay.close()
		await until(
			async () => ((await room.listSeats()).seats[0]?.connected === false ? true : undefined),
			'the relay to go',
		)
		expect(await answer(client, path, true)).toBe(204)
		const conversation = conversationOf(path)
		await until(async () => {
			const standing = (await conversation.clientCall(call.id, null, 0)) as CallStanding
			return (standing.state === 'running' && standing.reason) || undefined
		}, 'the call to wait for its relay')
		const back = await connectRelay(projectId, token)
		await back.hello({ connSeq: 2, editors: [seat(KEY_A)], deskCalls: [] })
		stops.push(serve(back))
		const next = newCall()
		expect(await isOpen(back, next)).toBe(true)
		expect(await answer(client, await questionOf(next, path), false)).toBe(204)
		await ended(back, next)
		expect(changes(back)).toEqual([])
	})

	test('not when its relay comes back with that client', async () => {
		const { client, projectId, relay, token, call, path } = await asked()
		relay.close()
		const back = await connectRelay(projectId, token)
		await back.hello({ connSeq: 2, editors: [seat(KEY_A)], deskCalls: [call.id] })
		stops.push(serve(back))
		expect(await answer(client, path, true)).toBe(204)
		expect((await ended(back, call)).status).toBe('ok')
		expect(changes(back)).toHaveLength(1)
	})

	test('when nobody answers in time', async () => {
		const { client, relay, room, call, path } = await asked()
		const { now } = Date
		vi.spyOn(Date, 'now').mockImplementation(() => now() + DESK_CALLS.waitMs + 1_000)
		// It is heard of: a relay that is silent for so long counts as away.
		await relay.request('desk.answer', { id: newCall().id, approved: true })
		await runDurableObjectAlarm(room)
		expect((await ended(relay, call)).error?.code).toBe('deadline_exceeded')
		expect(await answer(client, path, true)).not.toBe(204)
		expect(changes(relay)).toEqual([])
	})

	test('when the token of its relay is revoked', async () => {
		const { client, projectId, relay, path } = await asked()
		const { tokens } = (await (
			await client.call('GET', `/api/projects/${projectId}/relay-tokens`)
		).json()) as { tokens: { id: string }[] }
		for (const { id } of tokens)
			await client.call('DELETE', `/api/projects/${projectId}/relay-tokens/${id}`)
		expect(await answer(client, path, true)).not.toBe(204)
		expect(changes(relay)).toEqual([])
	})
})
