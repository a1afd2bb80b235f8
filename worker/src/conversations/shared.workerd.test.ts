/** A run as visitors with a share link follow it: live, without what is not theirs, and no longer than their link. */
import { env } from 'cloudflare:workers'
import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import { STREAM_HEADER } from '@fairlead/protocol/conversations/messages'
import { VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import { describe, expect, test } from 'vitest'
import { clockAt, HOUR_MS } from '../../test/clock.ts'
import { JournalingEditor } from '../../test/double/editor.ts'
import {
	type Client,
	fetchApp,
	KEY_A,
	ORIGIN,
	roomWith,
	seat,
	until,
} from '../../test/double/harness.ts'
import { askedConversation } from '../../test/people/people-kit.ts'
import { connectVisitor, newShare, visit } from '../../test/people/share-kit.ts'
import { database } from '../db/client.ts'
import { messages } from '../db/schema.ts'

type Room = Awaited<ReturnType<typeof roomWith>>

/** Reads until the stream ends, however it ends. */
function follow(answer: Response): { text: () => string; ended: Promise<void> } {
	let text = ''
	const ended = (async () => {
		const decoder = new TextDecoder()
		try {
			for await (const piece of answer.body ?? []) text += decoder.decode(piece, { stream: true })
		} catch {
			// The stream was cut.
		}
	})()
	return { text: () => text, ended }
}

const say = (text: string) => ({
	message: { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] },
})

async function conversation(room: Room, mode = 'auto'): Promise<string> {
	const made = await room.client.call('POST', `/api/projects/${room.projectId}/conversations`, {
		mode,
		budget: { costUsd: 7.77 },
	})
	return ((await made.json()) as { id: string }).id
}

/** Follows like our page (`comesBack`), or like a stock client, for which the stream is held open. */
const stream = (client: Client, id: string, comesBack: boolean): Promise<Response> =>
	fetchApp(`/api/conversations/${id}/stream`, {
		headers: {
			cookie: client.cookie,
			origin: ORIGIN,
			...(comesBack ? { [STREAM_HEADER.name]: STREAM_HEADER.value } : {}),
		},
	})

const ended = async (room: Room, id: string): Promise<void> => {
	await until(async () => {
		const page = await (await room.client.call('GET', `/api/conversations/${id}/messages`)).text()
		return /"state":"(completed|failed|cancelled)"/.test(page) || undefined
	}, 'the run to end')
}

test('a visitor follows a run as it streams, and the link is revoked in the middle', async () => {
	const room = await roomWith([seat(KEY_A, 'compiling')])
	const id = await conversation(room)
	const share = await newShare(room.client, room.projectId, { conversationId: id })
	const { client } = await visit(share.token)
	const socket = await connectVisitor(client, id)
	await socket.request('viewer.hello', { protocolVersion: VIEWER_LINK.version })
	await room.client.call(
		'POST',
		`/api/conversations/${id}/messages`,
		say('create a cube named Box'),
	)
	await socket.wait(({ method }) => method === 'run.changed', 'the run')
	const followed = follow(await stream(client, id, false))
	await until(() => followed.text().includes('data-wait') || undefined, 'the run to wait')
	expect(followed.text()).toContain('"toolName":"unity_query"')
	const path = `/api/projects/${room.projectId}/shares/${share.id}`
	expect((await room.client.call('DELETE', path)).status).toBe(204)
	await followed.ended
	expect(followed.text()).not.toContain('"type":"finish"')
	expect((await stream(client, id, false)).status).toBe(401)
	expect((await socket.waitClosed()).code).toBe(4003)
	// The run continues for its members.
	const editor = new JournalingEditor(room.relay)
	const serving = editor.serve()
	room.relay.phase(KEY_A, 'ready')
	await ended(room, id)
	editor.stop()
	await serving
})

test('a link that expires ends the stream, without a frame being sent', async () => {
	const room = await roomWith([seat(KEY_A, 'compiling')])
	const id = await conversation(room)
	const share = await newShare(room.client, room.projectId, {
		conversationId: id,
		expiresInMs: HOUR_MS,
	})
	const { client } = await visit(share.token)
	await room.client.call(
		'POST',
		`/api/conversations/${id}/messages`,
		say('create a cube named Box'),
	)
	// The last moment in which it may still be opened, however long that takes here.
	const end = share.expiresAt ?? 0
	clockAt(end - 1)
	const followed = follow(await stream(client, id, false))
	clockAt(end)
	await followed.ended
	expect(followed.text()).not.toContain('"type":"finish"')
	expect((await stream(client, id, false)).status).toBe(401)
})

