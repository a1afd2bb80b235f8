import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { problemOf } from '../../../test/api-kit.ts'
import { ORIGIN } from '../../../test/double/harness.ts'
import {
	Browser,
	CONFIGURED,
	mailEndpoint,
	mails,
	provider,
	useInternet,
} from '../../../test/people/sign-in-kit.ts'
import { database } from '../../db/client.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { signInTickets } from '../store/schema.ts'

useInternet()
const db = database(env.DB)

const refusal = async (answer: Response) => (await problemOf(answer)).code
const CLOSED = { ...CONFIGURED, SIGN_UP: 'closed' }

describe('a mailed link', () => {
	test('signs in, in whatever browser it is opened, and leads to the page that was wanted', async () => {
		const token = await new Browser().askLink('Ada@Mail.example', '/pair?code=BCDF-GHJK')
		expect(mails).toMatchObject([
			{
				from: 'Fairlead <hello@own.example>',
				to: 'ada@mail.example',
				subject: 'Sign in to Fairlead',
			},
		])
		expect(mails[0]?.text).toContain(`${ORIGIN}/sign-in/link#token=${token}`)
		const phone = new Browser()
		const answer = await phone.useLink(token ?? '')
		expect(await answer.json()).toEqual({ to: '/pair?code=BCDF-GHJK' })
		expect(await phone.me()).toMatchObject({ name: 'ada', role: 'member' })
		// The same address is the same account, in any spelling.
		const laptop = new Browser()
		await laptop.signInByMail('ADA@mail.example')
		expect((await laptop.me())?.userId).toBe((await phone.me())?.userId)
	})

	test('works once, also if it is used twice at the same moment', async () => {
		const token = (await new Browser().askLink('once@mail.example')) ?? ''
		const answers = await Promise.all([new Browser().useLink(token), new Browser().useLink(token)])
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
		expect(await refusal(await new Browser().useLink(token))).toBe('sign_in_link_invalid')
	})

	test('is not used up by a scanner that follows it', async () => {
		const token = (await new Browser().askLink('scanned@mail.example')) ?? ''
		const path = `/api/auth/magic-link/verify?token=${token}`
		for (const method of ['GET', 'HEAD']) await new Browser().fetch(path, { method })
		expect((await new Browser().useLink(token)).status).toBe(200)
	})

	test('does not work when it has expired, is wrong, or is the state of another sign-in', async () => {
		const browser = new Browser()
		const token = (await browser.askLink('late@mail.example')) ?? ''
		await db.update(signInTickets).set({ expiresAt: Date.now() })
		expect(await refusal(await browser.useLink(token))).toBe('sign_in_link_invalid')
		expect(await refusal(await browser.useLink('x'.repeat(43)))).toBe('sign_in_link_invalid')
		const state = new URL(await browser.begin()).searchParams.get('state') ?? ''
		expect(await refusal(await browser.useLink(state))).toBe('sign_in_link_invalid')
		expect(await browser.me()).toBeNull()
	})

	test('is stored as a hash', async () => {
		const token = (await new Browser().askLink('hashed@mail.example')) ?? ''
		const rows = await db.select().from(signInTickets)
		expect(rows.map((row) => row.tokenHash)).toContain(await hashSecret(token))
		expect(JSON.stringify(rows)).not.toContain(token)
	})

	test('finds the account that a provider made with the same proven address', async () => {
		const browser = new Browser()
		await browser.signIn('google')
		const other = new Browser()
		await other.signInByMail(provider.person.email)
		expect((await other.me())?.userId).toBe((await browser.me())?.userId)
	})

	test('cannot be used by another site’s form', async () => {
		const token = (await new Browser().askLink('forged@mail.example')) ?? ''
		const headers = { origin: 'https://evil.example' }
		const answer = await new Browser().post('/api/auth/magic-link/verify', { token }, headers)
		expect(answer.status).toBe(403)
	})
})

