import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { CreatedInvitation } from '@fairlead/protocol/people/people'
import { SessionList } from '@fairlead/protocol/people/session'
import { BegunOAuth, SignInOptions } from '@fairlead/protocol/people/sign-in'
import { ProjectList } from '@fairlead/protocol/projects/project'
import { describe, expect, test } from 'vitest'
import { api, JSON_TYPE, problemOf, useApi } from '../../../test/api-kit.ts'
import { ORIGIN } from '../../../test/double/harness.ts'
import {
	answeredBy,
	app,
	Browser,
	CONFIGURED,
	problemIn,
	provider,
	someone,
	useInternet,
} from '../../../test/people/sign-in-kit.ts'
import { database } from '../../db/client.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { identities, sessions, signInTickets, users } from '../store/schema.ts'

useApi()
useInternet()
const db = database(env.DB)

describe('the ways in', () => {
	const options = async (configuration: object, origin = ORIGIN) => {
		const answer = await app.fetch(
			new Request(`${origin}/api/auth/options`),
			{ ...env, ...configuration },
			createExecutionContext(),
		)
		return SignInOptions.parse(await answer.json())
	}

	test('without configuration: the setup token alone', async () => {
		expect(await options({})).toMatchObject({
			setupToken: true,
			providers: [],
			mail: false,
			trial: false,
			signUp: 'invited',
		})
	})

	test('the configured ways, by name; half of a configuration is none', async () => {
		const { providers } = await options(CONFIGURED)
		expect(providers).toEqual([
			{ id: 'github', name: 'GitHub' },
			{ id: 'google', name: 'Google' },
		])
		const half = { ...CONFIGURED, GITHUB_CLIENT_SECRET: '' }
		expect((await options(half)).providers).toMatchObject([{ id: 'google' }])
		const browser = new Browser()
		browser.env = half
		const refused = await problemOf(await browser.post('/api/auth/oauth/github'))
		expect(refused).toMatchObject({
			code: 'sign_in_disabled',
			detail: 'Set GITHUB_CLIENT_SECRET on the server.',
		})
	})

	test('a person who is not signed in is told the ways of this server', async () => {
		const told = async (configuration: object) => {
			const request = new Request(`${ORIGIN}/api/projects`)
			const configured = { ...env, ...configuration } as never
			return (await problemOf(await app.fetch(request, configured, createExecutionContext())))
				.detail
		}
		expect(await told({})).toBe('Open the sign-in link that the start command printed.')
		expect(await told(CONFIGURED)).toBe(
			'Sign in at /sign-in, with GitHub or Google or a link by mail.',
		)
		expect(await told({ SETUP_TOKEN: '' })).toBe('Sign in at /sign-in.')
	})

	test('no address is taken from a Host that the request claims', async () => {
		const elsewhere = 'https://evil.example'
		expect((await options(CONFIGURED, elsewhere)).providers).toEqual([])
		const send = (configuration: object) =>
			app.fetch(
				new Request(`${elsewhere}/api/auth/oauth/github`, {
					method: 'POST',
					headers: { ...JSON_TYPE, origin: elsewhere },
					body: '{}',
				}),
				{ ...CONFIGURED, ...configuration },
				createExecutionContext(),
			)
		expect((await problemOf(await send({}))).detail).toContain('PUBLIC_URL')
		const known = await problemOf(await send({ PUBLIC_URL: 'https://own.example' }))
		expect(known.detail).toContain('https://own.example')
		expect((await problemOf(await send({ PUBLIC_URL: 'http://own.example' }))).code).toBe(
			'sign_in_disabled',
		)
	})
})

