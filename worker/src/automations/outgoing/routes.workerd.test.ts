/** Reports are made, changed and deleted; their secrets are never shown again. */
import { env } from 'cloudflare:workers'
import { AutomationList } from '@fairlead/protocol/automations/automations'
import { CreatedReport, type Report, ReportList } from '@fairlead/protocol/automations/reports'
import { beforeEach, expect, test } from 'vitest'
import { problemOf } from '../../../test/api-kit.ts'
import { type Made, newAutomation, pathOf } from '../../../test/automations/automation-kit.ts'
import { Client, ORIGIN } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { app, CONFIGURED } from '../../../test/people/sign-in-kit.ts'

const WEBHOOK = { kind: 'webhook', url: 'https://example.com/hook' } as const
const SLACK = 'https://hooks.slack.com/services/T0/B0/not-to-be-seen'
const GITHUB = {
	kind: 'github',
	repository: 'ada/game',
	make: { as: 'status', sha: 'head_commit.id', context: 'fairlead' },
} as const

let owner: Client
let made: Made

beforeEach(async () => {
	owner = await Client.signIn()
	made = await newAutomation(owner, (await owner.newProject()).id)
})

const create = (body: object, client = owner): Promise<Response> =>
	client.call('POST', `${pathOf(made)}/reports`, body)
const created = async (body: object): Promise<CreatedReport> => {
	const answer = await create(body)
	expect(answer.status).toBe(201)
	return CreatedReport.parse(await answer.json())
}
const listed = async (): Promise<Report[]> => {
	const answer = await owner.call('GET', `${pathOf(made)}/reports`)
	return ReportList.parse(await answer.json()).reports
}
const change = (id: string, body: object): Promise<Response> =>
	owner.call('PATCH', `${pathOf(made)}/reports/${id}`, body)
const issueOf = async (answer: Response) => {
	expect(answer.status).toBe(400)
	return (await problemOf(answer)).issues?.[0]
}

test('each kind of report is made, listed without its secret, changed and deleted', async () => {
	const webhook = await created({ target: WEBHOOK })
	expect(webhook).toMatchObject({
		target: WEBHOOK,
		to: 'example.com',
		enabled: true,
		off: null,
		outcomes: ['completed', 'failed', 'refused'],
		secret: expect.stringMatching(/^whsec_/),
	})
	const slack = await created({ target: { kind: 'slack' }, secret: SLACK })
	expect(slack).toMatchObject({ to: 'hooks.slack.com', secret: null })
	const github = await created({ target: GITHUB, secret: 'ghp_not-to-be-seen' })
	expect(github).toMatchObject({ to: 'ada/game', target: { api: 'https://api.github.com' } })
	const list = await listed()
	expect(list.map(({ id }) => id)).toEqual([webhook.id, slack.id, github.id])
	const seen = JSON.stringify(list)
	for (const secret of [webhook.secret ?? '', 'not-to-be-seen']) expect(seen).not.toContain(secret)

	const changed = await change(slack.id, { outcomes: ['failed'], enabled: false })
	expect(await changed.json()).toMatchObject({ outcomes: ['failed'], enabled: false, off: null })
	expect((await owner.call('DELETE', `${pathOf(made)}/reports/${slack.id}`)).status).toBe(204)
	expect(await listed()).toHaveLength(2)
})

test('a person who may change a report cannot have its token sent to a server of their own', async () => {
	const { id } = await created({ target: GITHUB, secret: 'ghp_x' })
	const elsewhere = { ...GITHUB, api: 'https://collector.example/api' }
	expect(await issueOf(await change(id, { target: elsewhere }))).toMatchObject({ path: '/secret' })
	expect((await change(id, { target: { ...GITHUB, repository: 'ada/other' } })).status).toBe(200)
	expect((await change(id, { target: elsewhere, secret: 'ghp_theirs' })).status).toBe(200)
})

test.each<[string, string, object]>([
	['/target/url', 'a private address', { target: { ...WEBHOOK, url: 'https://169.254.169.254/' } }],
	['/secret', 'Slack without its address', { target: { kind: 'slack' } }],
	[
		'/secret',
		'Slack in a private network',
		{ target: { kind: 'slack' }, secret: 'http://10.0.0.1' },
	],
	['/secret', 'GitHub without a token', { target: GITHUB }],
	[
		'/target/api',
		'GitHub in a private network',
		{ target: { ...GITHUB, api: 'https://10.0.0.1' }, secret: 'x' },
	],
	[
		'/target/repository',
		'no repository',
		{ target: { ...GITHUB, repository: '../../user' }, secret: 'x' },
	],
	[
		'/target/make/sha',
		'no path',
		{ target: { ...GITHUB, make: { as: 'status', sha: 'a b', context: 'c' } }, secret: 'x' },
	],
	[
		'/target/kind',
		'mail where none is set up',
		{ target: { kind: 'mail', userId: 'usr_0000000000aaaaaaaaaaaaaa' } },
	],
])('a report is refused, saying where (%s): %s', async (path, _, body) => {
	expect(await issueOf(await create(body))).toMatchObject({ path, message: expect.any(String) })
	expect(await listed()).toEqual([])
})

