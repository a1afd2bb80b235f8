/** Visitors with a share link, in the project's room: when they are closed, and what they see. */
import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { type RoomState, VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api-kit.ts'
import { HOUR_MS, ringAt } from '../../../test/clock.ts'
import { KEY_A, roomWith, seat, until, watch } from '../../../test/double/harness.ts'
import { connectVisitor, newShare, openLink, visit } from '../../../test/people/share-kit.ts'

useApi()

describe.each([
	['awake', async (): Promise<void> => undefined],
	['after hibernation', (id: string): Promise<void> => evictDurableObject(env.ROOM.getByName(id))],
] as const)('what a visitor has open, %s', (_state, sleep) => {
	async function visiting(wanted: Parameters<typeof newShare>[2] = {}) {
		const room = await roomWith([seat(KEY_A)])
		const made = await room.client.call('POST', `/api/projects/${room.projectId}/conversations`, {})
		const { id } = (await made.json()) as { id: string }
		const share = await newShare(room.client, room.projectId, { conversationId: id, ...wanted })
		const { client } = await visit(share.token)
		const viewer = await connectVisitor(client, id)
		const hello = await viewer.request('viewer.hello', { protocolVersion: VIEWER_LINK.version })
		return { room, id, share, client, viewer, state: hello.result as RoomState }
	}

	test('is closed when the link is revoked, and the browser is out', async () => {
		const { room, id, share, client, viewer } = await visiting()
		await sleep(room.projectId)
		const link = `/api/projects/${room.projectId}/shares/${share.id}`
		expect((await room.client.call('DELETE', link)).status).toBe(204)
		expect((await viewer.waitClosed()).code).toBe(CLOSE.unauthorized)
		expect((await client.call('GET', `/api/conversations/${id}`)).status).toBe(401)
		expect((await openLink(share.token)).status).toBe(404)
		expect((await room.client.call('DELETE', link)).status).toBe(204)
	})

	test('is closed when the link expires, by the room itself', async () => {
		const { room, viewer, share, client, id } = await visiting({ expiresInMs: HOUR_MS })
		await sleep(room.projectId)
		await ringAt(env.ROOM.getByName(room.projectId), Date.now() + HOUR_MS)
		expect((await viewer.waitClosed()).code).toBe(CLOSE.unauthorized)
		expect((await client.call('GET', `/api/conversations/${id}`)).status).toBe(401)
		expect((await openLink(share.token)).status).toBe(404)
	})

	test('is closed when the conversation is deleted', async () => {
		const { room, id, viewer } = await visiting()
		await sleep(room.projectId)
		await room.client.call('DELETE', `/api/conversations/${id}`)
		expect((await viewer.waitClosed()).code).toBe(CLOSE.unauthorized)
	})

	test('shows who else is at this conversation, both ways, each person once, and no one elsewhere', async () => {
		const { room, id, share, viewer, client } = await visiting()
		const { viewer: owner } = await watch(room.client, room.projectId)
		owner.notify('viewer.at', { conversationId: id })
		const { viewer: elsewhere } = await watch(room.client, room.projectId)
		elsewhere.notify('viewer.at', { conversationId: 'cnv_0000000000other' })
		await sleep(room.projectId)
		const second = await connectVisitor((await visit(share.token)).client, id)
		await second.request('viewer.hello', { protocolVersion: VIEWER_LINK.version })
		const again = await connectVisitor(client, id)
		const hello = await again.request('viewer.hello', { protocolVersion: VIEWER_LINK.version })
		const namesIn = (state: unknown) => (state as RoomState).viewers.map(({ name }) => name).sort()
		const everybody = ['Guest 1', 'Guest 2', 'Owner']
		expect(namesIn(hello.result)).toEqual(everybody)
		const seen = await until(
			() =>
				owner.frames.findLast(
					({ method, params }) => method === 'room.state' && namesIn(params).length === 3,
				),
			'the owner to see the guests',
		)
		expect(namesIn(seen.params)).toEqual(everybody)
		viewer.close()
	})

	test('hears of this conversation only', async () => {
		const { room, id, viewer } = await visiting()
		await sleep(room.projectId)
		const change = (conversationId: string) =>
			room.room.runChanged({ conversationId, runId: 'run_1', state: 'running' }, 'model')
		await change('cnv_0000000000other')
		await room.room.conversationsChanged('cnv_0000000000other')
		await change(id)
		await viewer.wait(({ method }) => method === 'run.changed', 'its own run')
		expect(JSON.stringify(viewer.frames)).not.toContain('cnv_0000000000other')
	})

	test.each([
		[false, 0],
		[true, 1],
	])('with the scene shared (%s): no machine and no folder either way', async (scene, editors) => {
		const { room, viewer, state } = await visiting({ scene })
		const { viewer: owner } = await watch(room.client, room.projectId)
		await owner.request('room.setTarget', { editorKey: KEY_A })
		await sleep(room.projectId)
		expect(state.editors).toHaveLength(editors)
		room.relay.notify('seat.changed', { editorKey: KEY_A, scopes: ['hierarchy'] })
		room.relay.phase(KEY_A, 'modal', 'Save /games/a/Secret.unity?')
		await owner.wait(
			({ params }) => JSON.stringify(params ?? {}).includes('Secret.unity'),
			'the dialog',
		)
		const read = (params: object) => viewer.request('room.read', { method: 'unity_query', params })
		const refused = [
			await read({ action: 'project_info' }),
			await viewer.request('room.read', { method: 'read_file', params: { path: 'Assets/S.cs' } }),
			await viewer.request('room.read', {
				method: 'unity_query',
				params: { action: 'hierarchy' },
				editorKey: KEY_A,
			}),
			await viewer.request('room.setTarget', { editorKey: KEY_A }),
		]
		for (const frame of refused) expect(JSON.stringify(frame)).toMatch(/denied|only view/)
		room.relay.phase(KEY_A, 'ready')
		await owner.wait(({ params }) => JSON.stringify(params ?? {}).includes('"ready"'), 'ready')
		const answer = read({ action: 'hierarchy' })
		if (scene) {
			const call = await until(
				() => room.relay.calls().find(({ method }) => method === 'unity_query'),
				'the read',
			)
			const scenes = [{ name: 'Main', path: 'Assets/Levels/Main.unity', at: '/home/ada/relay-1' }]
			room.relay.reply(call.callId, { status: 'ok', result: { objects: [], scenes } })
		}
		expect(JSON.stringify(await answer)).toContain(scene ? '"objects"' : 'denied')
		const seen = viewer.texts.join('\n')
		for (const secret of ['/games', 'relay-1', 'desk', 'Secret.unity', 'Game a', 'Levels', KEY_A]) {
			expect(seen, secret).not.toContain(secret)
		}
	})
})
