/** The audit log: nothing that changes something is missing from it, and nothing secret is in it. */
import { env } from 'cloudflare:workers'
import { AuditEntry, AuditPage } from '@fairlead/protocol/people/audit'
import { CreatedInvitation } from '@fairlead/protocol/people/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { JSON_TYPE } from '../../../test/api-kit.ts'
import { Client, fetchApp, ORIGIN } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { isRecorded } from '../../http/recording.ts'
import { routes } from '../../http/routes.ts'

const ADDRESS = '203.0.113.7'
const DAY_MS = 86_400_000

let owner: Client
let projectId: string
let path: string

const from = (client: Client, method: string, at: string, body?: unknown) =>
	fetchApp(at, {
		method,
		headers: {
			cookie: client.cookie,
			origin: ORIGIN,
			'cf-connecting-ip': ADDRESS,
			...(body === undefined ? {} : JSON_TYPE),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})
const pageOf = async (query = '', client = owner, at = `${path}/audit`): Promise<AuditPage> =>
	AuditPage.parse(await (await client.call('GET', `${at}${query}`)).json())
const events = async (query = '') => (await pageOf(query)).entries.map(({ event }) => event)

beforeEach(async () => {
	owner = await Client.signIn()
	projectId = (await owner.newProject('Racer')).id
	path = `/api/projects/${projectId}`
})

describe('the table of routes', () => {
	const changing = routes.filter(({ method }) => method !== 'get')

	test('a route that changes something is recorded, or says why not', () => {
		const silent = changing.filter((one) => !isRecorded(one))
		expect(silent.map(({ operationId }) => operationId)).toContain('postMessage')
		for (const { operationId, audit } of silent) {
			expect(typeof audit === 'object' && audit.none.length, operationId).toBeGreaterThan(10)
		}
		expect(changing.filter(isRecorded).length).toBeGreaterThan(25)
	})

	test('changes by nobody in particular have no author: none of them is left to the log', () => {
		const anonymous = routes.filter(({ access }) => access.by.includes('nobody'))
		expect(anonymous.filter(isRecorded)).toEqual([])
	})
})

test('an entry says who did what to what, from where and when', async () => {
	const mate = await newMember(projectId, 'viewer')
	const begun = Date.now()
	const member = `${path}/members/${mate.userId}`
	expect((await from(owner, 'PATCH', member, { role: 'editor' })).status).toBe(204)
	expect((await from(owner, 'DELETE', member)).status).toBe(204)
	const { entries } = await pageOf()
	const me = (await (await owner.call('GET', '/api/me')).json()) as { userId: string }
	const common = {
		projectId,
		subject: mate.userId,
		by: { kind: 'session', id: me.userId, name: 'Owner' },
		address: ADDRESS,
	}
	expect(entries).toMatchObject([
		{ ...common, event: 'removeMember', summary: 'Remove a member from a project', detail: null },
		{ ...common, event: 'updateMember', detail: { role: 'editor' } },
		{ event: 'createProject', projectId, subject: projectId },
	])
	for (const { createdAt } of entries.slice(0, 2)) {
		expect(createdAt).toBeGreaterThanOrEqual(begun)
		expect(createdAt).toBeLessThanOrEqual(Date.now())
	}
})

test('an entry of a changed conversation names what was changed, not to what', async () => {
	const made = await owner.call('POST', `${path}/conversations`, {})
	const { id } = (await made.json()) as { id: string }
	const changes = { title: 'Secret plan', pinned: true }
	expect((await owner.call('PATCH', `/api/conversations/${id}`, changes)).status).toBe(200)
	const { entries } = await pageOf('?event=updateConversation')
	expect(entries).toMatchObject([{ subject: id, detail: { changed: 'title, pinned' } }])
})

describe('refused requests', () => {
	test('are recorded as refused, with who and why; what failed by itself is not', async () => {
		const mate = await newMember(projectId, 'editor')
		const before = await events()
		const members = `${path}/members`
		const member = `${members}/${mate.userId}`
		for (let i = 0; i < 3; i++) {
			expect((await from(mate.client, 'DELETE', member)).status).toBe(403)
		}
		expect((await owner.call('POST', `${path}/leave`)).status).toBe(409)
		expect((await owner.call('PATCH', member, { role: 'king' })).status).toBe(400)
		expect((await owner.call('GET', `${path}/automations/aut_0123456789`)).status).toBe(404)
		expect(await events('?refused=false')).toEqual(before)
		const { entries } = await pageOf('?refused=true')
		expect(entries).toMatchObject([
			{
				event: 'removeMember',
				summary: 'Remove a member from a project',
				projectId,
				subject: mate.userId,
				refused: 'forbidden',
				times: 3,
				address: ADDRESS,
				by: { id: mate.userId, name: 'Mate' },
			},
		])
		expect(entries).toHaveLength(1)
		const own = await pageOf('?refused=true', mate.client, '/api/audit')
		expect(own.entries.map(({ times }) => times)).toEqual([3])
	})

	test('a stranger at the door of a project is in its owner’s log; an address that does not exist is in none', async () => {
		const elsewhere = (await owner.newProject('Other')).id
		const stranger = await newMember(elsewhere, 'owner')
		expect((await stranger.client.call('GET', path)).status).toBe(404)
		expect((await stranger.client.call('GET', '/api/projects/prj_0123456789abcd')).status).toBe(404)
		expect((await pageOf('?refused=true')).entries).toMatchObject([
			{ event: 'getProject', refused: 'not_found', by: { id: stranger.userId } },
		])
		const own = await pageOf('?refused=true', stranger.client, '/api/audit')
		expect(own.entries).toHaveLength(1)
		// The events to choose from are those that are done.
		expect(own.events.map(({ event }) => event)).not.toContain('getProject')
	})

	test('nobody fills the log: 200 tries of one kind are one row, a request without a credential none', async () => {
		const { client } = await newMember(projectId, 'viewer')
		const count = async () =>
			(await env.DB.prepare('select count(*) as n from audit').first<{ n: number }>())?.n ?? 0
		const before = await count()
		await Promise.all(
			Array.from({ length: 200 }, (_, i) =>
				client.call('DELETE', `${path}/members/usr_${String(i).padStart(12, '0')}`),
			),
		)
		await Promise.all(Array.from({ length: 20 }, () => fetchApp(path)))
		// The hour may have ended in between.
		expect((await count()) - before).toBeLessThanOrEqual(2)
		const { entries } = await pageOf('?refused=true')
		expect(entries.reduce((sum, { times }) => sum + times, 0)).toBe(200)
	})
})

test('no secret is in it, and what was created is named', async () => {
	const relay = await owner.newRelayToken(projectId)
	const wanted = { role: 'viewer', email: 'ada@example.com' }
	const made = CreatedInvitation.parse(
		await (await owner.call('POST', `${path}/invitations`, wanted)).json(),
	)
	expect((await pageOf()).entries).toMatchObject([
		{ event: 'createInvitation', subject: made.id, detail: { role: 'viewer', maxUses: 1 } },
		{ event: 'createRelayToken', subject: relay.id },
		{ event: 'createProject' },
	])
	const rows = JSON.stringify(await env.DB.prepare('select * from audit').all())
	expect(rows).not.toContain(relay.token)
	expect(rows).not.toContain(new URL(made.url).hash.slice(1))
	expect(rows).not.toContain(wanted.email)
})

test('an accepted invitation is an entry of its project, by the person who joined', async () => {
	const made = CreatedInvitation.parse(
		await (await owner.call('POST', `${path}/invitations`, { role: 'viewer' })).json(),
	)
	const elsewhere = (await owner.newProject('Other')).id
	const guest = await newMember(elsewhere, 'viewer')
	const token = new URL(made.url).hash.slice(1)
	expect((await guest.client.call('POST', '/api/invitations/accept', { token })).status).toBe(200)
	expect((await pageOf('?event=acceptInvitation')).entries).toMatchObject([
		{ projectId, subject: made.id, by: { id: guest.userId } },
	])
})

describe('reading the audit log', () => {
	test('goes by person, by event and by time; in pages, each entry once', async () => {
		const second = await newMember(projectId, 'owner')
		for (const name of ['One', 'Two', 'Three']) await owner.call('PATCH', path, { name })
		await second.client.call('PATCH', path, { name: 'Four' })
		await owner.newRelayToken(projectId)
		expect(await events(`?by=${second.userId}`)).toEqual(['updateProject'])
		expect(await events('?event=createRelayToken')).toEqual(['createRelayToken'])
		const { entries } = await pageOf()
		const newest = entries[0]?.createdAt ?? 0
		expect(await events(`?from=${newest + 1}`)).toEqual([])
		expect(await events(`?to=${(entries.at(-1)?.createdAt ?? 0) + 1}`)).toContain('createProject')

		const seen: string[] = []
		let cursor: string | null = ''
		while (cursor !== null) {
			const page: AuditPage = await pageOf(`?limit=2${cursor && `&cursor=${cursor}`}`)
			seen.push(...page.entries.map(({ id }) => id))
			cursor = page.nextCursor
		}
		expect(seen).toEqual(entries.map(({ id }) => id))
		expect(seen).toHaveLength(6)
	})

	test('is for owners; elsewhere it does not exist', async () => {
		for (const role of ['viewer', 'approver', 'editor'] as const) {
			const { client } = await newMember(projectId, role)
			expect((await client.call('GET', `${path}/audit`)).status).toBe(403)
			expect((await client.call('GET', `${path}/audit/csv`)).status).toBe(403)
		}
		const stranger = await newMember((await owner.newProject('Other')).id, 'owner')
		expect((await stranger.client.call('GET', `${path}/audit`)).status).toBe(404)
		expect((await stranger.client.call('GET', `${path}/audit/csv`)).status).toBe(404)
	})

	test('one’s own account: its sign-ins, also what is left of a deleted project, and nobody else’s', async () => {
		const { client } = await newMember(projectId, 'viewer')
		const gone = (await client.newProject('Gone')).id
		expect((await client.call('DELETE', `/api/projects/${gone}`)).status).toBe(204)
		const own = await pageOf('', client, '/api/audit')
		expect(own.entries.map(({ event }) => event)).toEqual(['deleteProject', 'createProject'])
		const signIns = await pageOf('?event=signIn&limit=1', owner, '/api/audit')
		expect(signIns.entries).toMatchObject([
			{ event: 'signIn', summary: 'Sign in', projectId: null },
		])
	})

	test('a sign-in and a sign-out name the browser, or npm start, whose own they are', async () => {
		for (const agent of ['fairlead-start', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0']) {
			const headers = { 'user-agent': agent, origin: ORIGIN }
			const signedIn = await fetchApp('/api/auth/setup', {
				method: 'POST',
				headers: { ...headers, ...JSON_TYPE },
				body: JSON.stringify({ token: env.SETUP_TOKEN }),
			})
			const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
			const out = { method: 'POST', headers: { ...headers, cookie } }
			expect((await fetchApp('/api/auth/sign-out', out)).status).toBe(204)
		}
		const { entries } = await pageOf('?limit=4', owner, '/api/audit')
		expect(entries.map(({ event, detail }) => [event, detail])).toEqual([
			['signOut', { client: 'Firefox on Linux' }],
			['signIn', { client: 'Firefox on Linux' }],
			['signOut', { client: 'npm start' }],
			['signIn', { client: 'npm start' }],
		])
	})

	test('gives CSV, in which no name is a formula, or lines of JSON', async () => {
		const mate = await newMember(projectId, 'owner')
		await env.DB.prepare('update users set name = ? where id = ?')
			.bind('=HYPERLINK("x"), Ada', mate.userId)
			.run()
		await mate.client.call('PATCH', path, { name: 'Named' })
		const csv = await owner.call('GET', `${path}/audit/csv?event=updateProject`)
		expect(csv.headers.get('content-disposition')).toMatch(
			/filename="audit-Named-\d{4}-\d\d-\d\d\.csv"$/,
		)
		const [head, line, end] = (await csv.text()).split('\r\n')
		expect(head).toBe(
			'time,event,summary,by,by_kind,by_id,project,subject,detail,address,refused,times',
		)
		expect(line).toContain(`,"'=HYPERLINK(""x""), Ada",session,${mate.userId},`)
		expect(end).toBe('')
		const lines = (await (await owner.call('GET', `${path}/audit/ndjson`)).text())
			.trimEnd()
			.split('\n')
			.map((text) => AuditEntry.parse(JSON.parse(text)).event)
		// A download is recorded, too.
		expect(lines).toEqual(['exportAuditCsv', 'updateProject', 'createProject'])
	})

	test('a large one is exported whole, over several reads of the database', async () => {
		const rows = Array.from({ length: 1_203 }, (_, i) =>
			env.DB.prepare(
				"insert into audit values (?, ?, null, 'updateProject', null, null, 'system', 's', 'S', '', ?, null, 1)",
			).bind(`aud_${String(i).padStart(20, '0')}`, projectId, Date.now() - 1_000 - (i % 7)),
		)
		await env.DB.batch(rows)
		const text = await (await owner.call('GET', `${path}/audit/ndjson`)).text()
		const ids = text
			.trimEnd()
			.split('\n')
			.map((line) => AuditEntry.parse(JSON.parse(line)).id)
		expect(new Set(ids).size).toBe(1_204)
		expect(ids).toHaveLength(1_204)
	})
})

test('entries older than 400 days go with the next ones', async () => {
	const old = (id: string, days: number) =>
		env.DB.prepare(
			"insert into audit values (?, ?, null, 'updateProject', null, null, 'system', 's', 'S', '', ?, null, 1)",
		)
			.bind(id, projectId, Date.now() - days * DAY_MS)
			.run()
	await old(`aud_old_${projectId}`, 401)
	await old(`aud_young_${projectId}`, 399)
	await owner.call('PATCH', path, { name: 'Newer' })
	const { entries } = await pageOf()
	expect(entries.map(({ id }) => id)).toContain(`aud_young_${projectId}`)
	expect(entries.map(({ id }) => id)).not.toContain(`aud_old_${projectId}`)
})