describe('signing in at a provider', () => {
	test.each(['github', 'google'] as const)(
		'%s: makes an account, and finds it again',
		async (which) => {
			const browser = new Browser()
			expect(await browser.signIn(which, { to: '/pair?code=BCDF-GHJK' })).toBe(
				'/pair?code=BCDF-GHJK',
			)
			const me = await browser.me()
			expect(me).toMatchObject({ name: provider.person.name, role: 'member' })
			const { projects } = ProjectList.parse(await (await browser.fetch('/api/projects')).json())
			expect(projects).toMatchObject([{ name: 'My project' }])
			const again = new Browser()
			// The account is the same under another name and address at the provider.
			provider.person = { ...provider.person, name: 'Renamed', email: 'other@mail.example' }
			expect(await again.signIn(which)).toBe('/')
			expect((await again.me())?.userId).toBe(me?.userId)
			expect((await browser.me())?.userId).toBe(me?.userId)
		},
	)

	test('the provider’s tokens are not kept, and what is under way is kept as hashes', async () => {
		const browser = new Browser()
		const url = await browser.begin()
		const state = new URL(url).searchParams.get('state') ?? ''
		const [secret = ''] = browser.cookies.values()
		const rows = await db.select().from(signInTickets)
		expect(rows.map((row) => row.tokenHash)).toContain(await hashSecret(state))
		expect(JSON.stringify(rows)).not.toContain(state)
		expect(JSON.stringify(rows)).not.toContain(secret)
		await browser.comeBack(answeredBy(url))
		const tables = await env.DB.prepare("select sql from sqlite_master where type = 'table'").all()
		expect(JSON.stringify(tables)).not.toMatch(/access_token|refresh_token|id_token/)
	})

	test('an answer counts once, in the browser that asked, at the provider that was asked', async () => {
		const browser = new Browser()
		const address = answeredBy(await browser.begin())
		// The attacker's own answer in the victim's browser, which would sign the victim in as the attacker.
		const victim = new Browser()
		expect(problemIn(await victim.comeBack(address))).toBe('stale')
		expect(await victim.me()).toBeNull()
		// With a sign-in of its own under way, too. Each try uses the state up.
		const second = answeredBy(await browser.begin())
		await victim.begin()
		expect(problemIn(await victim.comeBack(second))).toBe('stale')
		expect(problemIn(await browser.comeBack(second))).toBe('stale')
		const third = answeredBy(await browser.begin())
		expect(problemIn(await browser.comeBack(third.replace('/github/', '/google/')))).toBe('stale')
		const { cookies } = browser
		const fourth = answeredBy(await browser.begin())
		const before = new Map(cookies)
		expect(await browser.comeBack(fourth)).toBe('/')
		for (const [name, value] of before) cookies.set(name, value)
		expect(problemIn(await browser.comeBack(fourth))).toBe('stale')
	})

	test.each([
		['no state', (url: URL) => url.searchParams.delete('state'), 'stale'],
		['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43)), 'stale'],
		['no code', (url: URL) => url.searchParams.delete('code'), 'provider_failed'],
		['another code', (url: URL) => url.searchParams.set('code', 'invented'), 'provider_failed'],
	])('%s: nobody is signed in', async (_, change, problem) => {
		const browser = new Browser()
		const address = new URL(answeredBy(await browser.begin()))
		change(address)
		expect(problemIn(await browser.comeBack(address.href))).toBe(problem)
		expect(await browser.me()).toBeNull()
	})

	test('a state that is too old does not count', async () => {
		const browser = new Browser()
		const address = answeredBy(await browser.begin())
		await db.update(signInTickets).set({ expiresAt: Date.now() })
		expect(problemIn(await browser.comeBack(address))).toBe('stale')
	})

	test('a code that was asked for with another PKCE challenge is refused by the provider', async () => {
		const browser = new Browser()
		const url = new URL(await browser.begin())
		url.searchParams.set('code_challenge', 'x'.repeat(43))
		expect(problemIn(await browser.comeBack(answeredBy(url.href)))).toBe('provider_failed')
	})

	test('a person who says no comes back to the sign-in page, with the page they wanted', async () => {
		const browser = new Browser()
		const url = await browser.begin('google', { to: '/settings' })
		const back = await browser.comeBack(answeredBy(url, 'access_denied'))
		expect(back).toBe('/sign-in?problem=denied&to=%2Fsettings')
		expect(await browser.me()).toBeNull()
	})

	test.each(['token-error', 'down'] as const)('%s: both providers', async (mood) => {
		for (const which of ['github', 'google'] as const) {
			const browser = new Browser()
			const address = answeredBy(await browser.begin(which))
			provider.mood = mood
			expect(problemIn(await browser.comeBack(address))).toBe('provider_failed')
			expect(await browser.me()).toBeNull()
			provider.mood = 'ok'
		}
	})

	test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example'])(
		'the next page %j is refused',
		async (to) => {
			const answer = await new Browser().post('/api/auth/oauth/github', { to })
			expect((await problemOf(answer)).code).toBe('invalid_request')
		},
	)

	test('another site cannot begin it', async () => {
		const headers = { origin: 'https://evil.example' }
		const answer = await new Browser().post('/api/auth/oauth/github', {}, headers)
		expect(answer.status).toBe(403)
	})

	test('one address begins thirty in ten minutes', async () => {
		const browser = new Browser()
		const headers = { 'cf-connecting-ip': '203.0.113.9' }
		for (let i = 0; i < 30; i++)
			expect((await browser.post('/api/auth/oauth/github', {}, headers)).status).toBe(200)
		expect((await browser.post('/api/auth/oauth/github', {}, headers)).status).toBe(429)
		expect((await browser.post('/api/auth/oauth/github')).status).toBe(200)
	})
})