describe('taking part', () => {
	test('a visitor with the role editor writes, and the message says so', async () => {
		const room = await roomWith([seat(KEY_A)])
		const id = await conversation(room, 'read-only')
		const { token, id: shareId } = await newShare(room.client, room.projectId, {
			conversationId: id,
			role: 'editor',
		})
		const { client } = await visit(token)
		const posted = await client.call('POST', `/api/conversations/${id}/messages`, {
			...say('create a cube named Box'),
			mode: 'auto',
			model: 'demo/other',
		})
		expect(posted.status).toBe(200)
		const editor = new JournalingEditor(room.relay)
		const serving = editor.serve()
		await ended(room, id)
		editor.stop()
		await serving
		const page = (await (
			await room.client.call('GET', `/api/conversations/${id}/messages`)
		).json()) as MessagePage
		expect(page.messages[0]?.metadata?.['by']).toMatchObject({
			kind: 'share',
			id: shareId,
			name: 'Guest 1',
		})
		// The members' mode counts, whatever the visitor sent: nothing was made.
		expect(room.relay.calls().filter(({ method }) => method === 'unity_hierarchy')).toEqual([])
	})

	test.each([
		['viewer', 403, 403],
		['approver', 204, 403],
		['editor', 204, 200],
	] as const)('role %s: an approval %i, a message %i', async (role, answers, writes) => {
		const room = await roomWith([seat(KEY_A)])
		const { id, approvalId } = await askedConversation(room.client, room.projectId)
		const { token } = await newShare(room.client, room.projectId, { conversationId: id, role })
		const { client } = await visit(token)
		const path = `/api/conversations/${id}`
		const always = { approved: true, scope: 'project' }
		const answer = (body: object) => client.call('POST', `${path}/approvals/${approvalId}`, body)
		// No role of a link suffices: a rule for runs to come is the members'.
		expect((await answer(always)).status).toBe(403)
		expect((await answer({ approved: false })).status).toBe(answers)
		if (answers === 204) await ended(room, id)
		const posted = await client.call('POST', `${path}/messages`, say('what is selected?'))
		expect(posted.status).toBe(writes)
		await posted.body?.cancel()
	})
})

test('a visitor answers no approval of which part is not shared; a member does', async () => {
	const room = await roomWith([seat(KEY_A)])
	const path = `/api/projects/${room.projectId}/conversations`
	const made = await room.client.call('POST', path, { mode: 'ask' })
	const { id } = (await made.json()) as { id: string }
	const editor = new JournalingEditor(room.relay)
	const serving = editor.serve()
	const asking = await room.client.call(
		'POST',
		`/api/conversations/${id}/messages`,
		say('create a cube named ghp_Pl4ntedQPl4ntedQ'),
	)
	const approvalId =
		/"tool-approval-request","approvalId":"([^"]+)"/.exec(await asking.text())?.[1] ?? ''
	editor.stop()
	await serving
	expect(approvalId).not.toBe('')
	const { token } = await newShare(room.client, room.projectId, {
		conversationId: id,
		role: 'approver',
	})
	const { client } = await visit(token)
	const answer = (by: Client) =>
		by.call('POST', `/api/conversations/${id}/approvals/${approvalId}`, { approved: true })
	for (const approved of [true, false]) {
		const body = { approved }
		const refused = await client.call(
			'POST',
			`/api/conversations/${id}/approvals/${approvalId}`,
			body,
		)
		expect(refused.status).toBe(403)
	}
	expect((await answer(room.client)).status).toBe(204)
})

