/** A client whose right ends while its calls wait: none is answered, and none runs afterwards. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import {
	ALL,
	CREATE,
	executed,
	LOOK,
	legacy,
	mcp,
	messagesOf,
	newToken,
	question,
	useMcp,
} from '../../test/mcp/mcp-kit.ts'
import { newMember } from '../../test/people/people-kit.ts'

useMcp()

const HIERARCHY = { uri: 'fairlead://hierarchy' }
const named = (name: string) => ({ ...CREATE, arguments: { action: 'create', name } })
const ranOf = (name: string) =>
	executed().filter(({ params }) => (params as { name?: unknown })?.name === name).length

test('a revoked token ends five calls that wait while Unity compiles and a person thinks', async () => {
	const { token, id } = await newToken(ALL, 'lost')
	mcp.relayPhase('compiling')
	const asks = legacy(token, 'tools/call', named('Lost1'))
	const { conversationId, approvalId } = await question('Owner (lost)')
	const waiting = [
		asks,
		legacy(token, 'tools/call', named('Lost2')),
		legacy(token, 'tools/call', LOOK),
		legacy(token, 'tools/call', { ...LOOK, _meta: { progressToken: 1 } }),
		legacy(token, 'resources/read', HIERARCHY),
	]
	await waiting[3]
	const before = executed().length
	expect((await mcp.owner.call('DELETE', `/api/tokens/${id}`)).status).toBe(204)
	// A person who answers now finds nothing to answer.
	const path = `/api/conversations/${conversationId}/approvals/${approvalId}`
	const late = await mcp.owner.call('POST', path, { approved: true, scope: 'once' })
	expect(late.status).not.toBe(204)
	mcp.relayPhase('ready')
	for (const answer of await Promise.all(waiting)) {
		const last = (await messagesOf(answer)).at(-1)
		expect(last?.error ?? last?.result?.isError).toBeTruthy()
		expect(JSON.stringify(last)).not.toMatch(/root_count|"contents"|Lost[12]/)
	}
	expect(executed().length).toBe(before)
	// Another client is served, so nothing of it comes later either.
	const other = await newToken(['editor:read'])
	await legacy(other.token, 'tools/call', LOOK).then(messagesOf)
	expect(executed().length).toBe(before + 1)
})

test('an approved call that waits for Unity does not run when Unity is ready if the token was revoked', async () => {
	const { token, id } = await newToken(['editor:read', 'editor:call'], 'approved')
	const call = legacy(token, 'tools/call', named('Approved'))
	const { conversationId, approvalId } = await question('Owner (approved)')
	mcp.relayPhase('compiling')
	const path = `/api/conversations/${conversationId}/approvals/${approvalId}`
	expect((await mcp.owner.call('POST', path, { approved: true, scope: 'once' })).status).toBe(204)
	expect((await mcp.owner.call('DELETE', `/api/tokens/${id}`)).status).toBe(204)
	mcp.relayPhase('ready')
	const last = (await messagesOf(await call)).at(-1)
	expect(last?.error ?? last?.result?.isError).toBeTruthy()
	const other = await newToken(['editor:read'])
	await legacy(other.token, 'tools/call', LOOK).then(messagesOf)
	expect(ranOf('Approved')).toBe(0)
})

test('a read that waits ends when its person is removed from the project', async () => {
	const { client, userId } = await newMember(mcp.projectId, 'editor')
	const body = { label: 'leaves', scopes: ['editor:read'], expiresInDays: 1 }
	const made = await client.call('POST', '/api/tokens', body)
	const { token } = (await made.json()) as { token: string }
	mcp.relayPhase('compiling')
	const waits = await legacy(token, 'tools/call', { ...LOOK, _meta: { progressToken: 1 } })
	const before = executed().length
	const path = `/api/projects/${mcp.projectId}/members/${userId}`
	expect((await mcp.owner.call('DELETE', path)).status).toBe(204)
	mcp.relayPhase('ready')
	const last = (await messagesOf(waits)).at(-1)
	expect(last?.error ?? last?.result?.isError).toBeTruthy()
	expect(executed().length).toBe(before)
})

test('a client cancels its own calls only', async () => {
	const { token } = await newToken(ALL, 'cancels')
	const call = legacy(token, 'tools/call', named('Kept')).then(messagesOf)
	const { conversationId, approvalId } = await question('Owner (cancels)')
	const foreign = { kind: 'token', id: 'tok_other', userId: null, name: 'Other' } as const
	await env.CONVERSATION.getByName(conversationId).cancelClientCall(approvalId, foreign)
	const path = `/api/conversations/${conversationId}/approvals/${approvalId}`
	expect((await mcp.owner.call('POST', path, { approved: true, scope: 'once' })).status).toBe(204)
	expect((await call).at(-1)?.result?.isError).toBeUndefined()
	expect(ranOf('Kept')).toBe(1)
})
