import { runInDurableObject } from 'cloudflare:test'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { describe, expect, test } from 'vitest'
import {
	connectRelay,
	KEY_A,
	OK,
	roomWith,
	seat,
	until,
	watch,
} from '../../../test/double/harness.ts'

describe('room.read', () => {
	const hierarchy = { method: 'unity_query', params: { action: 'hierarchy' } }

	test('returns the editor’s answer, and stores nothing', async () => {
		const { client, projectId, relay } = await roomWith([seat(KEY_A)])
		const { viewer } = await watch(client, projectId)
		const answer = viewer.request('room.read', hierarchy)
		const call = await until(() => relay.calls()[0], 'a call')
		expect(call).toMatchObject({ method: 'unity_query', editorKey: KEY_A })
		expect(call.callId).toMatch(/^view\./)
		relay.reply(call.callId, OK)
		expect((await answer).result).toEqual(OK)
	})

	test('leaves nothing in the journal of a relay, however long a page watches', async () => {
		const { client, projectId, relay } = await roomWith([seat(KEY_A)])
		const { viewer } = await watch(client, projectId)
		for (let i = 0; i < 32; i++) {
			const answer = viewer.request('room.read', hierarchy)
			const call = await until(() => relay.calls()[i], 'a call')
			relay.reply(call.callId, OK)
			await answer
		}
		const forgotten = await until(
			() => (relay.forgotten().length > 0 ? relay.forgotten() : undefined),
			'forget',
		)
		expect(forgotten).toEqual(relay.calls().map((call) => call.callId))
	})

	test('sends identical reads once', async () => {
		const { client, projectId, relay } = await roomWith([seat(KEY_A)])
		const { viewer } = await watch(client, projectId)
		const other = (await watch(client, projectId)).viewer
		const answers = [viewer.request('room.read', hierarchy), other.request('room.read', hierarchy)]
		const call = await until(() => relay.calls()[0], 'a call')
		// Both requests are in before the answer: the second viewer's own request has been answered.
		await other.request('no.such.method', {})
		await viewer.request('no.such.method', {})
		// JSON with other spacing, as another library writes it, must work as well.
		relay.raw(`{ "id": "${call.callId}", "result": ${JSON.stringify(OK)}, "jsonrpc": "2.0" }`)
		for (const answer of await Promise.all(answers)) expect(answer.result).toEqual(OK)
		expect(relay.calls()).toHaveLength(1)
	})

	test.each([
		[
			'a change',
			{ method: 'unity_hierarchy', params: { action: 'create', name: 'Evil' } },
			'denied',
		],
		['another tool of the relay', { method: 'search_files', params: { regex: 'A' } }, 'denied'],
		['an unknown tool', { method: 'rm_rf', params: {} }, 'unknown_tool'],
		[
			'wrong arguments',
			{ method: 'unity_query', params: { action: 'nonsense' } },
			'invalid_arguments',
		],
	])('refuses %s', async (_, read, code) => {
		const { client, projectId, relay } = await roomWith([seat(KEY_A)])
		const { viewer } = await watch(client, projectId)
		const answer = await viewer.request('room.read', read)
		expect(answer.result).toMatchObject({ status: 'error', error: { code } })
		expect(relay.calls()).toEqual([])
	})

	test('a malformed read gets an error that says what is wrong', async () => {
		const { client, projectId } = await roomWith([seat(KEY_A)])
		const { viewer } = await watch(client, projectId)
		const answer = await viewer.request('room.read', { method: 7 })
		expect(answer.error?.code).toBe(RPC_ERROR.invalidParams)
	})

	test('says at once that Unity is busy instead of waiting', async () => {
		const { client, projectId } = await roomWith([seat(KEY_A, 'compiling')])
		const { viewer } = await watch(client, projectId)
		const answer = await viewer.request('room.read', hierarchy)
		expect(answer.result).toMatchObject({
			error: { code: 'editor_busy', message: 'Unity is compiling scripts.' },
		})
	})

	test('under way when the relay disconnects is answered, not left open', async () => {
		const { client, projectId, relay } = await roomWith([seat(KEY_A)])
		const { viewer } = await watch(client, projectId)
		const answer = viewer.request('room.read', hierarchy)
		await until(() => relay.calls()[0], 'a call')
		relay.close()
		expect((await answer).result).toMatchObject({ error: { code: 'no_editor' } })
	})

	test('only the relay that was asked can answer', async () => {
		const { client, projectId, token, relay } = await roomWith([seat(KEY_A)])
		const other = await connectRelay(projectId, token)
		await other.hello({ relayId: 'relay-2' })
		const { viewer } = await watch(client, projectId)
		const answer = viewer.request('room.read', hierarchy)
		const call = await until(() => relay.calls()[0], 'a call')
		other.reply(call.callId, { status: 'ok', result: 'forged' })
		await other.request('no.such.method', {})
		relay.reply(call.callId, OK)
		expect((await answer).result).toEqual(OK)
	})
})

