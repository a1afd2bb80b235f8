/** The ways in besides the setup token. */
import {
	BeginOAuth,
	BegunOAuth,
	OAuthProvider,
	SignInOptions,
	type SignInProblem,
} from '@fairlead/protocol/people/sign-in'
import * as z from 'zod'
import type { Database } from '../../db/client.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { type AppContext, json, type Route, route } from '../../http/route.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { readCookie, setCookie } from '../cookie.ts'
import { sessionOf } from '../sessions.ts'
import { beginSession } from '../sign-in/begin-session.ts'
import {
	NotConfigured,
	type OAuthClient,
	oauthClient,
	publicOrigin,
	signInOptions,
} from '../sign-in/configured-methods.ts'
import {
	findOrCreateAccount,
	linkIdentity,
	type Proven,
} from '../sign-in/find-or-create-account.ts'
import { isWithin, LIMIT_WINDOW_MS } from '../sign-in/limits.ts'
import { beginOAuth, OAUTH_LIFE_MS, personBehind, takeOAuthTicket } from '../sign-in/oauth.ts'

const OAUTH_COOKIE = 'fairlead-oauth'
/** Begun by one address, and by all, in ten minutes. A person needs one. */
const MAX_OAUTH_OF_CLIENT = 30
const MAX_OAUTH_OF_ALL = 10_000

/** The answer of a provider's page; the values are the provider's or anybody's. */
const OAuthAnswer = z.object({
	state: z.string().max(1_000).optional(),
	code: z.string().max(4_000).optional(),
	error: z.string().max(1_000).optional(),
})

/** The configuration, or a problem that says what is missing. */
export function configured<T>(read: () => T): T {
	try {
		return read()
	} catch (error) {
		if (!(error instanceof NotConfigured)) throw error
		throw new HttpProblem('sign_in_disabled', 'This way to sign in is not set up.', {
			detail: error.message,
		})
	}
}

export const tooManySignIns = (title: string): HttpProblem =>
	new HttpProblem('rate_limited', title, {
		detail: 'Wait ten minutes, then try again.',
		headers: { 'retry-after': String(LIMIT_WINDOW_MS / 1_000) },
	})

export const signUpClosed = (): HttpProblem =>
	new HttpProblem('sign_up_closed', 'You have no account here.', {
		detail: 'The owner of this server decides who may make one. Ask them.',
	})

export const clientAddress = (c: AppContext): string => c.req.header('cf-connecting-ip') ?? 'local'

/** The hash of the invitation's token in a body. */
export const hashOf = async (invitation: string | undefined): Promise<string | null> =>
	invitation === undefined ? null : hashSecret(invitation)

/** The trial that this browser is signed in to. */
export async function trialOf(db: Database, c: AppContext, now: number): Promise<string | null> {
	const session = await sessionOf(db, c.req.raw, now)
	return session?.standing === 'trial' ? session.userId : null
}

const callbackPath = (provider: OAuthProvider): string => `/api/auth/oauth/${provider}/callback`

function clientNamed(c: AppContext, provider: string): OAuthClient {
	const known = OAuthProvider.safeParse(provider)
	if (!known.success) throw notFound('way to sign in')
	return configured(() => oauthClient(c.env, known.data))
}

/** The answer to a page that sends its browser to the provider. */
async function begin(
	c: AppContext,
	db: Database,
	{ to, invitation }: z.output<typeof BeginOAuth>,
	linkTo: string | null,
	now: number,
): Promise<Response> {
	const client = clientNamed(c, c.req.param('provider') ?? '')
	const origin = configured(() => publicOrigin(c.env, c.req.raw))
	if (new URL(origin).host !== new URL(c.req.url).host) {
		// The way back leads to the other address, where this browser's cookie is not sent.
		throw new HttpProblem('invalid_request', 'Signing in works at this server’s main address.', {
			detail: `Open ${origin} and sign in there.`,
		})
	}
	const limits = {
		[`oauth:${clientAddress(c)}`]: MAX_OAUTH_OF_CLIENT,
		'oauth:*': MAX_OAUTH_OF_ALL,
	}
	if (!(await isWithin(db, limits, now))) throw tooManySignIns('Too many sign-ins were begun.')
	const redirectUri = origin + callbackPath(client.provider)
	const next = { to, invitationHash: await hashOf(invitation), linkTo }
	const { url, browserSecret } = await beginOAuth(db, client, next, redirectUri, now)
	const answer = json({ url } satisfies BegunOAuth)
	const age = OAUTH_LIFE_MS / 1_000
	answer.headers.append('set-cookie', setCookie(c.req.raw, OAUTH_COOKIE, browserSecret, age))
	return answer
}

