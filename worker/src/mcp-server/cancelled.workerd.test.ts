/**
 * A client of 2025 goes away, or cancels, while a person thinks: only the notification cancels, in a request of its own.
 * In 2026-07-28 the end of the stream does; it is not passed on across the loopback of these tests.
 */
import { expect, test } from 'vitest'
import { until } from '../../test/double/harness.ts'
import {
	ALL,
	ASKS_FORMS,
	CREATE,
	executed,
	LEGACY,
	LOOK,
	mcp,
	messagesOf,
	modernResult,
	newToken,
	question,
	send,
	useMcp,
} from '../../test/mcp/mcp-kit.ts'

useMcp()

const named = (name: string) => ({ ...CREATE, arguments: { action: 'create', name } })
const ran = (name: string) =>
	executed().filter(({ params }) => (params as { name?: unknown })?.name === name).length

/** One process of a client of 2025, as the official client behaves. */
async function connected(token: string) {
	const hello = {
		protocolVersion: LEGACY,
		capabilities: {},
		clientInfo: { name: 'Older', version: '1' },
	}
	const body = { jsonrpc: '2.0', id: 0, method: 'initialize', params: hello }
	const answer = await send(token, body)
	await answer.text()
	const session = answer.headers.get('mcp-session-id')
	const headers = {
		'mcp-protocol-version': LEGACY,
		...(session === null ? {} : { 'mcp-session-id': session }),
	}
	return {
		session,
		call: (id: number, params: object) =>
			send(token, { jsonrpc: '2.0', id, method: 'tools/call', params }, headers),
		cancel: async (requestId: number) => {
			const method = 'notifications/cancelled'
			const params = { requestId, reason: 'The user pressed Escape.' }
			const told = await send(token, { jsonrpc: '2.0', method, params }, headers)
			expect(told.status).toBe(202)
		},
	}
}

async function approve(
	{ conversationId, approvalId }: Awaited<ReturnType<typeof question>>,
	approved = true,
) {
	const path = `/api/conversations/${conversationId}/approvals/${approvalId}`
	return (await mcp.owner.call('POST', path, { approved, scope: 'once' })).status
}

test('2025: a cancelled change does not run, whoever approves it afterwards', async () => {
	const { token } = await newToken(ALL, 'escape')
	const client = await connected(token)
	const call = client.call(1, named('Escaped')).then(messagesOf)
	const asked = await question('Owner (escape)')
	await client.cancel(1)
	expect(await approve(asked)).not.toBe(204)
	expect((await call).at(-1)?.result?.isError).toBe(true)
	expect(ran('Escaped')).toBe(0)
})

test('2025: a change that waits behind another is cancelled alone', async () => {
	const { token } = await newToken(ALL, 'queued')
	const client = await connected(token)
	const first = client.call(1, named('First')).then(messagesOf)
	const asked = await question('Owner (queued)')
	const second = client.call(2, named('Second')).then(messagesOf)
	await client.cancel(2)
	expect((await second).at(-1)?.result?.isError).toBe(true)
	expect(await approve(asked)).toBe(204)
	expect((await first).at(-1)?.result?.isError).toBeUndefined()
	expect([ran('First'), ran('Second')]).toEqual([1, 0])
})

test('2025: a lost connection cancels nothing: the change runs when a person approves it', async () => {
	const { token } = await newToken(ALL, 'lid')
	const client = await connected(token)
	const stream = await client.call(1, named('KeptOpen'))
	const asked = await question('Owner (lid)')
	await stream.body?.cancel()
	expect(await approve(asked)).toBe(204)
	await until(() => ran('KeptOpen') === 1 || undefined, 'the change to run')
})

test('2025: of two processes with one token, the same request id names the own request', async () => {
	const { token } = await newToken(ALL, 'twins')
	const [left, right] = [await connected(token), await connected(token)]
	expect(left.session).not.toBe(right.session)
	const call = left.call(1, named('LeftKept')).then(messagesOf)
	const asked = await question('Owner (twins)')
	await right.cancel(1)
	expect(await approve(asked)).toBe(204)
	expect((await call).at(-1)?.result?.isError).toBeUndefined()
	expect(ran('LeftKept')).toBe(1)
})

test('2025: a cancelled read makes room for another', async () => {
	const { token } = await newToken(ALL, 'reads')
	const client = await connected(token)
	mcp.relayPhase('compiling')
	const progress = { ...LOOK, _meta: { progressToken: 1 } }
	const waits = await client.call(1, progress)
	const before = executed().length
	await client.cancel(1)
	expect((await messagesOf(waits)).at(-1)?.result?.isError).toBe(true)
	mcp.relayPhase('ready')
	await client.call(2, LOOK).then(messagesOf)
	expect(executed().length).toBe(before + 1)
})

test('a call that waits is withdrawn with collect', async () => {
	const { token } = await newToken(ALL, 'collects')
	const asked = await modernResult(token, 'tools/call', named('Collected'), ASKS_FORMS)
	const [conversationId = '', call = '', ...approval] = String(asked['requestState']).split('.')
	const stop = { name: 'collect', arguments: { id: `${conversationId}.${call}`, stop: true } }
	const stopped = await modernResult(token, 'tools/call', stop)
	expect(stopped.isError).toBe(true)
	expect(await approve({ conversationId, approvalId: approval.join('.') })).not.toBe(204)
	expect(ran('Collected')).toBe(0)
})

test('2025: a client that names no session, and has two requests with one id open, cancels neither', async () => {
	const { token } = await newToken(ALL, 'nameless')
	const ask = (name: string) =>
		send(token, { jsonrpc: '2.0', id: 7, method: 'tools/call', params: named(name) })
	const one = ask('One').then(messagesOf)
	const asked = await question('Owner (nameless)')
	const other = await ask('Other')
	await until(async () => {
		const page = await mcp.owner.call('GET', `/api/conversations/${asked.conversationId}/messages`)
		return (await page.text()).includes('Other') || undefined
	}, 'the second call to be there')
	const method = 'notifications/cancelled'
	await send(token, { jsonrpc: '2.0', method, params: { requestId: 7 } })
	expect(await approve(asked)).toBe(204)
	expect((await one).at(-1)?.result?.isError).toBeUndefined()
	expect(ran('One')).toBe(1)
	// The other one asks in the same run.
	const approvalId = await until(async () => {
		const path = `/api/conversations/${asked.conversationId}/stream`
		const frames = await (await mcp.owner.call('GET', path)).text()
		const last = [...frames.matchAll(/"approvalId":"([^"]+)"/g)].at(-1)?.[1]
		return last === asked.approvalId ? undefined : last
	}, 'the second question')
	expect(await approve({ ...asked, approvalId }, false)).toBe(204)
	await other.text()
	expect(ran('Other')).toBe(0)
})