describe('never shared', () => {
	const SECRETS = [
		'/home/ada/Games',
		'C:\\Users\\ada',
		'ada-desk',
		'SECRET_FILE_TEXT',
		'SECRET_THOUGHT',
		'ada@example.com',
		'sk-ant-secret',
		'usr_',
		'9.87',
		'7.77',
		'123456',
		KEY_A,
		'prj_other',
		'SECRET_DIFF',
	]

	/** An answer as the server stores it, with what must stay with the members. */
	const answer = {
		id: 'msg_planted',
		role: 'assistant',
		metadata: {
			runId: 'run_1',
			model: 'demo/planner',
			state: 'completed',
			createdAt: 1,
			usage: { inputTokens: 123456, outputTokens: 123456, cacheReadTokens: 0, cacheWriteTokens: 0 },
			costUsd: 9.87,
			stoppedBy: { kind: 'session', id: 'usr_ada', userId: 'usr_ada', name: 'Ada' },
			mail: 'ada@example.com',
		},
		parts: [
			{ type: 'step-start' },
			{ type: 'reasoning', text: 'SECRET_THOUGHT' },
			{ type: 'data-secret', data: 'sk-ant-secret' },
			{
				type: 'text',
				text: 'Done: the cube is there.',
				providerMetadata: { key: 'sk-ant-secret' },
			},
			{
				type: 'data-step',
				id: 'step-1',
				data: { seq: 1, kind: 'tools', state: 'done', startedAt: 1, host: 'ada-desk' },
			},
			{
				type: 'tool-read_file',
				toolCallId: 'c1',
				state: 'output-available',
				input: { path: 'Assets/Player.cs' },
				output: { result: { text: 'SECRET_FILE_TEXT' } },
			},
			{
				type: 'tool-unity_query',
				toolCallId: 'c2',
				state: 'output-available',
				input: { action: 'find' },
				output: {
					result: {
						projectPath: '/games/a',
						hostName: 'ada-desk',
						log: 'Loaded /home/ada/Games/My Game/Assets/Player.cs and C:\\Users\\ada\\x.dll',
						objects: ['/Player/Gun'],
					},
					attachments: [
						{ name: 'a.txt', mediaType: 'text/plain', url: '/api/SECRET_FILE_TEXT', bytes: 1 },
						{
							name: 'p.png',
							mediaType: 'image/png',
							url: '/api/conversations/c/blobs/blb_1',
							bytes: 1,
						},
					],
				},
			},
			{
				type: 'data-call',
				id: 'c2',
				data: {
					toolCallId: 'c2',
					startedAt: 1,
					editorKey: KEY_A,
					editorName: 'ada-desk',
					error: { code: 'internal', message: 'No file /home/ada/Games/x', data: 'sk-ant-secret' },
				},
			},
			{
				type: 'data-approval',
				id: 'c2',
				data: {
					approvalId: 'a1',
					toolCallId: 'c2',
					tool: 'write_file',
					action: 'run',
					risk: 'write',
					editorKey: KEY_A,
					reads: [{ shows: 'file', method: 'read_file', params: { path: 'SECRET_FILE_TEXT' } }],
					askedAt: 1,
					answer: {
						approved: true,
						scope: 'once',
						by: 'person',
						at: 2,
						author: { kind: 'session', id: 'usr_ada', userId: 'usr_ada', name: 'Ada' },
					},
				},
			},
			{
				type: 'data-revert',
				id: 'rev_0000000000x',
				data: {
					revertId: 'rev_0000000000x',
					messageId: 'msg_planted',
					state: 'done',
					text: null,
					items: [
						{ key: 'k', kind: 'file', name: 'Assets/P.cs', state: 'reverted', diff: 'SECRET_DIFF' },
					],
					counts: { ready: 0, conflicts: 0, impossible: 0, reverted: 1, skipped: 0 },
					truncated: false,
					by: { kind: 'session', id: 'usr_ada', userId: 'usr_ada', name: 'Ada' },
					createdAt: 1,
				},
			},
		],
	}

	async function planted() {
		const room = await roomWith([
			{ ...seat(KEY_A, 'compiling'), projectPath: '/home/ada/Games/My Game' },
		])
		const id = await conversation(room)
		await database(env.DB)
			.insert(messages)
			.values({
				id: answer.id,
				conversationId: id,
				role: 'assistant',
				text: 'Done',
				runId: `run_${id}`,
				createdAt: 1,
				seq: 1,
				ui: JSON.stringify(answer),
				model: '[]',
			})
		await env.DB.prepare(
			`insert into runs (id, conversation_id, user_id, state, model, steps, started_at)
			values (?, ?, 'usr_ada', 'completed', 'demo/planner', 1, 1)`,
		)
			.bind(`run_${id}`, id)
			.run()
		await env.DB.prepare('update conversations set last_run_id = ? where id = ?')
			.bind(`run_${id}`, id)
			.run()
		return { room, id }
	}

	test.each([
		['of the conversation', true],
		['of the project', false],
	])('by a link %s: no answer has what was planted', async (_what, one) => {
		const { room, id } = await planted()
		const { token } = await newShare(room.client, room.projectId, {
			...(one ? { conversationId: id } : {}),
			role: 'editor',
			scene: true,
			exports: true,
			label: 'ada-desk',
		})
		const { client, opened } = await visit(token)
		const socket = await connectVisitor(client, id)
		await socket.request('viewer.hello', { protocolVersion: VIEWER_LINK.version })
		const posted = await client.call(
			'POST',
			`/api/conversations/${id}/messages`,
			say('create a cube named Box'),
		)
		const queued = await client.call(
			'POST',
			`/api/conversations/${id}/messages`,
			say('and a sphere'),
		)
		const exported = ['/export/json', '/export/markdown', '/export/html']
		const paths = ['', '/messages', '/queue', '/stream', ...exported]
		const answers = await Promise.all(
			paths.map(async (path) => {
				const read = await client.call('GET', `/api/conversations/${id}${path}`)
				expect(read.status, path).toBe(200)
				return read.text()
			}),
		)
		const list = await client.call('GET', `/api/projects/${room.projectId}/conversations`)
		expect(list.status).toBe(one ? 404 : 200)
		const all = [
			...answers,
			JSON.stringify(opened),
			await posted.text(),
			await queued.text(),
			await list.text(),
			await (await fetchApp(`/api/shares/${token}`)).text(),
			...socket.texts,
		].join('\n')
		// The shared part did arrive.
		for (const shown of [
			'the cube is there',
			'/Player/Gun',
			'blb_1',
			'…/Assets/Player.cs',
			'create a cube',
		]) {
			expect(all, shown).toContain(shown)
		}
		for (const secret of SECRETS) expect(all.includes(secret), secret).toBe(false)
		expect(all).not.toContain('"costUsd"')
		expect(all).not.toContain('"usage"')
	})
})