describe('a conversation’s read in passing', () => {
	const check = {
		callId: 'view.check',
		method: 'unity_check',
		params: { method: 'unity_play', params: { action: 'enter' } },
		editorKey: KEY_A,
		timeoutMs: 5_000,
	}

	test('is answered by its relay, and is in no table', async () => {
		const { relay, room } = await roomWith([seat(KEY_A)])
		const answer = room.read(check)
		const call = await relay.waitCall(check.callId)
		expect(call).toMatchObject({ method: 'unity_check', editorKey: KEY_A, deadlineMs: 5_000 })
		const rows = await runInDurableObject(room, (_, { storage }) =>
			storage.sql.exec('select * from pending_call').toArray(),
		)
		expect(rows).toEqual([])
		relay.reply(check.callId, OK)
		expect(await answer).toEqual(OK)
	})

	test('that nobody needs any longer is withdrawn at the relay', async () => {
		const { relay, room } = await roomWith([seat(KEY_A)])
		const answer = room.read(check)
		await relay.waitCall(check.callId)
		expect(await room.cancel({ kind: 'conversation', id: 'c' }, [check.callId])).toEqual([])
		expect(await answer).toMatchObject({ status: 'error' })
		const cancelled = await until(
			() => relay.frames.find(({ method }) => method === 'call.cancel'),
			'the withdrawal',
		)
		expect(cancelled.params).toEqual({ callIds: [check.callId] })
	})

	test.each([
		['compiling', check, 'editor_busy'],
		['ready', { ...check, method: 'unity_play', params: { action: 'enter' } }, 'denied'],
		['ready', { ...check, method: 'read_file', params: { path: 'Assets/A.cs' } }, 'denied'],
		['ready', { ...check, editorKey: 'relay-9:aaaaaaaaaaaa' }, 'target_gone'],
	] as const)('at an editor that is %s: %j is refused as %s', async (phase, read, code) => {
		const { relay, room } = await roomWith([seat(KEY_A, phase)])
		expect(await room.read(read)).toMatchObject({ status: 'error', error: { code } })
		expect(relay.calls()).toEqual([])
	})
})

describe('room.diagnose', () => {
	test('passes on what the relay finds out, asked once for several pages', async () => {
		const { client, projectId, relay } = await roomWith([seat(KEY_A)])
		const { viewer, state } = await watch(client, projectId)
		const other = (await watch(client, projectId)).viewer
		const asked = { relayId: state.relays[0]?.relayId }
		const answers = [viewer.request('room.diagnose', asked), other.request('room.diagnose', asked)]
		const question = await until(
			() => relay.frames.find((frame) => frame.method === 'relay.diagnose'),
			'the question',
		)
		await other.request('no.such.method', {})
		await viewer.request('no.such.method', {})
		relay.reply(String(question.id), OK)
		for (const answer of await Promise.all(answers)) expect(answer.result).toEqual(OK)
		expect(relay.frames.filter((frame) => frame.method === 'relay.diagnose')).toHaveLength(1)
	})

	test('of a relay that is not connected, or one too old to know it, is answered at once', async () => {
		const { client, projectId, relay } = await roomWith([seat(KEY_A)])
		const { viewer, state } = await watch(client, projectId)
		const gone = await viewer.request('room.diagnose', { relayId: 'relay-9' })
		expect(gone.result).toMatchObject({ error: { code: 'no_editor' } })
		const answer = viewer.request('room.diagnose', { relayId: state.relays[0]?.relayId })
		const question = await until(
			() => relay.frames.find((frame) => frame.method === 'relay.diagnose'),
			'the question',
		)
		const error = { code: RPC_ERROR.methodNotFound, message: 'no such method' }
		relay.raw(JSON.stringify({ jsonrpc: '2.0', id: question.id, error }))
		expect((await answer).result).toMatchObject({ status: 'error' })
	})
})
