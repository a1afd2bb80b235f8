/** Runs that MCP clients on a relay's machine start, with a real Conversation. */

import { env } from 'cloudflare:workers'
import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import type { Author } from '@fairlead/protocol/people/author'
import { Me } from '@fairlead/protocol/people/session'
import type { DeskRunAnswer, RelayHelloResult } from '@fairlead/protocol/wire/relay-link'
import { afterEach, describe, expect, test } from 'vitest'
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

const stops: (() => void)[] = []
afterEach(() => {
	for (const stop of stops.splice(0)) stop()
})

let ids = 0
const newRun = (more: object = {}) => ({
	do: 'start',
	id: `mcp_${String(++ids).padStart(24, '0')}`,
	client: 'Coder',
	editorKey: KEY_A,
	task: 'create a cube named Task',
	mode: 'ask' as const,
	...more,
})

async function desk(seats = [seat(KEY_A)]) {
	const made = await roomWith(seats)
	stops.push(serve(made.relay))
	return made
}

const ask = async (relay: Relay, run: object): Promise<DeskRunAnswer> =>
	(await relay.request('desk.run', run)).result as DeskRunAnswer

async function standing(relay: Relay, run: object) {
	const answer = await ask(relay, run)
	if (!answer.ok) throw new Error(answer.message)
	return answer.standing
}

const about = (what: string, { id }: { id: string }, more: object = {}) => ({
	do: what,
	id,
	client: 'Coder',
	...more,
})

const question = (relay: Relay, run: { id: string }) =>
	until(async () => (await standing(relay, about('look', run))).questions[0], 'the run to ask')

const pageOf = async (id: string): Promise<MessagePage> =>
	(await env.CONVERSATION.getByName(id).messages({ limit: 9 })) as never

const changes = (relay: Relay) => relay.calls().filter(({ method }) => method === 'unity_hierarchy')

describe('a run that a desk client starts', () => {
	test('asks, is answered in the client, runs on its own editor, and is collected', async () => {
		const { relay } = await desk([seat(KEY_A), seat(KEY_B)])
		const run = newRun({ editorKey: KEY_B })
		expect((await standing(relay, run)).mayAnswer).toBe(true)
		const { approvalId } = await question(relay, run)
		expect(changes(relay)).toEqual([])
		await standing(relay, about('answer', run, { approvalId, approved: true }))
		const done = await until(async () => {
			const now = await standing(relay, about('look', run))
			return now.state === 'completed' ? now : undefined
		}, 'the run to complete')
		expect(done.answer).not.toBe('')
		expect(changes(relay)).toMatchObject([{ editorKey: KEY_B }])
	})

	test('is the same run when its start is repeated, also at the same moment', async () => {
		const { client, projectId, relay } = await desk()
		const run = newRun()
		const all = await Promise.all([1, 2, 3].map(() => standing(relay, run)))
		all.push(await standing(relay, run))
		expect(new Set(all.map(({ conversationId }) => conversationId)).size).toBe(1)
		const listed = await client.call('GET', `/api/projects/${projectId}/conversations`)
		expect(((await listed.json()) as { conversations: unknown[] }).conversations).toHaveLength(1)
		const page = await pageOf(all[0]?.conversationId ?? '')
		const users = page.messages.filter(({ role }) => role === 'user')
		expect(users).toHaveLength(1)
	})

	test('is signed by the client, for the person who linked the computer', async () => {
		const { client, relay } = await desk()
		const { conversationId } = await standing(relay, newRun())
		const me = Me.parse(await (await client.call('GET', '/api/me')).json())
		const page = await pageOf(conversationId)
		const author = page.messages.find(({ role }) => role === 'user')?.metadata?.by as
			| Author
			| undefined
		expect(author).toMatchObject({ kind: 'mcp', userId: me.userId })
		expect(author?.name).toContain('Coder')
		expect(author?.name).toContain(me.name)
	})

	test('is stopped, and what it asked for never runs', async () => {
		const { relay } = await desk()
		const run = newRun()
		await standing(relay, run)
		await question(relay, run)
		await standing(relay, about('stop', run))
		await until(async () => {
			const { state } = await standing(relay, about('look', run))
			return state === 'cancelled' || undefined
		}, 'the run to stop')
		expect(changes(relay)).toEqual([])
	})
})

describe('a run is refused', () => {
	test('if the person who linked the computer may not start runs any more', async () => {
		const { client, projectId, relay } = await desk()
		await env.DB.prepare("update members set role = 'approver' where project_id = ?")
			.bind(projectId)
			.run()
		const answer = await ask(relay, newRun())
		expect(answer).toMatchObject({ ok: false, message: expect.stringContaining('role editor') })
		const listed = await client.call('GET', `/api/projects/${projectId}/conversations`)
		expect(((await listed.json()) as { conversations: unknown[] }).conversations).toEqual([])
	})

	test("for another relay: its runs, and this one's editor", async () => {
		const { client, projectId, relay } = await desk()
		const run = newRun()
		await standing(relay, run)
		const { token } = await client.newRelayToken(projectId)
		const other = await connectRelay(projectId, token)
		const hello = await other.hello({ relayId: 'relay-2', relaySecret: 'x'.repeat(43) })
		expect((hello.result as RelayHelloResult).deskRuns).toBe(true)
		for (const what of ['look', 'stop'])
			expect(await ask(other, about(what, run))).toMatchObject({ ok: false })
		expect(await ask(other, newRun())).toMatchObject({ ok: false })
		expect((await standing(relay, about('look', run))).state).not.toBe('cancelled')
	})
})
