/** A shared conversation read without JavaScript, and without waking an object. */
import { env } from 'cloudflare:workers'
import { ConversationExport } from '@fairlead/protocol/conversations/conversation-export'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { api, useApi } from '../../../test/api-kit.ts'
import { fetchApp, ORIGIN } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { newShare, visit } from '../../../test/people/share-kit.ts'
import { database } from '../../db/client.ts'
import { conversations, messages } from '../../db/schema.ts'
import type { Env } from '../../env.ts'
import { createApp } from '../../http/app.ts'

useApi()
const db = database(env.DB)
const SCRIPT = '<script>alert(1)</script>'
const BLOB = 'blb_0000000000known'

/** A namespace of objects that no test may reach. */
const asleep = new Proxy(
	{},
	{
		get() {
			throw new Error('an object was woken')
		},
	},
)

/** From D1 alone. */
const read = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
	createApp().request(`${ORIGIN}${path}`, { headers }, {
		...env,
		CONVERSATION: asleep,
		ROOM: asleep,
		USER_FEED: asleep,
	} as unknown as Env)

const put = (conversationId: string, seq: number, ui: object & { role: 'user' | 'assistant' }) => ({
	id: `msg_${seq}`,
	conversationId,
	role: ui.role,
	text: '',
	runId: 'run_1',
	createdAt: seq,
	seq,
	ui: JSON.stringify({ id: `msg_${seq}`, ...ui }),
	model: '[]',
})

const answerOf = (conversationId: string) => ({
	role: 'assistant' as const,
	metadata: { runId: 'run_1', state: 'completed', usage: { inputTokens: 424242 } },
	parts: [
		{
			type: 'data-step',
			id: 'step-1',
			data: { seq: 1, kind: 'tools', state: 'done', startedAt: 1 },
		},
		{
			type: 'tool-unity_screenshot',
			toolCallId: 'c1',
			state: 'output-available',
			input: { action: 'game' },
			output: {
				result: { projectPath: '/home/ada/Game' },
				attachments: [
					{
						name: 'view.png',
						mediaType: 'image/png',
						url: `/api/conversations/${conversationId}/blobs/${BLOB}`,
						width: 4,
						height: 3,
						bytes: 4,
					},
				],
			},
		},
		{
			type: 'data-step',
			id: 'step-2',
			data: { seq: 2, kind: 'model', state: 'done', startedAt: 2 },
		},
		{ type: 'text', text: `# Done\n\n${SCRIPT}\n\n[x](javascript:alert(1)) **bold**` },
	],
})

let shared = ''
let token = ''
let shareId = ''

beforeAll(async () => {
	const made = await api.owner.call('POST', `/api/projects/${api.projectId}/conversations`, {
		title: `A cube ${SCRIPT}`,
	})
	shared = ((await made.json()) as { id: string }).id
	await db.insert(messages).values([
		put(shared, 1, {
			role: 'user',
			metadata: { by: { kind: 'session', id: 'usr_ada', userId: 'usr_ada', name: 'Ada' } },
			parts: [{ type: 'text', text: `Make a cube ${SCRIPT}` }],
		} as never),
		put(shared, 2, answerOf(shared)),
	])
	await db
		.update(conversations)
		.set({ lastRunId: 'run_1', lastRunState: 'completed' })
		.where(eq(conversations.id, shared))
	const share = await newShare(api.owner, api.projectId, { conversationId: shared })
	token = share.token
	shareId = share.id
})

test('a shared page is whole: question, line, answer, picture, title and preview', async () => {
	const answer = await read(`/s/${token}`)
	expect(answer.status).toBe(200)
	expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
	const text = await answer.text()
	expect(text).toContain('<h2>Ada</h2>')
	expect(text).toContain('<h3>Done</h3>')
	expect(text).toContain('<strong>bold</strong>')
	expect(text.match(/class="knot"/g)).toHaveLength(2)
	expect(text).toMatch(/<meta name="description" content="Make a cube &lt;script/)
	const image = /<img src="([^"]+)" alt="Game view" loading="lazy" width="4" height="3">/.exec(
		text,
	)?.[1]
	expect(text).toContain(`<meta property="og:image" content="${ORIGIN}${image}">`)
	// A preview's reader has no cookie, and gets the bytes.
	const picture = await fetchApp(image ?? '')
	expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
	expect(image).not.toContain(token)
})

