/** Titles and names that a share link tells: never a folder of somebody's computer. */
import { env } from 'cloudflare:workers'
import { OpenedShare, ShareTarget } from '@fairlead/protocol/people/shares'
import { beforeAll, describe, expect, test } from 'vitest'
import { api, useApi } from '../../../test/api-kit.ts'
import { fetchApp, ORIGIN } from '../../../test/double/harness.ts'
import { newShare, visit } from '../../../test/people/share-kit.ts'
import { database } from '../../db/client.ts'
import { messages } from '../../db/schema.ts'
import { routes } from '../../http/routes.ts'

useApi()

/** A folder in each of these paths of a desk; nothing may tell it. */
const SECRET = 'alice-q7'
const back = (path: string): string => path.replaceAll('|', '\\')
const PATHS = [
	`/home/${SECRET}/secret/thing.txt`,
	back(`||server|${SECRET}|x`),
	`/Users/${SECRET}/My Game/Assets`,
	back(`C:|Users|${SECRET}|thing.txt`),
	`d:/work/${SECRET}/Assets/Player.cs`,
	`~/${SECRET}/notes.md`,
	`file:///home/${SECRET}/thing.txt`,
	`$HOME/${SECRET}`,
	back(`%APPDATA%|${SECRET}|log`),
]
const AROUND = [
	(path: string) => `look at ${path} and fix it`,
	(path: string) => path,
	(path: string) => `fix (${path}), please`,
	(path: string) => `"${path}": fix it`,
]
const TITLES = PATHS.map((path, at) => AROUND[at % AROUND.length]?.(path) ?? path)

const NAME = `Nightly /home/${SECRET}/H1 token=${SECRET}-key`
const BY = { kind: 'webhook', id: 'aut_1', userId: 'usr_1', name: NAME } as const
/** Everybody who is named in a conversation, and what is said of them. */
const MESSAGES = (conversationId: string) =>
	[
		{
			role: 'user' as const,
			metadata: { by: BY },
			parts: [{ type: 'text', text: 'Bake the light' }],
		},
		{
			role: 'assistant' as const,
			metadata: { runId: 'run_1', state: 'stopped', stoppedBy: BY },
			parts: [
				{ type: 'steering-message', id: 's1', parts: [{ type: 'text', text: 'Faster' }] },
				{ type: 'data-author', id: 's1', data: BY },
				{
					type: 'data-approval',
					id: 'a1',
					data: {
						approvalId: 'a1',
						toolCallId: 'c1',
						tool: 'unity_execute',
						action: 'run',
						covers: [],
						risk: 'execute',
						reads: [],
						askedAt: 1,
						answer: { approved: true, scope: 'once', by: 'person', author: BY, at: 2 },
					},
				},
				{
					type: 'data-wait',
					id: 'w1',
					data: { on: 'editor', reason: `${NAME} changes it`, startedAt: 1, endedAt: 2 },
				},
				{
					type: 'data-notice',
					id: 'n1',
					data: { level: 'info', code: 'x', text: `Stopped by ${NAME}`, hint: NAME },
				},
				{
					type: 'data-revert',
					id: 'r1',
					data: {
						revertId: 'r1',
						messageId: 'named_1',
						state: 'done',
						text: `Reverted by ${NAME}`,
						items: [{ stepId: 's', kind: 'editor', state: 'reverted', text: NAME }],
						counts: {},
						truncated: false,
						by: BY,
						createdAt: 1,
						finishedAt: 2,
						revertedBy: null,
					},
				},
			],
		},
	].map((ui, seq) => ({
		id: `named_${seq}`,
		conversationId,
		role: ui.role,
		text: '',
		runId: 'run_1',
		createdAt: seq,
		seq: seq + 1,
		ui: JSON.stringify({ id: `named_${seq}`, ...ui }),
		model: '[]',
	}))

const rename = async (path: string, names: object): Promise<void> => {
	expect((await api.owner.call('PATCH', path, names)).status).toBe(200)
}
const conversation = () => `/api/conversations/${api.conversationId}`

let ofConversation: string
let ofProject: string
let limited: string
/** Links and cookies: browsers that have opened them, and one that has not. */
let browsers: [string, string][]
beforeAll(async () => {
	const all = { role: 'editor', scene: true, exports: true } as const
	const { projectId, conversationId, owner } = api
	ofConversation = (await newShare(owner, projectId, { conversationId, ...all })).token
	ofProject = (await newShare(owner, projectId, { exports: true })).token
	limited = (await newShare(owner, projectId, { conversationId, uses: 1000 })).token
	const opened = [ofConversation, ofProject, limited].map(
		async (token): Promise<[string, string]> => [token, (await visit(token)).client.cookie],
	)
	browsers = [...(await Promise.all(opened)), [limited, '']]
})

