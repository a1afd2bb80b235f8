import { env } from 'cloudflare:workers'
import { TOKEN_SCOPES } from '@fairlead/protocol/api-tokens'
import { RPC_ERROR } from '@fairlead/protocol/json-rpc'
import { beforeEach, expect, test } from 'vitest'
import { problemOf, useApi } from '../../test/api-kit.ts'
import { type Client, fetchApp, KEY_A, roomWith, seat } from '../../test/double/harness.ts'
import { newMember } from '../../test/people-kit.ts'
import { database } from '../db/client.ts'
import { audit } from '../db/people-schema.ts'

useApi()

let room: Awaited<ReturnType<typeof roomWith>>
beforeEach(async () => {
	room = await roomWith([seat(KEY_A)])
})

const pathOf = (editorKey: string) =>
	`/api/projects/${room.projectId}/seats/${encodeURIComponent(editorKey)}/dialog`
const press = (client: Client, editorKey = KEY_A) =>
	client.call('POST', pathOf(editorKey), { dialogId: 'd1', button: 'Ignore' })
const asked = () => room.relay.wait(({ method }) => method === 'dialog.answer', 'dialog.answer')
const requests = (): number =>
	room.relay.frames.filter(({ method }) => method === 'dialog.answer').length

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
		...{ label: 'script', scopes: TOKEN_SCOPES, expiresInDays: 1 },
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
	expect(requests()).toBe(0)
})

test('what the relay refuses reaches the person as its sentence', async () => {
	const answer = press(room.client)
	const { id } = await asked()
	const message = 'That dialog is no longer open. Nothing was pressed.'
	const error = { code: RPC_ERROR.forbidden, message }
	room.relay.raw(JSON.stringify({ jsonrpc: '2.0', id, error }))
	expect(await problemOf(await answer)).toMatchObject({ code: 'conflict', title: message })
})
