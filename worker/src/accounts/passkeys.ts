/**
 * Passkeys (WebAuthn). A person registers one while signed in; afterwards it signs them in alone, so the
 * authenticator must verify them (PIN, fingerprint, face).
 */
import {
	MAX_PASSKEYS,
	type PasskeyAssertion,
	type PasskeyRegistration,
} from '@fairlead/protocol/people/account'
import type { SessionActor } from '../access/actor.ts'
import type { Database } from '../db/client.ts'
import { newId } from '../ids.ts'
import type { SecretsKeys } from '../platform/sealed-secret.ts'
import { hashSecret, mintSecret } from '../platform/secrets.ts'
import { authenticatorName } from './authenticator-name.ts'
import { FAILURE_WINDOW_MS } from './owner-sign-in.ts'
import { endOfChallenge, signedChallenge } from './signed-challenge.ts'
import {
	countChallenges,
	findPasskey,
	insertChallenge,
	insertPasskey,
	listPasskeys,
	type PasskeyRow,
	takeChallenge,
	useChallenge,
	usePasskey,
} from './store/passkeys.ts'
import { countTry, triesOf } from './store/sign-in-failures.ts'
import type { User } from './store/users.ts'

export const CHALLENGE_LIFE_MS = 5 * 60_000
/** Open challenges of one client, and of all together. */
const MAX_OF_CLIENT = 50
const MAX_OF_ALL = 20_000
/** Failed tries of one client within the window, and of all: a right passkey signs in despite any number. */
const MAX_FAILURES = 10
const MAX_FAILURES_OF_ALL = 100
const ALL = 'passkey:*'
const RP_NAME = 'Fairlead'
/** COSE: Ed25519, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]

/** Loaded by the first use: its ASN.1 schemas would make every start of the Worker slower. */
const webauthn = () => import('@simplewebauthn/server')

/** The page that uses a passkey: the browser binds what it signs to both. */
export interface Site {
	/** Such as `https://fairlead.example`. */
	readonly origin: string
	/** Its host name: the RP id. */
	readonly host: string
}

type Refused<K extends string> = { readonly kind: K }
export type TooMany = Refused<'too_many'>

/** A challenge that was stored; null if too many are open. */
async function mintChallenge(
	db: Database,
	client: string,
	sessionId: string | null,
	now: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
	const open = await countChallenges(db, client, now)
	if (open.ofClient >= MAX_OF_CLIENT || open.all >= MAX_OF_ALL) return null
	const challenge = mintSecret()
	const hash = await hashSecret(challenge)
	await insertChallenge(db, { hash, sessionId, client, expiresAt: now + CHALLENGE_LIFE_MS })
	// The library writes these bytes in base64url, as `mintSecret` does.
	return bytesOf(challenge)
}

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
	const binary = atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'))
	return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** How the authenticator names the person. */
const handleOf = (userId: string): Uint8Array<ArrayBuffer> =>
	new Uint8Array(new TextEncoder().encode(userId))