describe('the answers of all routes that a visitor may call', () => {
	const visited = routes.filter(
		({ access, path }) =>
			access.by.includes('share') || /^\/(api\/shares|s|shared)\/:token/.test(path),
	)

	async function told(token: string, cookie: string): Promise<string[]> {
		const answers = visited.map(async ({ method, path, operationId }) => {
			const filled = path
				.replace(':token', token)
				.replace(':projectId', api.projectId)
				.replace(':conversationId', api.conversationId)
				.replace(/:[a-z]+Id/i, 'xxx_0000000000none')
			const answer = await fetchApp(filled, {
				method: method.toUpperCase(),
				redirect: 'manual',
				headers: { cookie, origin: ORIGIN, 'content-type': 'application/json' },
				...(method === 'get' ? {} : { body: '{}' }),
			})
			const headers = JSON.stringify([...answer.headers])
			return `${operationId} ${answer.status} ${headers} ${await answer.text()}`
		})
		return Promise.all(answers)
	}

	test('include those that name what is shared', async () => {
		const names = visited.map(({ operationId }) => operationId)
		for (const one of ['getShareTarget', 'openShare', 'readShare', 'readSharedConversation'])
			expect(names).toContain(one)
		for (const one of ['getConversation', 'listConversations', 'exportConversationAsJson'])
			expect(names).toContain(one)
	})

	test.each(TITLES)('do not tell where it lies on a disk: %s', async (title) => {
		await rename(conversation(), { title, folder: title.slice(0, 60) })
		// No name of a project is longer.
		await rename(`/api/projects/${api.projectId}`, { name: title.slice(0, 100) })
		for (const [token, cookie] of browsers) {
			for (const answer of await told(token, cookie)) expect(answer).not.toContain(SECRET)
		}
	})

	test.each([
		['which computer it was', `outsider (${SECRET}) by MCP, 2026-11-29`],
		['a secret', `log in with password=${SECRET}`],
	])('do not tell %s', async (_, title) => {
		await rename(conversation(), { title })
		for (const [token, cookie] of browsers) {
			for (const answer of await told(token, cookie)) expect(answer).not.toContain(SECRET)
		}
	})

	test('do not tell a secret in the name of the project or of a folder', async () => {
		const name = `password=${SECRET}`
		await rename(conversation(), { title: 'A cube', folder: name })
		await rename(`/api/projects/${api.projectId}`, { name })
		for (const [token, cookie] of browsers) {
			for (const answer of await told(token, cookie)) expect(answer).not.toContain(SECRET)
		}
	})

	test('name an automation, a token and their notices without folder and secret', async () => {
		await database(env.DB).insert(messages).values(MESSAGES(api.conversationId))
		let named = 0
		for (const [token, cookie] of browsers) {
			for (const answer of await told(token, cookie)) {
				expect(answer).not.toContain(SECRET)
				if (answer.includes('Nightly …')) named++
			}
		}
		// Links of both kinds name it: in the messages, three exports, and the page without JavaScript.
		expect(named).toBeGreaterThanOrEqual(10)
	})
})

test('the rest of a title is told, and all of it to members', async () => {
	const title = `look at ${PATHS[0]} and ${PATHS[1]}`
	await rename(conversation(), { title })
	const answer = await fetchApp(`/api/shares/${ofConversation}`)
	expect(ShareTarget.parse(await answer.json()).title).toBe('look at … and …')
	const opened = await fetchApp(`/api/shares/${ofConversation}`, {
		method: 'POST',
		headers: { origin: ORIGIN },
	})
	expect(OpenedShare.parse(await opened.json()).title).toBe('look at … and …')
	expect(await (await api.owner.call('GET', conversation())).json()).toMatchObject({ title })
})

test('a limited link that this browser has not opened tells no title at all', async () => {
	await rename(conversation(), { title: 'A quiet day' })
	const answer = await fetchApp(`/api/shares/${limited}`)
	expect(ShareTarget.parse(await answer.json())).toMatchObject({ title: null, opened: false })
})

test('a visitor does not find a conversation by what is cut out of its title', async () => {
	await rename(conversation(), { title: `Torches, see ${PATHS[0]}` })
	const { client } = await visit(ofProject)
	const found = async (q: string, by = client) => {
		const query = new URLSearchParams({ q })
		const answer = await by.call('GET', `/api/projects/${api.projectId}/conversations?${query}`)
		return ((await answer.json()) as { conversations: { id: string }[] }).conversations.map(
			({ id }) => id,
		)
	}
	expect(await found(SECRET)).toEqual([])
	expect(await found('torch secret')).toEqual([])
	expect(await found('TÓRCHES')).toEqual([api.conversationId])
	expect(await found(SECRET, api.owner)).toEqual([api.conversationId])
})
