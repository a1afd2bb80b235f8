/** Browsers that sign in, a provider and a mail endpoint, for the tests of the ways in. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Me } from '@fairlead/protocol/people/session'
import { BegunOAuth, type OAuthProvider, SignedIn } from '@fairlead/protocol/people/sign-in'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import {
	CLIENT_ID,
	CLIENT_SECRET,
	OAuthProvider as Provider,
} from '../../../test/fakes/oauth-provider.ts'
import { signInFailures } from '../../src/accounts/store/schema.ts'
import { database } from '../../src/db/client.ts'
import type { Env } from '../../src/env.ts'
import { createApp } from '../../src/http/app.ts'
import type { Mail } from '../../src/mail/mailer.ts'
import { JSON_TYPE } from '../api-kit.ts'
import { ORIGIN } from '../double/harness.ts'

const PROVIDER = 'https://provider.example'
const MAIL_ENDPOINT = 'https://mail.example/send'
export const CONFIGURED = {
	...env,
	SIGN_UP: 'open',
	GITHUB_CLIENT_ID: CLIENT_ID,
	GITHUB_CLIENT_SECRET: CLIENT_SECRET,
	GITHUB_URL: PROVIDER,
	GOOGLE_CLIENT_ID: CLIENT_ID,
	GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
	GOOGLE_URL: PROVIDER,
	MAIL_FROM: 'Fairlead <hello@own.example>',
	MAIL_URL: MAIL_ENDPOINT,
	MAIL_TOKEN: 'mail-token',
	ANONYMOUS_TRIAL: '1',
} as unknown as Env
export const app = createApp()

let ids = 100
export const someone = (more: { email?: string; verified?: boolean } = {}) => {
	ids += 1
	return {
		id: ids,
		name: `Person ${ids}`,
		email: `Person-${ids}@Mail.example`,
		verified: true,
		...more,
	}
}
export const provider = new Provider(someone(), [
	`${ORIGIN}/api/auth/oauth/github/callback`,
	`${ORIGIN}/api/auth/oauth/google/callback`,
])

/** Mails that the endpoint received. */
export const mails: (Mail & { readonly from: string })[] = []
/** The status with which the endpoint answers. */
export const mailEndpoint = { status: 200 }

async function internet(request: Request): Promise<Response> {
	if (request.url !== MAIL_ENDPOINT) return provider.answer(request)
	if (request.headers.get('authorization') !== 'Bearer mail-token')
		return new Response('Who are you?', { status: 401 })
	if (mailEndpoint.status === 200) mails.push(await request.json())
	return new Response('{}', { status: mailEndpoint.status })
}

/** Sets up a test file: before each test, everything is as at first. */
export function useInternet(): void {
	beforeEach(async () => {
		provider.person = someone()
		provider.mood = 'ok'
		mails.length = 0
		mailEndpoint.status = 200
		vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
			internet(new Request(input, init)),
		)
		vi.spyOn(console, 'error').mockImplementation(() => undefined)
		await database(env.DB).delete(signInFailures)
	})
	afterEach(() => {
		vi.unstubAllGlobals()
		vi.restoreAllMocks()
	})
}

/** A browser with its cookies. */
export class Browser {
	readonly cookies = new Map<string, string>()
	env: Env = CONFIGURED

	async fetch(address: string, init: RequestInit = {}): Promise<Response> {
		const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
		const headers = { cookie, origin: ORIGIN, ...(init.headers as object) }
		const ctx = createExecutionContext()
		const request = new Request(new URL(address, ORIGIN), { ...init, headers })
		const answer = await app.fetch(request, this.env, ctx)
		await waitOnExecutionContext(ctx)
		for (const line of answer.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
			if (/Max-Age=0\b/.test(line)) this.cookies.delete(name)
			else this.cookies.set(name, value)
		}
		return answer
	}

	post(path: string, body: object = {}, headers: object = {}): Promise<Response> {
		const init = {
			method: 'POST',
			headers: { ...JSON_TYPE, ...headers },
			body: JSON.stringify(body),
		}
		return this.fetch(path, init)
	}

	/** The address of the provider's page. */
	async begin(which: OAuthProvider = 'github', body: object = {}): Promise<string> {
		const answer = await this.post(`/api/auth/oauth/${which}`, body)
		expect(answer.status).toBe(200)
		return BegunOAuth.parse(await answer.json()).url
	}

	/** The place in our page to which the provider's answer leads. */
	async comeBack(address: string): Promise<string> {
		const answer = await this.fetch(address)
		expect(answer.status).toBe(303)
		return answer.headers.get('location') ?? ''
	}

	async signIn(which: OAuthProvider = 'github', body: object = {}): Promise<string> {
		return this.comeBack(answeredBy(await this.begin(which, body)))
	}

	/** Asks for a link; returns the token in the mail, or null if none came. */
	async askLink(email: string, to = '/', more: object = {}): Promise<string | null> {
		const before = mails.length
		expect((await this.post('/api/auth/magic-link', { email, to, ...more })).status).toBe(204)
		const mail = mails[before]
		return mail ? (/#token=([\w-]+)/.exec(mail.text)?.[1] ?? '') : null
	}

	useLink(token: string): Promise<Response> {
		return this.post('/api/auth/magic-link/verify', { token })
	}

	/** The page that opens after signing in by mail. */
	async signInByMail(email: string, to = '/', more: object = {}): Promise<string> {
		const answer = await this.useLink((await this.askLink(email, to, more)) ?? '')
		expect(answer.status).toBe(200)
		return SignedIn.parse(await answer.json()).to
	}

	async me(): Promise<Me | null> {
		const answer = await this.fetch('/api/me')
		return answer.status === 200 ? Me.parse(await answer.json()) : null
	}
}

/** The address to which the provider sends the browser back. */
export function answeredBy(url: string, error?: 'access_denied'): string {
	const answer = provider.authorize(url, error)
	expect(answer.status).toBe(302)
	return answer.headers.get('location') ?? ''
}

export const problemIn = (path: string): string | null =>
	new URL(path, ORIGIN).searchParams.get('problem')
