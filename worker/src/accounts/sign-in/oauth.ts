/** Signing in at another service: authorization code with PKCE. Better Auth's core speaks the protocol. */

import type { OAuthProvider } from '@fairlead/protocol/people/sign-in'
import type { Database } from '../../db/client.ts'
import { deriveSecret, hashSecret, mintSecret, sameSecret } from '../../platform/secrets.ts'
import { within } from '../../within.ts'
import type { SignInTicket } from '../store/schema.ts'
import { insertTicket, takeTicket } from '../store/sign-in-tickets.ts'
import type { OAuthClient } from './configured-methods.ts'
import type { Profile } from './providers.ts'

/** Also of the cookie. Long enough to make an account at the service first. */
export const OAUTH_LIFE_MS = 15 * 60_000
/** A service that has not answered by then counts as down. */
const ANSWER_MS = 10_000

/** Loaded with the first such sign-in: it brings a library for keys and signatures. */
const protocol = () => import('@better-auth/core/oauth2')

type OAuthTicket = Extract<SignInTicket, { kind: 'oauth' }>

/** Known to the service from the beginning only as its hash, and to us from the browser's cookie. */
const verifierOf = (browserSecret: string, state: string): Promise<string> =>
	deriveSecret(browserSecret, `pkce ${state}`)

const optionsOf = ({ clientId, clientSecret }: OAuthClient) => ({ clientId, clientSecret })

/** @returns the service's page, and the secret that the browser's cookie keeps until it comes back */
export async function beginOAuth(
	db: Database,
	client: OAuthClient,
	next: Pick<OAuthTicket, 'to' | 'invitationHash' | 'linkTo'>,
	redirectURI: string,
	now: number,
): Promise<{ readonly url: string; readonly browserSecret: string }> {
	const browserSecret = mintSecret()
	const state = mintSecret()
	const { provider, service } = client
	const browserHash = await hashSecret(browserSecret)
	const row = {
		tokenHash: await hashSecret(state),
		ticket: { kind: 'oauth', provider, browserHash, ...next } as const,
		expiresAt: now + OAUTH_LIFE_MS,
	}
	await insertTicket(db, row, now)
	const { createAuthorizationURL } = await protocol()
	const url = await createAuthorizationURL({
		id: provider,
		options: optionsOf(client),
		authorizationEndpoint: service.authorizeUrl,
		scopes: [...service.scopes],
		state,
		codeVerifier: await verifierOf(browserSecret, state),
		redirectURI,
	})
	return { url: url.href, browserSecret }
}

/**
 * The sign-in that this browser began at this service with this state; null if there is none, or no longer: each
 * state is good for one answer.
 */
export async function takeOAuthTicket(
	db: Database,
	provider: OAuthProvider,
	state: string,
	browserSecret: string,
	now: number,
): Promise<OAuthTicket | null> {
	const ticket = await takeTicket(db, await hashSecret(state), now)
	if (ticket?.kind !== 'oauth' || ticket.provider !== provider) return null
	const mine = await sameSecret(await hashSecret(browserSecret), ticket.browserHash)
	return mine ? ticket : null
}

/**
 * The person behind the code of a service's answer. The service's tokens are forgotten after this.
 * @throws if the service refuses the code, or does not answer in time
 */
export async function personBehind(
	client: OAuthClient,
	given: { readonly code: string; readonly state: string; readonly browserSecret: string },
	redirectURI: string,
): Promise<Profile> {
	const { service } = client
	const { validateAuthorizationCode } = await protocol()
	const tokens = await inTime(
		validateAuthorizationCode({
			code: given.code,
			codeVerifier: await verifierOf(given.browserSecret, given.state),
			redirectURI,
			options: optionsOf(client),
			tokenEndpoint: service.tokenUrl,
		}),
	)
	// GitHub refuses with status 200.
	if (!tokens.accessToken) throw new Error(`${service.name} gave no access token.`)
	const headers = {
		authorization: `Bearer ${tokens.accessToken}`,
		accept: 'application/json',
		// GitHub's API refuses requests without one.
		'user-agent': 'Fairlead',
	}
	return service.readProfile((url) =>
		within(ANSWER_MS, async (signal) => {
			const answer = await fetch(url, { headers, signal, redirect: 'manual' })
			if (!answer.ok) throw new Error(`${service.name} answered ${answer.status}.`)
			return answer.json()
		}),
	)
}

/** The library's request takes no signal: a late answer is dropped. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('The service does not answer.')), ANSWER_MS)
	})
	try {
		return await Promise.race([answer, late])
	} finally {
		clearTimeout(timer)
	}
}