function redirect(path: string, cookies: readonly string[]): Response {
	const answer = new Response(null, { status: 303, headers: { location: path } })
	for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
	return answer
}

export const signInRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/auth/options',
		operationId: 'getSignInOptions',
		summary: 'List the ways to sign in',
		access: {
			by: ['nobody'],
			on: 'installation',
			needs: 'service.read',
			origin: 'any',
			counted: 'if-refused',
		},
		answers: [{ status: 200, schema: SignInOptions, description: 'The ways that are set up.' }],
		handle({ c, env }) {
			return json(signInOptions(env, c.req.raw))
		},
	}),
	route({
		method: 'post',
		path: '/api/auth/oauth/:provider',
		operationId: 'beginOAuth',
		summary: 'Begin to sign in with an account at another service',
		audit: { none: 'Nobody is signed in yet.' },
		access: { by: ['nobody'], on: 'installation', needs: 'session.begin', origin: 'own-to-change' },
		body: BeginOAuth,
		answers: [{ status: 200, schema: BegunOAuth, description: 'Where the browser goes next.' }],
		handle({ c, db, body, now }) {
			return begin(c, db, body, null, now)
		},
	}),
	route({
		method: 'post',
		path: '/api/account/identities/:provider',
		operationId: 'linkIdentity',
		summary: 'Begin to link an account at another service to yours',
		access: { by: ['session'], on: 'account', needs: 'account.change', origin: 'own-to-change' },
		body: BeginOAuth,
		answers: [{ status: 200, schema: BegunOAuth, description: 'Where the browser goes next.' }],
		handle({ c, db, body, granted, now }) {
			return begin(c, db, body, granted.actor.userId, now)
		},
	}),
	route({
		method: 'get',
		path: '/api/auth/oauth/:provider/callback',
		operationId: 'finishOAuth',
		summary: 'Come back from another service',
		access: { by: ['nobody'], on: 'installation', needs: 'session.begin', origin: 'any' },
		query: OAuthAnswer,
		answers: [
			{ status: 303, description: 'To the page that was asked for, or to the sign-in page.' },
		],
		async handle({ c, db, env, query, now, param }) {
			const request = c.req.raw
			const client = clientNamed(c, param('provider'))
			const origin = configured(() => publicOrigin(env, request))
			const cookies = [setCookie(request, OAUTH_COOKIE, '', 0)]
			const failed = (problem: SignInProblem, to = '/'): Response =>
				redirect(`/sign-in?${new URLSearchParams({ problem, to })}`, cookies)

			const browserSecret = readCookie(request, OAUTH_COOKIE)
			const { state, code } = query
			if (!browserSecret || !state) return failed('stale')
			const { provider } = client
			const ticket = await takeOAuthTicket(db, provider, state, browserSecret, now)
			if (!ticket) return failed('stale')
			const { to, invitationHash, linkTo } = ticket
			if (query.error === 'access_denied') return failed('denied', to)
			if (!code) return failed('provider_failed', to)

			let proven: Proven & { readonly identity: object }
			try {
				const given = { code, state, browserSecret }
				const redirectUri = origin + callbackPath(provider)
				const { subject, label, name, email } = await personBehind(client, given, redirectUri)
				proven = { identity: { provider, subject, label }, name, email }
			} catch (error) {
				// The reason may contain the answer of the provider: it is for the log alone.
				console.error(`${c.get('requestId')} sign-in with ${provider} failed`, error)
				return failed('provider_failed', to)
			}
			if (linkTo !== null) {
				const session = await sessionOf(db, request, now)
				if (session?.userId !== linkTo) return failed('stale', to)
				return (await linkIdentity(db, linkTo, proven, now))
					? redirect(to, cookies)
					: failed('identity_taken', to)
			}
			const coming = { invitationHash, trialId: await trialOf(db, c, now) }
			const arrival = await findOrCreateAccount(env, db, proven, coming, now)
			if (arrival.kind === 'sign_up_closed') return failed('sign_up_closed', to)
			cookies.push(await beginSession(env, db, request, arrival.userId, now))
			return redirect(to, cookies)
		},
	}),
]
