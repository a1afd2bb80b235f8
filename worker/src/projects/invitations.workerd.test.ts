/** Invitations: they let in the people they are for, as often as they say, and nobody by guessing. */
import { env } from 'cloudflare:workers'
import {
	AcceptedInvitation,
	CreatedInvitation,
	type CreateInvitation,
	InvitationList,
} from '@fairlead/protocol/people/people'
import { ChangeList } from '@fairlead/protocol/projects/project'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { volume } from '../../../test/volume.ts'
import { JSON_TYPE, problemOf } from '../../test/api-kit.ts'
import { Client, fetchApp, ORIGIN } from '../../test/double/harness.ts'
import { newMember, signInAs } from '../../test/people/people-kit.ts'
import {
	Browser,
	CONFIGURED,
	mailEndpoint,
	mails,
	useInternet,
} from '../../test/people/sign-in-kit.ts'
import { invitations } from '../accounts/store/people-schema.ts'
import { users } from '../accounts/store/schema.ts'
import { database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { newId } from '../ids.ts'
import { hashSecret, mintSecret } from '../platform/secrets.ts'

const db = database(env.DB)
let owner: Client
let projectId: string
let path: string

async function newPerson(email: string | null = null): Promise<Client> {
	const id = newId('usr')
	await db.insert(users).values({ id, name: 'Guest', role: 'member', createdAt: 1, email })
	return signInAs(id)
}

const create = (body: CreateInvitation, by = owner) => by.call('POST', `${path}/invitations`, body)
async function invite(body: CreateInvitation = { role: 'editor' }, by = owner) {
	const made = CreatedInvitation.parse(await (await create(body, by)).json())
	return { id: made.id, token: new URL(made.url).hash.slice(1), url: made.url }
}
const accept = (person: Client, token: string) =>
	person.call('POST', '/api/invitations/accept', { token })
const look = (token: string, headers: Record<string, string> = {}) =>
	fetchApp('/api/invitations/look', {
		method: 'POST',
		headers: { ...JSON_TYPE, ...headers },
		body: JSON.stringify({ token }),
	})
const outcomeOf = async (answer: Promise<Response>) => {
	const { outcome, role } = AcceptedInvitation.parse(await (await answer).json())
	return [outcome, role]
}
const listed = async () =>
	InvitationList.parse(await (await owner.call('GET', `${path}/invitations`)).json()).invitations
const roleOf = async (person: Client): Promise<string> => {
	const answer = await person.call('GET', path)
	return answer.status === 200 ? ((await answer.json()) as { role: string }).role : 'none'
}

beforeEach(async () => {
	owner = await Client.signIn()
	projectId = (await owner.newProject('Racer')).id
	path = `/api/projects/${projectId}`
	await env.DB.prepare('delete from sign_in_failures').run()
})

describe('a link', () => {
	test('shows project, role and inviter to its reader, signed in or not, and nothing else', async () => {
		const { token, url } = await invite()
		// In the fragment, which browsers send to no server.
		expect(new URL(url).pathname + new URL(url).search).toBe('/invite')
		const answer = await look(token)
		expect(await answer.json()).toEqual({
			projectName: 'Racer',
			role: 'editor',
			invitedBy: 'Owner',
		})
		expect(answer.headers.get('cache-control')).toContain('no-store')
	})

	test('makes its reader a member once, and is gone', async () => {
		const { token } = await invite()
		const [guest, late] = [await newPerson(), await newPerson()]
		expect(await outcomeOf(accept(guest, token))).toEqual(['joined', 'editor'])
		expect(await roleOf(guest)).toBe('editor')
		expect((await problemOf(await accept(late, token))).code).toBe('not_found')
		expect((await look(token)).status).toBe(404)
		expect(await roleOf(late)).toBe('none')
		expect(await listed()).toEqual([])
		const { changes } = ChangeList.parse(await (await owner.call('GET', `${path}/changes`)).json())
		expect(changes).toMatchObject([
			{ what: 'role', before: null, after: 'editor', by: { name: 'Guest' } },
		])
	})

	test('one of two people who accept it at the same moment joins, again and again', async () => {
		for (let i = 0; i < volume(30); i++) {
			const { token } = await invite()
			const guests = [await newPerson(), await newPerson()]
			const answers = await Promise.all(guests.map((guest) => accept(guest, token)))
			expect(answers.map(({ status }) => status).sort(), `round ${i}`).toEqual([200, 404])
			const roles = await Promise.all(guests.map(roleOf))
			expect(roles.sort()).toEqual(['editor', 'none'])
		}
	}, 60_000)

	test('for three people lets in three of five who come at once', async () => {
		const { token } = await invite({ role: 'viewer', maxUses: 3 })
		const guests = await Promise.all([1, 2, 3, 4, 5].map(() => newPerson()))
		const answers = await Promise.all(guests.map((guest) => accept(guest, token)))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
		const roles = await Promise.all(guests.map(roleOf))
		expect(roles.filter((role) => role === 'viewer')).toHaveLength(3)
	})

	test('accepted while it is revoked: either both say so, or neither, again and again', async () => {
		for (let i = 0; i < volume(30); i++) {
			const { id, token } = await invite()
			const guest = await newPerson()
			const [accepted, revoked] = await Promise.all([
				accept(guest, token),
				owner.call('DELETE', `${path}/invitations/${id}`),
			])
			expect([accepted.status, revoked.status]).toEqual(
				accepted.status === 200 ? [200, 404] : [404, 204],
			)
			expect(await roleOf(guest)).toBe(accepted.status === 200 ? 'editor' : 'none')
		}
	}, 60_000)

	test('does not lower a role, raises a lower one, and says so', async () => {
		const { token } = await invite({ role: 'approver', maxUses: 5 })
		const editor = await newMember(projectId, 'editor')
		expect(await outcomeOf(accept(editor.client, token))).toEqual(['kept', 'editor'])
		expect(await roleOf(editor.client)).toBe('editor')
		const viewer = await newMember(projectId, 'viewer')
		expect(await outcomeOf(accept(viewer.client, token))).toEqual(['raised', 'approver'])
		// A lost answer is asked again.
		expect(await outcomeOf(accept(viewer.client, token))).toEqual(['kept', 'approver'])
		expect(await listed()).toMatchObject([{ uses: 1, maxUses: 5 }])
	})

	test('brings no removed member back', async () => {
		const { token } = await invite({ role: 'editor', maxUses: 5 })
		const guest = await newPerson()
		await accept(guest, token)
		const me = (await (await guest.call('GET', '/api/me')).json()) as { userId: string }
		await owner.call('DELETE', `${path}/members/${me.userId}`)
		expect((await accept(guest, token)).status).toBe(404)
		expect(await roleOf(guest)).toBe('none')
	})

	test('ends by the clock', async () => {
		const { id, token } = await invite()
		await env.DB.prepare('update invitations set expires_at = ? where id = ?')
			.bind(Date.now() - 1, id)
			.run()
		expect((await look(token)).status).toBe(404)
		expect((await accept(await newPerson(), token)).status).toBe(404)
		expect(await listed()).toEqual([])
	})

	test.each([
		['was removed', 'DELETE', undefined],
		['became an editor', 'PATCH', { role: 'editor' }],
	] as const)('ends when its inviter %s', async (_what, method, body) => {
		const other = await newMember(projectId, 'owner')
		const { token } = await invite({ role: 'editor' }, other.client)
		expect((await look(token)).status).toBe(200)
		expect((await owner.call(method, `${path}/members/${other.userId}`, body)).status).toBe(204)
		expect((await look(token)).status).toBe(404)
		expect((await accept(await newPerson(), token)).status).toBe(404)
	})

	test('is revoked by owners of its project only', async () => {
		const { id, token } = await invite()
		const elsewhere = (await owner.newProject('Other')).id
		const wrong = `/api/projects/${elsewhere}/invitations/${id}`
		expect((await owner.call('DELETE', wrong)).status).toBe(404)
		expect((await look(token)).status).toBe(200)
		expect((await owner.call('DELETE', `${path}/invitations/${id}`)).status).toBe(204)
		expect((await look(token)).status).toBe(404)
	})

	test('makes no owner, lives a month at most, and takes at most fifty people', async () => {
		for (const body of [
			{ role: 'owner' },
			{ role: 'editor', expiresInHours: 721 },
			{ role: 'editor', maxUses: 51 },
			{ role: 'editor', maxUses: 0 },
			{ role: 'editor', email: 'no address' },
			{ role: 'editor', email: 'ada@example.com', maxUses: 2 },
		]) {
			const problem = await problemOf(await create(body as CreateInvitation))
			expect(problem.code, JSON.stringify(body)).toBe('invalid_request')
		}
	})

	test('fifty are open at most, also when the last two are made at once', async () => {
		const rows = Array.from({ length: 49 }, (_, i) => ({
			id: newId('inv'),
			projectId,
			role: 'viewer' as const,
			tokenHash: `hash ${projectId} ${i}`,
			invitedBy: 'usr',
			createdAt: 1,
			expiresAt: Date.now() + 60_000,
			maxUses: 1,
		}))
		const me = (await (await owner.call('GET', '/api/me')).json()) as { userId: string }
		for (const row of rows) await db.insert(invitations).values({ ...row, invitedBy: me.userId })
		const answers = await Promise.all([create({ role: 'viewer' }), create({ role: 'viewer' })])
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
		expect(await listed()).toHaveLength(50)
	})
})

describe('an invitation to an address', () => {
	test('counts for the account with this proven address, whoever else has the link', async () => {
		const { token } = await invite({ role: 'editor', email: ' Ada@Example.com ' })
		for (const other of [null, 'eve@example.com']) {
			const refused = await problemOf(await accept(await newPerson(other), token))
			expect(refused).toMatchObject({
				code: 'forbidden',
				title: 'This invitation is for another mail address.',
			})
			expect(JSON.stringify(refused)).not.toContain('ada@')
		}
		const ada = await newPerson('ada@example.com')
		expect(await outcomeOf(accept(ada, token))).toEqual(['joined', 'editor'])
	})
})

describe('mail', () => {
	useInternet()
	const MAILED = { role: 'editor', email: 'ada@example.com' } as const

	async function ask(body: CreateInvitation = MAILED, environment = CONFIGURED) {
		const browser = new Browser()
		browser.env = environment
		const [name = '', value = ''] = owner.cookie.split('=')
		browser.cookies.set(name, value)
		return CreatedInvitation.parse(await (await browser.post(`${path}/invitations`, body)).json())
	}

	test('an invitation to an address is mailed to it, and the mailed link lets its person in', async () => {
		expect((await ask()).mailed).toBe(true)
		expect(mails).toMatchObject([{ to: 'ada@example.com', subject: 'Owner invites you to Racer' }])
		const token = /\/invite#([\w-]+)\n/.exec(mails[0]?.text ?? '')?.[1] ?? ''
		expect(mails[0]?.text).toContain(`${ORIGIN}/invite#${token}`)
		const ada = await newPerson(null)
		expect((await accept(ada, token)).status).toBe(403)
		const me = (await (await ada.call('GET', '/api/me')).json()) as { userId: string }
		await env.DB.prepare('update users set email = null where email = ?').bind(MAILED.email).run()
		await env.DB.prepare('update users set email = ? where id = ?')
			.bind(MAILED.email, me.userId)
			.run()
		expect(await outcomeOf(accept(ada, token))).toEqual(['joined', 'editor'])
	})

	test('a link for anyone is not mailed, nor without a mail endpoint; then the link is there all the same', async () => {
		expect(await ask({ role: 'viewer' })).toMatchObject({ mailed: false })
		expect(await ask(MAILED, { ...CONFIGURED, MAIL_FROM: '' } as Env)).toMatchObject({
			mailed: false,
		})
		mailEndpoint.status = 500
		const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
		const failed = await ask()
		expect(failed.mailed).toBe(false)
		expect(String(warned.mock.calls)).not.toContain(new URL(failed.url).hash.slice(1))
		expect((await look(new URL(failed.url).hash.slice(1))).status).toBe(200)
		expect(mails).toEqual([])
	})

	test('a person mails twenty in ten minutes at most', async () => {
		const answers = []
		for (let i = 0; i < 22; i++) {
			answers.push((await ask({ role: 'viewer', email: `p${i}@example.com` })).mailed)
		}
		expect(answers.filter(Boolean)).toHaveLength(20)
		expect(mails).toHaveLength(20)
	})

	test('a name cannot add lines to a mail', async () => {
		await owner.call('PATCH', path, { name: 'Racer\r\nBcc: eve@example.com\n\nClick here' })
		await ask()
		expect(mails[0]?.subject).not.toMatch(/[\r\n]/)
		expect(mails[0]?.text.split('\n').some((line) => /^(Bcc|Click)/.test(line))).toBe(false)
	})
})

describe('guessing', () => {
	test('makes an address wait after thirty wrong tokens; the right one opens all the same', async () => {
		const { token } = await invite()
		const from = (address: string, tried = mintSecret()) =>
			look(tried, { 'cf-connecting-ip': address })
		const tries = await Promise.all(Array.from({ length: 40 }, () => from('203.0.113.9')))
		expect(tries.filter(({ status }) => status === 404)).toHaveLength(30)
		const problem = await problemOf(await from('203.0.113.9'))
		expect(problem).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('Wait') })
		expect((await from('203.0.113.9', token)).status).toBe(200)
		expect((await from('203.0.113.10')).status).toBe(404)
	})

	test('the token is stored nowhere', async () => {
		const { token } = await invite()
		const row = await env.DB.prepare('select * from invitations where token_hash = ?')
			.bind(await hashSecret(token))
			.first()
		expect(row).toMatchObject({ project_id: projectId })
		expect(JSON.stringify(row)).not.toContain(token)
	})

	test('an invitation is accepted by a session only, from this page only', async () => {
		const { token } = await invite()
		const ask = (headers: Record<string, string>) =>
			fetchApp('/api/invitations/accept', {
				method: 'POST',
				headers: { ...JSON_TYPE, ...headers },
				body: JSON.stringify({ token }),
			})
		expect((await ask({ origin: ORIGIN })).status).toBe(401)
		const { cookie } = await newPerson()
		expect((await ask({ cookie, origin: 'https://evil.example' })).status).toBe(403)
		expect((await look(token)).status).toBe(200)
	})
})
