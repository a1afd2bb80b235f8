import { env } from 'cloudflare:workers'
import { TOKEN_SCOPES } from '@fairlead/protocol/people/api-tokens'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { beforeEach, expect, test } from 'vitest'
import { problemOf, useApi } from '../../../test/api-kit.ts'
import { type Client, fetchApp, KEY_A, roomWith, seat } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { audit } from '../../accounts/store/people-schema.ts'
import { database } from '../../db/client.ts'
import { fromBase64 } from '../../ports/base64.ts'

useApi()

let room: Awaited<ReturnType<typeof roomWith>>
beforeEach(async () => {
	room = await roomWith([seat(KEY_A)])
})

const pathOf = (editorKey: string) =>
	`/api/projects/${room.projectId}/seats/${encodeURIComponent(editorKey)}/dialog`
const press = (client: Client, editorKey = KEY_A) =>
	client.call('POST', pathOf(editorKey), { dialogId: 'd1', button: 'Ignore' })
const look = (client: Client, editorKey = KEY_A) =>
	client.call(
		'GET',
		`/api/projects/${room.projectId}/seats/${encodeURIComponent(editorKey)}/dialog/picture?dialogId=d1`,
	)
const asked = () => room.relay.wait(({ method }) => method === 'dialog.answer', 'dialog.answer')
const requests = (): number =>
	room.relay.frames.filter(({ method }) => method?.startsWith('dialog.')).length

test('an approver presses a button; the relay hears which dialog they saw, and the log names them', async () => {
	const { client, userId } = await newMember(room.projectId, 'approver')
	const answer = press(client)
	const { id, params } = await asked()
	expect(params).toEqual({ editorKey: KEY_A, dialogId: 'd1', button: 'Ignore' })
	const done = { title: 'Enter Safe Mode?', pressed: 'Ignore', closed: true }
	room.relay.reply(id ?? '', done)
	expect(await (await answer).json()).toEqual(done)
	const rows = await database(env.DB).select().from(audit)
	expect(rows.filter(({ projectId }) => projectId === room.projectId)).toContainEqual(
		expect.objectContaining({
			event: 'answerDialog',
			userId,
			subject: KEY_A,
			detail: JSON.stringify({ dialog: 'Enter Safe Mode?', pressed: 'Ignore' }),
		}),
	)
})

test('viewers, API tokens and strangers press nothing, and folders of other projects are not there', async () => {
	expect((await press((await newMember(room.projectId, 'viewer')).client)).status).toBe(403)
	const made = await room.client.call('POST', '/api/tokens', {
		label: 'script',
		scopes: TOKEN_SCOPES,
		expiresInDays: 1,
	})
	const { token } = (await made.json()) as { token: string }
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
	const body = JSON.stringify({ dialogId: 'd1', button: 'Ignore' })
	const byToken = await fetchApp(pathOf(KEY_A), { method: 'POST', headers, body })
	expect(byToken.status).toBe(401)
	const elsewhere = await roomWith([])
	const stranger = (await newMember(elsewhere.projectId, 'owner')).client
	expect((await press(stranger)).status).toBe(404)
	expect((await press(room.client, 'relay-1:bbbbbbbbbbbb')).status).toBe(404)
	expect((await look((await newMember(room.projectId, 'viewer')).client)).status).toBe(403)
	expect((await fetchApp(`${pathOf(KEY_A)}/picture?dialogId=d1`, { headers })).status).toBe(401)
	expect((await look(stranger)).status).toBe(404)
	expect((await look(room.client, 'relay-1:bbbbbbbbbbbb')).status).toBe(404)
	expect(requests()).toBe(0)
})

test('a refusal of the relay reaches the person as its sentence', async () => {
	const answer = press(room.client)
	const { id } = await asked()
	const message = 'That dialog is no longer open, so no button was pressed.'
	const error = { code: RPC_ERROR.forbidden, message }
	room.relay.raw(JSON.stringify({ jsonrpc: '2.0', id, error }))
	expect(await problemOf(await answer)).toMatchObject({ code: 'conflict', title: message })
})

/** One pixel. */
const PNG =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('an approver sees a picture of the window, which is stored nowhere and is nothing but a PNG', async () => {
	const { client } = await newMember(room.projectId, 'approver')
	const pictures = () =>
		room.relay.wait(({ method }) => method === 'dialog.picture', 'dialog.picture')
	const answer = look(client)
	const { id, params } = await pictures()
	expect(params).toEqual({ editorKey: KEY_A, dialogId: 'd1' })
	const size = { mediaType: 'image/png', width: 1, height: 1 }
	room.relay.reply(id ?? '', { ...size, base64: PNG })
	const shown = await answer
	expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
	expect(shown.headers.get('cache-control')).toBe('no-store')
	expect(new Uint8Array(await shown.arrayBuffer())).toEqual(fromBase64(PNG))
	room.relay.frames.length = 0
	const other = look(client)
	room.relay.reply((await pictures()).id ?? '', { ...size, base64: btoa('<svg onload="x()"/>') })
	expect(await problemOf(await other)).toMatchObject({ code: 'conflict' })
})