describe('asking for a mailed link', () => {
	test('the answer is the same whether or not there is an account; only one gets mail', async () => {
		await new Browser().signInByMail('member@mail.example')
		const browser = new Browser()
		browser.env = CLOSED
		const ask = async (email: string) => {
			const before = mails.length
			const answer = await browser.post('/api/auth/magic-link', { email })
			const { status, headers } = answer
			const said = [...headers].filter(([name]) => name !== 'x-request-id')
			return {
				said: JSON.stringify([status, said, await answer.text()]),
				sent: mails.length - before,
			}
		}
		const [member, stranger] = [
			await ask('member@mail.example'),
			await ask('stranger@mail.example'),
		]
		expect(member.said).toBe(stranger.said)
		expect([member.sent, stranger.sent]).toEqual([1, 0])
	})

	test('the answer does not say either that the mail endpoint failed', async () => {
		mailEndpoint.status = 500
		expect(await new Browser().askLink('unlucky@mail.example')).toBeNull()
	})

	test('a person who may no longer make an account when they use it does not get one', async () => {
		const token = (await new Browser().askLink('was-open@mail.example')) ?? ''
		const browser = new Browser()
		browser.env = CLOSED
		expect(await refusal(await browser.useLink(token))).toBe('sign_up_closed')
		expect(await browser.me()).toBeNull()
	})

	test('one address gets three mails in ten minutes, whoever asks', async () => {
		const ask = (email: string, i: number) => {
			const headers = { 'cf-connecting-ip': `203.0.113.${i}` }
			return new Browser().post('/api/auth/magic-link', { email }, headers)
		}
		const answers = await Promise.all([1, 2, 3, 4, 5].map((i) => ask('victim@mail.example', i)))
		expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 429, 429])
		expect(mails).toHaveLength(3)
		// Spelled differently, it is the same mailbox.
		expect((await ask('Victim@Mail.Example', 6)).status).toBe(429)
		expect((await ask('other@mail.example', 7)).status).toBe(204)
	})

	test('one client may ask for ten in ten minutes, to whomever', async () => {
		const headers = { 'cf-connecting-ip': '203.0.113.77' }
		const ask = (i: number) =>
			new Browser().post('/api/auth/magic-link', { email: `list-${i}@mail.example` }, headers)
		for (let i = 0; i < 10; i++) expect((await ask(i)).status).toBe(204)
		const refused = await ask(10)
		expect(refused.status).toBe(429)
		expect(refused.headers.get('retry-after')).toBe('600')
	})

	test.each([
		['not-an-address', '/'],
		['two@mail.example, three@mail.example', '/'],
		['ada@mail.example\r\nBcc: all@mail.example', '/'],
		[`${'a'.repeat(250)}@mail.example`, '/'],
		['ada@mail.example', 'https://evil.example'],
		['ada@mail.example', '//evil.example'],
	])('%j to %j is refused, and nothing is mailed', async (email, to) => {
		const answer = await new Browser().post('/api/auth/magic-link', { email, to })
		expect(await refusal(answer)).toBe('invalid_request')
		expect(mails).toEqual([])
	})

	test('the link leads to the configured address, whatever Host the request claims', async () => {
		const browser = new Browser()
		browser.env = { ...CONFIGURED, PUBLIC_URL: 'https://own.example/' }
		const evil = 'https://evil.example'
		const ask = (configuration: typeof browser.env) => {
			browser.env = configuration
			const body = { email: 'host@mail.example' }
			return browser.post(`${evil}/api/auth/magic-link`, body, { origin: evil })
		}
		expect((await ask(browser.env)).status).toBe(204)
		expect(mails[0]?.text).toContain('https://own.example/sign-in/link#token=')
		expect(mails[0]?.text).not.toContain('evil')
		const unknown = await problemOf(await ask(CONFIGURED))
		expect(unknown).toMatchObject({ code: 'sign_in_disabled' })
		expect(mails).toHaveLength(1)
	})

	test.each([
		['MAIL_FROM', { MAIL_FROM: '' }],
		['MAIL_URL', { MAIL_URL: '' }],
	])('the answer without %s says so', async (name, missing) => {
		const browser = new Browser()
		browser.env = { ...CONFIGURED, ...missing }
		const answer = await browser.post('/api/auth/magic-link', { email: 'ada@mail.example' })
		expect((await problemOf(answer)).detail).toContain(name)
	})

	test('the platform’s binding sends it where there is no endpoint', async () => {
		const sent: unknown[] = []
		const browser = new Browser()
		const MAIL = { send: async (mail: unknown) => void sent.push(mail) } as unknown as SendEmail
		browser.env = { ...CONFIGURED, MAIL_URL: '', MAIL }
		await browser.askLink('bound@mail.example')
		expect(sent).toMatchObject([{ from: CONFIGURED.MAIL_FROM, to: 'bound@mail.example' }])
	})
})
