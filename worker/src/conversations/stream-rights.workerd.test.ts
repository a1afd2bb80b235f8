/** An open stream whose reader loses the right to it. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { CreatedApiToken } from '@fairlead/protocol/people/api-tokens'
import { describe, expect, test } from 'vitest'
import { JournalingEditor } from '../../test/double/editor.ts'
import {
	Client,
	fetchApp,
	KEY_A,
	ORIGIN,
	roomWith,
	seat,
	until,
} from '../../test/double/harness.ts'

/** Reads until the stream ends, however it ends. */
function follow(answer: Response): { text: () => string; ended: Promise<void> } {
	let text = ''
	const reader = answer.body?.getReader()
	const ended = (async () => {
		const decoder = new TextDecoder()
		try {
			for (;;) {
				const next = await reader?.read()
				if (!next || next.done) return
				text += decoder.decode(next.value, { stream: true })
			}
		} catch {
			// Cut.
		}
	})()
	return { text: () => text, ended }
}

/** A run that waits while the editor compiles. */
async function waitingRun() {
	const room = await roomWith([seat(KEY_A, 'compiling')])
	const reader = await Client.signIn()
	const created = await room.client.call('POST', `/api/projects/${room.projectId}/conversations`, {
		mode: 'auto',
	})
	const { id } = (await created.json()) as { id: string }
	const path = `/api/conversations/${id}`
	/** The stream as a stock client requests it: held open during the wait. */
	const stream = (client: Client): Promise<Response> =>
		fetchApp(`${path}/stream`, { headers: { cookie: client.cookie, origin: ORIGIN } })
	await room.client.call('POST', `${path}/messages`, {
		message: { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'create a cube named Box' }] },
	})
	const followed = follow(await stream(reader))
	await until(() => followed.text().includes('data-wait') || undefined, 'the run to wait')
	return { room, reader, followed, path, stream }
}

async function newToken(client: Client) {
	const body = { label: 'script', scopes: ['conversations:read'], expiresInDays: null }
	const made = await client.call('POST', '/api/tokens', body)
	return (await made.json()) as CreatedApiToken
}

describe('an open stream', () => {
	test('ends when the API token it is read with is revoked; others stay', async () => {
		const { room, reader, followed, path } = await waitingRun()
		const { id, token } = await newToken(reader)
		const read = (): Promise<Response> =>
			fetchApp(`${path}/stream`, { headers: { authorization: `Bearer ${token}` } })
		const script = follow(await read())
		await until(() => script.text().includes('data-wait') || undefined, 'the script to follow')
		expect((await reader.call('DELETE', `/api/tokens/${id}`)).status).toBe(204)
		await script.ended
		expect(script.text()).not.toContain('"type":"finish"')
		expect((await read()).status).toBe(401)
		const editor = new JournalingEditor(room.relay)
		const serving = editor.serve()
		room.relay.phase(KEY_A, 'ready')
		await followed.ended
		expect(followed.text()).toContain('"type":"finish"')
		editor.stop()
		await serving
	})

	test('is not resumed for a token that was revoked while the Conversation was away', async () => {
		const { room, reader, followed, path } = await waitingRun()
		const { id, token } = await newToken(reader)
		const script = follow(
			await fetchApp(`${path}/stream`, { headers: { authorization: `Bearer ${token}` } }),
		)
		await until(() => script.text().includes('data-wait') || undefined, 'the script to follow')
		// The Conversation that hears of it ends before the stream is asked for again.
		await env.DB.prepare('delete from api_tokens where id = ?').bind(id).run()
		const conversation = env.CONVERSATION.getByName(path.split('/').at(-1) ?? '')
		await runInDurableObject(conversation, (_, state) => state.abort()).catch(() => undefined)
		await script.ended
		expect(script.text()).not.toContain('"type":"finish"')
		const editor = new JournalingEditor(room.relay)
		const serving = editor.serve()
		room.relay.phase(KEY_A, 'ready')
		await followed.ended
		expect(followed.text()).toContain('"type":"finish"')
		editor.stop()
		await serving
	})

	test('ends when its reader signs out, without the end of the answer; the run continues', async () => {
		const { room, reader, followed, path, stream } = await waitingRun()
		expect((await reader.call('POST', '/api/auth/sign-out')).status).toBe(204)
		await followed.ended
		expect(followed.text()).not.toContain('"type":"finish"')
		expect((await stream(reader)).status).toBe(401)
		const editor = new JournalingEditor(room.relay)
		const serving = editor.serve()
		room.relay.phase(KEY_A, 'ready')
		await until(async () => {
			const page = await (await room.client.call('GET', `${path}/messages`)).text()
			return page.includes('"state":"completed"') || undefined
		}, 'the run to end')
		expect(followed.text()).not.toContain('"type":"finish"')
		editor.stop()
		await serving
	})

	test('continues when another person signs out', async () => {
		const { room, reader, followed } = await waitingRun()
		const other = await Client.signIn()
		await other.call('POST', '/api/auth/sign-out')
		const editor = new JournalingEditor(room.relay)
		const serving = editor.serve()
		room.relay.phase(KEY_A, 'ready')
		await followed.ended
		expect(followed.text()).toContain('"type":"finish"')
		expect((await reader.call('GET', '/api/me')).status).toBe(200)
		editor.stop()
		await serving
	})
})