describe('the session', () => {
	test('a cookie from before is not the session after, and its session ends', async () => {
		const attacker = new Browser()
		await attacker.signIn()
		const planted = [...attacker.cookies].find(([name]) => name === 'fairlead')
		provider.person = someone()
		const victim = new Browser()
		victim.cookies.set('fairlead', planted?.[1] ?? '')
		await victim.signIn()
		expect((await victim.me())?.name).toBe(provider.person.name)
		expect(victim.cookies.get('fairlead')).not.toBe(planted?.[1])
		expect(await attacker.me()).toBeNull()
	})

	test('signing in again in the same browser leaves one session', async () => {
		const browser = new Browser()
		await browser.signIn()
		await browser.signIn()
		const list = SessionList.parse(await (await browser.fetch('/api/sessions')).json())
		expect(list.sessions).toHaveLength(1)
		const rows = await db.select().from(sessions)
		expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('fairlead'))
	})
})

describe('the account of a person who signs in', () => {
	test('an address that the provider has not verified takes over no account', async () => {
		const victim = new Browser()
		await victim.signIn('google')
		const { email } = provider.person
		provider.person = someone({ email, verified: false })
		const attacker = new Browser()
		await attacker.signIn('github')
		expect((await attacker.me())?.userId).not.toBe((await victim.me())?.userId)
		// Nor does it lie in wait for the address's owner: it is not stored.
		const rows = await db.select().from(users)
		expect(rows.filter((row) => row.email === email.toLowerCase())).toHaveLength(1)
	})

	test('a second provider with the same verified address is the same account', async () => {
		const browser = new Browser()
		await browser.signIn('google')
		const { email } = provider.person
		provider.person = someone({ email: email.toUpperCase().replace('EXAMPLE', 'example') })
		const other = new Browser()
		await other.signIn('github')
		expect((await other.me())?.userId).toBe((await browser.me())?.userId)
	})

	test('two tabs that sign up at once make one account', async () => {
		const tabs = [new Browser(), new Browser()]
		const addresses = await Promise.all(tabs.map((tab) => tab.begin()))
		await Promise.all(tabs.map((tab, i) => tab.comeBack(answeredBy(addresses[i] ?? ''))))
		const [a, b] = await Promise.all(tabs.map((tab) => tab.me()))
		expect(a).not.toBeNull()
		expect(a?.userId).toBe(b?.userId)
	})

	test.each([
		['closed', true, 'sign_up_closed'],
		['@studio.example, ada@mail.example', true, null],
		['BOB@Studio.Example', true, null],
		['@studio.example', false, 'sign_up_closed'],
		['@other.example bob@other.example', true, 'sign_up_closed'],
	])('SIGN_UP=%s, verified: %s', async (rule, verified, problem) => {
		const browser = new Browser()
		browser.env = { ...CONFIGURED, SIGN_UP: rule }
		provider.person = someone({ email: 'bob@studio.example', verified })
		await db.delete(identities)
		await env.DB.prepare("delete from users where email = 'bob@studio.example'").run()
		expect(problemIn(await browser.signIn())).toBe(problem)
		expect((await browser.me()) === null).toBe(problem !== null)
	})

	test('a person who has an account signs in where nobody can make one', async () => {
		const browser = new Browser()
		await browser.signIn()
		browser.env = { ...CONFIGURED, SIGN_UP: '' }
		expect(await browser.signIn()).toBe('/')
		expect(await browser.me()).not.toBeNull()
	})
})