function base64UrlOf(bytes: Uint8Array): string {
	const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
	return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The challenge that the authenticator says it signed. */
function challengeIn(clientDataJSON: string): string | null {
	try {
		const clientData: unknown = JSON.parse(new TextDecoder().decode(bytesOf(clientDataJSON)))
		const challenge = (clientData as { challenge?: unknown } | null)?.challenge
		return typeof challenge === 'string' ? challenge : null
	} catch {
		return null
	}
}

/** The challenge that the authenticator signed, if it is a stored one and was not used yet. */
async function takeSigned(
	db: Database,
	clientDataJSON: string,
	sessionId: string | null,
	now: number,
): Promise<string | null> {
	const challenge = challengeIn(clientDataJSON)
	if (challenge === null) return null
	const taken = await takeChallenge(db, await hashSecret(challenge), sessionId, now)
	return taken ? challenge : null
}

interface Signing {
	readonly challenge: string
	/** Called once everything else is right. False: this challenge was used before. */
	use(): Promise<boolean>
}

/** The challenge of a sign-in: without a SECRETS_KEY a stored one, which any try uses up. */
async function signInChallenge(
	{ SECRETS_KEY }: SecretsKeys,
	db: Database,
	clientDataJSON: string,
	now: number,
): Promise<Signing | null> {
	if (!SECRETS_KEY) {
		const challenge = await takeSigned(db, clientDataJSON, null, now)
		return challenge === null ? null : { challenge, use: async () => true }
	}
	const challenge = challengeIn(clientDataJSON)
	if (challenge === null || !/^[\w-]+$/.test(challenge)) return null
	const text = new TextDecoder().decode(bytesOf(challenge))
	const expiresAt = await endOfChallenge(SECRETS_KEY, text, now)
	if (expiresAt === null) return null
	const hash = await hashSecret(text)
	const row = { hash, sessionId: null, client: 'used', expiresAt }
	return { challenge, use: () => useChallenge(db, row, now) }
}

/** Options for a browser that makes a new passkey for this person. */
export async function registrationOptions(
	db: Database,
	actor: SessionActor,
	site: Site,
	now: number,
) {
	const existing = await listPasskeys(db, actor.userId)
	if (existing.length >= MAX_PASSKEYS) return { kind: 'full' } as const
	const challenge = await mintChallenge(db, actor.userId, actor.id, now)
	if (!challenge) return { kind: 'too_many' } as const
	const { generateRegistrationOptions } = await webauthn()
	const options = await generateRegistrationOptions({
		rpName: RP_NAME,
		rpID: site.host,
		// Authenticators show it; two accounts on one server may have the same name.
		userName: actor.name,
		userDisplayName: actor.name,
		userID: handleOf(actor.userId),
		challenge,
		timeout: CHALLENGE_LIFE_MS,
		attestationType: 'none',
		excludeCredentials: existing.map(({ credentialId, transports }) => ({
			id: credentialId,
			transports: [...transports],
		})),
		authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
		supportedAlgorithmIDs: ALGORITHMS,
	})
	return { kind: 'options', options } as const
}

export type Registered =
	| { readonly kind: 'registered'; readonly passkey: PasskeyRow }
	/** Not signed for this challenge, session or site, or not valid. */
	| Refused<'invalid'>
	/** The person has as many as allowed, or the passkey is registered already. */
	| Refused<'full'>

export async function registerPasskey(
	db: Database,
	actor: SessionActor,
	site: Site,
	given: PasskeyRegistration,
	/** The browser, where the authenticator's model is not known. */
	client: string | null,
	now: number,
): Promise<Registered> {
	const challenge = await takeSigned(db, given.response.clientDataJSON, actor.id, now)
	if (challenge === null) return { kind: 'invalid' }
	const { verifyRegistrationResponse } = await webauthn()
	const { transports = [], ...response } = given.response
	const verified = await verifyRegistrationResponse({
		response: { ...given, response, clientExtensionResults: {} },
		expectedChallenge: challenge,
		expectedOrigin: site.origin,
		expectedRPID: site.host,
		requireUserVerification: true,
		supportedAlgorithmIDs: ALGORITHMS,
	}).catch(() => null)
	if (!verified?.verified) return { kind: 'invalid' }
	const { credential, aaguid, credentialBackedUp } = verified.registrationInfo
	const passkey: PasskeyRow = {
		id: newId('psk', now),
		userId: actor.userId,
		credentialId: credential.id,
		publicKey: base64UrlOf(credential.publicKey),
		counter: credential.counter,
		transports,
		aaguid,
		name: authenticatorName(aaguid) ?? client ?? 'Passkey',
		backedUp: credentialBackedUp,
		createdAt: now,
		lastUsedAt: null,
	}
	if (!(await insertPasskey(db, passkey, MAX_PASSKEYS))) return { kind: 'full' }
	return { kind: 'registered', passkey }
}

/** Options for a browser that signs in: without a name, the authenticator offers what it has for this host. */
export async function signInOptions(
	{ SECRETS_KEY }: SecretsKeys,
	db: Database,
	site: Site,
	client: string,
	now: number,
) {
	const challenge = SECRETS_KEY
		? new Uint8Array(
				new TextEncoder().encode(await signedChallenge(SECRETS_KEY, now + CHALLENGE_LIFE_MS)),
			)
		: await mintChallenge(db, client, null, now)
	if (!challenge) return { kind: 'too_many' } as const
	const { generateAuthenticationOptions } = await webauthn()
	const options = await generateAuthenticationOptions({
		rpID: site.host,
		challenge,
		timeout: CHALLENGE_LIFE_MS,
		userVerification: 'required',
	})
	return { kind: 'options', options } as const
}

export type PasskeySignIn =
	| { readonly kind: 'signed_in'; readonly user: User }
	| Refused<'invalid'>
	/** The signature is right, but its number was used before: the passkey may have been copied. */
	| Refused<'counter_went_back'>
	| Refused<'too_many_tries'>

export async function signInWithPasskey(
	keys: SecretsKeys,
	db: Database,
	site: Site,
	given: PasskeyAssertion,
	/** The client's address: its failed tries are counted together. */
	client: string,
	now: number,
): Promise<PasskeySignIn> {
	const result = await verifyAssertion(keys, db, site, given, now)
	if (result.kind === 'signed_in') return result
	const since = now - FAILURE_WINDOW_MS
	const counted = `passkey:${client}`
	// A flood of guesses writes nothing.
	if ((await triesOf(db, counted, since)) > MAX_FAILURES) return { kind: 'too_many_tries' }
	const [own = 0, all = 0] = await countTry(db, [counted, ALL], now, since)
	return own > MAX_FAILURES || all > MAX_FAILURES_OF_ALL ? { kind: 'too_many_tries' } : result
}

async function verifyAssertion(
	keys: SecretsKeys,
	db: Database,
	site: Site,
	given: PasskeyAssertion,
	now: number,
): Promise<Exclude<PasskeySignIn, { kind: 'too_many_tries' }>> {
	// First what is cheap: nothing is verified for an invented challenge or credential.
	const signing = await signInChallenge(keys, db, given.response.clientDataJSON, now)
	if (signing === null) return { kind: 'invalid' }
	const found = await findPasskey(db, given.id)
	if (!found) return { kind: 'invalid' }
	const { passkey, user } = found
	const { userHandle, ...response } = given.response
	if (userHandle && userHandle !== base64UrlOf(handleOf(user.id))) return { kind: 'invalid' }
	const { verifyAuthenticationResponse } = await webauthn()
	const verified = await verifyAuthenticationResponse({
		response: { ...given, response, clientExtensionResults: {} },
		expectedChallenge: signing.challenge,
		expectedOrigin: site.origin,
		expectedRPID: site.host,
		requireUserVerification: true,
		credential: {
			id: passkey.credentialId,
			publicKey: bytesOf(passkey.publicKey),
			// Compared below, in the statement that stores it: of two uses at once one must fail.
			counter: 0,
		},
	}).catch(() => null)
	if (!verified?.verified || !(await signing.use())) return { kind: 'invalid' }
	const { newCounter, credentialBackedUp } = verified.authenticationInfo
	const used = await usePasskey(db, passkey.id, newCounter, credentialBackedUp, now)
	return used ? { kind: 'signed_in', user } : { kind: 'counter_went_back' }
}