test('a shared page runs nothing, tells no one, and is in no search engine', async () => {
	const answer = await read(`/s/${token}`)
	const text = await answer.text()
	expect(text).not.toMatch(/<script|href="javascript|<iframe|<link| on\w+="/i)
	expect(text).not.toMatch(/424242|usr_ada|\/home\/ada/)
	const csp = answer.headers.get('content-security-policy') ?? ''
	expect(csp).toContain("default-src 'none'")
	expect(csp).not.toMatch(/script-src|unsafe/)
	const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? ''
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
	expect(csp).toContain(btoa(String.fromCharCode(...new Uint8Array(digest))))
	expect(answer.headers.get('x-robots-tag')).toContain('noindex')
	expect(text).toContain('<meta name="robots" content="noindex')
	expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
	expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a shared page shows the picture of no other conversation, and none without its key', async () => {
	const text = await (await read(`/s/${token}`)).text()
	const address = /<img src="([^"]+)"/.exec(text)?.[1] ?? ''
	const key = address.split('/').at(-1) ?? ''
	const of = (conversationId: string, blobId: string, k: string) =>
		fetchApp(`/s/pictures/${shareId}/${conversationId}/${blobId}/${k}`)
	expect((await of(api.conversationId, BLOB, key)).status).toBe(404)
	expect((await of(shared, 'blb_0000000000other', key)).status).toBe(404)
	expect((await of(shared, BLOB, 'x'.repeat(43))).status).toBe(404)
})

test('a shared page of a run that is not finished says so, and offers the live page', async () => {
	const { token: live } = await newShare(api.owner, api.projectId, {
		conversationId: api.conversationId,
	})
	await db
		.update(conversations)
		.set({ lastRunState: 'running' })
		.where(eq(conversations.id, api.conversationId))
	const text = await (await read(`/s/${live}`)).text()
	expect(text).toContain('The agent is still working')
	expect(text).toContain(`<a href="/shared/${live}">Follow it live</a>`)
})

test('a long conversation is read page by page, each message once', async () => {
	const made = await api.owner.call('POST', `/api/projects/${api.projectId}/conversations`, {})
	const { id } = (await made.json()) as { id: string }
	const many = Array.from({ length: 230 }, (_, i) =>
		put(id, i + 1, {
			role: 'user',
			parts: [{ type: 'text', text: `message-${i + 1}.` }],
		} as never),
	)
	for (let from = 0; from < many.length; from += 8) {
		await db.insert(messages).values(many.slice(from, from + 8))
	}
	const share = await newShare(api.owner, api.projectId, { conversationId: id })
	const first = await (await read(`/s/${share.token}`)).text()
	expect(first.match(/message-\d+\./g)?.length).toBeGreaterThanOrEqual(200)
	const next = /<a href="([^"]+)">Continue reading/.exec(first)?.[1] ?? ''
	const second = await (await read(next)).text()
	const all = [
		...first.matchAll(/<p class="plain">message-(\d+)\./g),
		...second.matchAll(/<p class="plain">message-(\d+)\./g),
	]
	expect(all.map(([, n]) => Number(n))).toEqual(many.map((_, i) => i + 1))
	expect(second).not.toContain('Continue reading')
})

describe('a link to the project', () => {
	test('lists its conversations and shows each; a link to one shows no other', async () => {
		const { token: all } = await newShare(api.owner, api.projectId)
		const list = await (await read(`/s/${all}`)).text()
		expect(list).toContain(`/s/${all}/c/${shared}`)
		expect((await read(`/s/${all}/c/${shared}`)).status).toBe(200)
		expect((await read(`/s/${token}/c/${api.conversationId}`)).status).toBe(404)
		const other = await api.stranger.newProject()
		const made = await api.stranger.call('POST', `/api/projects/${other.id}/conversations`, {})
		const foreign = ((await made.json()) as { id: string }).id
		expect((await read(`/s/${all}/c/${foreign}`)).status).toBe(404)
	})
})