describe('linking a further way in', () => {
	const owner = () => {
		const browser = new Browser()
		const [name = '', value = ''] = api.owner.cookie.split('=')
		browser.cookies.set(name, value)
		return browser
	}
	const link = async (browser: Browser, to = '/settings') => {
		const answer = await browser.post('/api/account/identities/github', { to })
		return BegunOAuth.parse(await answer.json()).url
	}

	test('the owner of the setup token signs in with it afterwards', async () => {
		const browser = owner()
		expect(await browser.comeBack(answeredBy(await link(browser)))).toBe('/settings')
		const other = new Browser()
		other.env = { ...CONFIGURED, SIGN_UP: 'closed' }
		await other.signIn()
		expect(await other.me()).toMatchObject({ role: 'owner' })
	})

	test('an identity that another account has is not linked', async () => {
		await new Browser().signIn()
		const browser = owner()
		const back = await browser.comeBack(answeredBy(await link(browser)))
		expect(back).toBe('/sign-in?problem=identity_taken&to=%2Fsettings')
	})

	test('a person who signed in meanwhile, or is signed out, is not linked', async () => {
		const browser = owner()
		const address = answeredBy(await link(browser))
		browser.cookies.delete('fairlead')
		expect(problemIn(await browser.comeBack(address))).toBe('stale')
		const answer = await browser.post('/api/account/identities/github')
		expect(answer.status).toBe(401)
	})
})

describe('an invitation', () => {
	const invite = async (body: object) => {
		const path = `/api/projects/${api.projectId}/invitations`
		const made = await api.owner.call('POST', path, { role: 'editor', ...body })
		const { url } = CreatedInvitation.parse(await made.json())
		return new URL(url).hash.slice(1)
	}
	const invited = () => {
		const browser = new Browser()
		browser.env = { ...CONFIGURED, SIGN_UP: '' }
		return browser
	}

	test('lets its reader make an account, by any way in, and leads back to it', async () => {
		const to = '/invite'
		const invitation = await invite({ maxUses: 2 })
		const browser = invited()
		expect(await browser.signIn('github', { to, invitation })).toBe(to)
		expect(await browser.me()).toMatchObject({ role: 'member' })
		const other = invited()
		expect(JSON.stringify(await db.select().from(signInTickets))).not.toContain(invitation)
		expect(await other.signInByMail('invited@mail.example', to, { invitation })).toBe(to)
	})

	test('to one address is for that address, and proven', async () => {
		const invitation = await invite({ email: 'bea@mail.example' })
		const sign = async (more: { email: string; verified?: boolean }) => {
			provider.person = someone(more)
			return problemIn(await invited().signIn('google', { invitation }))
		}
		expect(await sign({ email: 'other@mail.example' })).toBe('sign_up_closed')
		expect(await sign({ email: 'bea@mail.example', verified: false })).toBe('sign_up_closed')
		expect(await sign({ email: 'bea@mail.example' })).toBeNull()
	})

	test.each([
		['an invented one', { invitation: 'x'.repeat(43) }],
		['none', {}],
	])('%s lets nobody in', async (_, body) => {
		expect(problemIn(await invited().signIn('github', body))).toBe('sign_up_closed')
	})
})