test('a mail goes to a member with a proven address, shown by their name; a stranger gets none', async () => {
	const { userId } = await newMember(made.projectId, 'viewer')
	const ask = (to: string) =>
		app.fetch(
			new Request(`${ORIGIN}${pathOf(made)}/reports`, {
				method: 'POST',
				headers: { cookie: owner.cookie, origin: ORIGIN, 'content-type': 'application/json' },
				body: JSON.stringify({ target: { kind: 'mail', userId: to } }),
			}),
			CONFIGURED,
		)
	expect(await issueOf(await ask(userId))).toMatchObject({ message: 'Mate has no mail address.' })
	const email = `${userId}@example.com`
	await env.DB.prepare('update users set email = ? where id = ?').bind(email, userId).run()
	expect((await ask(userId)).status).toBe(201)
	const [report] = await listed()
	expect(report).toMatchObject({ target: { kind: 'mail', userId }, to: 'Mate' })
	expect(JSON.stringify(report)).not.toContain(email)
	const elsewhere = await newMember((await owner.newProject()).id, 'viewer')
	expect(await issueOf(await ask(elsewhere.userId))).toMatchObject({
		message: 'Choose a member of the project.',
	})
})

test('the kind of a report stays, and a secret only where the kind has one', async () => {
	const { id } = await created({ target: WEBHOOK })
	expect(await issueOf(await change(id, { target: { kind: 'slack' } }))).toMatchObject({
		path: '/target/kind',
	})
	expect(await issueOf(await change(id, { secret: 'x' }))).toMatchObject({ path: '/secret' })
})

test('an automation has ten reports at most', async () => {
	for (let i = 0; i < 10; i++) await created({ target: WEBHOOK })
	expect((await create({ target: WEBHOOK })).status).toBe(409)
})

test('replacing the secret gives another one; only a webhook has one to replace', async () => {
	const webhook = await created({ target: WEBHOOK })
	const replace = (id: string) => owner.call('POST', `${pathOf(made)}/reports/${id}/secret`)
	const { secret } = (await (await replace(webhook.id)).json()) as { secret: string }
	expect(secret).toMatch(/^whsec_/)
	expect(secret).not.toBe(webhook.secret)
	const slack = await created({ target: { kind: 'slack' }, secret: SLACK })
	expect((await replace(slack.id)).status).toBe(409)
})

test('a switched-off report shows at its automation, until it is switched on again', async () => {
	const { id } = await created({ target: WEBHOOK })
	const off = { at: 1, reason: 'Nothing arrived for a day.' }
	await env.DB.prepare('update reports set enabled = 0, off = ? where id = ?')
		.bind(JSON.stringify(off), id)
		.run()
	const seen = async () => {
		const list = await owner.call('GET', `/api/projects/${made.projectId}/automations`)
		const one = (await (await owner.call('GET', pathOf(made))).json()) as { reportsOff: number }
		const [first] = AutomationList.parse(await list.json()).automations
		return [first?.reportsOff, one.reportsOff]
	}
	expect(await listed()).toMatchObject([{ enabled: false, off }])
	expect(await seen()).toEqual([1, 1])
	await change(id, { enabled: true })
	expect(await listed()).toMatchObject([{ enabled: true, off: null }])
	expect(await seen()).toEqual([0, 0])
})

test('viewers and strangers see no report, and none is reached through another automation', async () => {
	const { id } = await created({ target: WEBHOOK })
	const viewer = await newMember(made.projectId, 'viewer')
	expect((await viewer.client.call('GET', `${pathOf(made)}/reports`)).status).toBe(403)
	expect((await create({ target: WEBHOOK }, viewer.client)).status).toBe(403)
	const other = await newAutomation(owner, made.projectId)
	for (const [method, path] of [
		['PATCH', ''],
		['DELETE', ''],
		['POST', '/secret'],
	] as const) {
		const body = method === 'PATCH' ? { enabled: false } : undefined
		const answer = await owner.call(method, `${pathOf(other)}/reports/${id}${path}`, body)
		expect(answer.status, `${method} ${path}`).toBe(404)
	}
	expect(await listed()).toMatchObject([{ id, enabled: true }])
})