describe('a door before the page', () => {
	test('for links with a number of uses: looking takes none, opening one, and works without scripts', async () => {
		const { token: once } = await newShare(api.owner, api.projectId, {
			conversationId: shared,
			uses: 1,
		})
		for (let preview = 0; preview < 3; preview++) {
			const text = await (await read(`/s/${once}`)).text()
			expect(text).not.toContain('cube')
			expect(text).toContain(`<form method="post" action="/s/${once}">`)
		}
		const opened = await fetchApp(`/s/${once}`, {
			method: 'POST',
			redirect: 'manual',
			headers: { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
			body: '',
		})
		expect([opened.status, opened.headers.get('location')]).toEqual([303, `/s/${once}`])
		const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
		expect(await (await read(`/s/${once}`, { cookie })).text()).toContain('Make a cube')
		expect((await read(`/s/${once}`)).status).toBe(403)
	})

	test('for links that need a sign-in', async () => {
		const { token: signed } = await newShare(api.owner, api.projectId, {
			conversationId: shared,
			signInRequired: true,
		})
		const text = await (await read(`/s/${signed}`)).text()
		expect(text).toContain('for signed-in people')
		expect(text).not.toContain('cube')
		const outsider = (await newMember((await api.stranger.newProject()).id, 'viewer')).client
		const { client } = await visit(signed, outsider.cookie)
		expect(await (await read(`/s/${signed}`, { cookie: client.cookie })).text()).toContain('cube')
	})
})

describe('an export', () => {
	const path = (format: string) => `/api/conversations/${shared}/export/${format}`

	test('is made from D1, for members, and for visitors whose link allows it', async () => {
		const cookie = { cookie: api.owner.cookie }
		const text = await (await read(path('markdown'), cookie)).text()
		expect(text).toContain('# A cube')
		expect(text).toContain('## Ada\n\nMake a cube')
		expect(text).toContain('**bold**')
		const exported = ConversationExport.parse(await (await read(path('json'), cookie)).json())
		expect(exported).toMatchObject({ complete: true, version: 1 })
		expect(exported.messages).toHaveLength(2)
		expect(JSON.stringify(exported)).not.toMatch(/424242|usr_ada|home/)
		const closed = await visit(token)
		expect((await read(path('json'), { cookie: closed.client.cookie })).status).toBe(403)
		const open = await newShare(api.owner, api.projectId, { conversationId: shared, exports: true })
		const { client } = await visit(open.token)
		expect((await read(path('json'), { cookie: client.cookie })).status).toBe(200)
	})

	test('has its pictures, so that the file is complete alone', async () => {
		const get = async (format: string) => (await api.owner.call('GET', path(format))).text()
		const exported = ConversationExport.parse(JSON.parse(await get('json')))
		const address = `/api/conversations/${shared}/blobs/${BLOB}`
		const data = exported.pictures?.[address] ?? ''
		expect(data).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/)
		expect(exported.picturesLeftOut).toBe(0)
		const markdown = await get('markdown')
		expect(markdown).toContain('![view.png][picture-1]')
		expect(markdown).toContain(`\n[picture-1]: ${data}\n`)
		const text = await get('html')
		expect(text).toContain(`<img src="${data}"`)
		expect(text).not.toContain(address)
	})

	test('without an object that answers has the words, and says what is missing', async () => {
		const cookie = { cookie: api.owner.cookie }
		const left = 'Left out because they are gone or did not fit: 1.'
		expect(await (await read(path('markdown'), cookie)).text()).toContain(left)
		const exported = ConversationExport.parse(await (await read(path('json'), cookie)).json())
		expect([exported.pictures, exported.picturesLeftOut]).toEqual([{}, 1])
	})

	test('as HTML is a download of one file that runs its own script and nothing else', async () => {
		const answer = await read(path('html'), { cookie: api.owner.cookie })
		expect(answer.headers.get('content-disposition')).toMatch(
			/^attachment; filename="[\w-]+-\d{4}-\d\d-\d\d\.html"$/,
		)
		const text = await answer.text()
		const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)]
		expect(scripts).toHaveLength(1)
		const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(scripts[0]?.[1]))
		expect(text).toContain(
			`script-src &#39;sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}&#39;`,
		)
		expect(text).not.toMatch(/<(?:img|link|iframe)|src=|@import|url\(/)
		expect(text.match(/class="knot"/g)).toHaveLength(2)
	})
})

test('a revoked link is a page that says so, and its pictures are gone', async () => {
	const share = await newShare(api.owner, api.projectId, { conversationId: shared })
	const text = await (await read(`/s/${share.token}`)).text()
	const picture = /<img src="([^"]+)"/.exec(text)?.[1] ?? ''
	await api.owner.call('DELETE', `/api/projects/${api.projectId}/shares/${share.id}`)
	const gone = await read(`/s/${share.token}`)
	expect(gone.status).toBe(404)
	expect(await gone.text()).toContain('This link does not work.')
	expect((await fetchApp(picture)).status).toBe(404)
	expect((await read('/s/fls_nonsense')).status).toBe(404)
})
