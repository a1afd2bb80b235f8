/**
 * Pairing a computer with a project: the device authorization grant (RFC 8628). The relay's command asks for a code,
 * a person approves it on the page `/pair`, and the command's next poll returns a relay token.
 * Names in snake_case are the RFC's.
 */
import * as z from 'zod/mini'

export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
export const RELAY_CLIENT_ID = 'fairlead-relay'
/** Consonants only: no code spells a word, and none has a character that is mistaken for another (RFC 8628, 6.1). */
export const USER_CODE_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
export const USER_CODE_LENGTH = 8

/** A typed code as it is stored: capitals, without separators. */
export const plainUserCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '')

/** The code in the form that people read: `BCDF-GHJK`. */
export function shownUserCode(code: string): string {
	const half = USER_CODE_LENGTH / 2
	return `${code.slice(0, half)}-${code.slice(half)}`
}

/** Body of the device authorization request, `application/x-www-form-urlencoded`. */
export const DeviceAuthorizationRequest = z.object({
	client_id: z.literal(RELAY_CLIENT_ID),
	/** Name of the computer. */
	host: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
	/** A value of Node's `process.platform`. */
	platform: z._default(z.string().check(z.maxLength(20)), ''),
	/** Name of the project folder that will be linked; empty: none yet. */
	folder: z._default(z.string().check(z.maxLength(200)), ''),
})
export type DeviceAuthorizationRequest = z.infer<typeof DeviceAuthorizationRequest>

export const DeviceAuthorization = z.object({
	/** Secret of the command. */
	device_code: z.string(),
	/** Typed by the person, as {@link shownUserCode} shows it. */
	user_code: z.string(),
	verification_uri: z.url(),
	verification_uri_complete: z.url(),
	/** Seconds. */
	expires_in: z.int().check(z.positive()),
	/** Seconds between two polls. */
	interval: z.int().check(z.positive()),
})
export type DeviceAuthorization = z.infer<typeof DeviceAuthorization>

/** Body of a poll, `application/x-www-form-urlencoded`. */
export const DeviceTokenRequest = z.object({
	grant_type: z.literal(DEVICE_CODE_GRANT),
	device_code: z.string().check(z.minLength(1), z.maxLength(200)),
	client_id: z.literal(RELAY_CLIENT_ID),
})

export const DeviceToken = z.object({
	/** A relay token. Until the code expires, each further poll returns it again. */
	access_token: z.string(),
	token_type: z.literal('Bearer'),
	project_id: z.string(),
	project_name: z.string(),
})
export type DeviceToken = z.infer<typeof DeviceToken>

/** Status 400, as RFC 6749 (5.2) and RFC 8628 (3.5) want it. */
export const DeviceTokenError = z.object({
	error: z.enum([
		'authorization_pending',
		/** The interval is five seconds longer from now on. */
		'slow_down',
		'access_denied',
		'expired_token',
		'invalid_grant',
	]),
	error_description: z.string(),
})
export type DeviceTokenError = z.infer<typeof DeviceTokenError>

/** A request as the person who decides sees it. */
export const Pairing = z.object({
	userCode: z.string(),
	/** The name of the computer: the one that it was given with the approval, if it was. */
	host: z.string(),
	platform: z.string(),
	folder: z.string(),
	/** Address that the request came from; empty: not known. */
	address: z.string(),
	/** City and country of that address, where the platform knows them; empty: not known. */
	place: z.string(),
	createdAt: z.int(),
	expiresAt: z.int(),
	state: z.enum(['pending', 'approved', 'denied']),
})
export type Pairing = z.infer<typeof Pairing>

export const ApprovePairing = z.object({
	/** The computer's name in the project; absent: its host's. */
	name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
})

/** The relay token that a relay itself uses. */
export const OwnRelayToken = z.object({
	id: z.string(),
	label: z.string(),
	projectId: z.string(),
	projectName: z.string(),
})
export type OwnRelayToken = z.infer<typeof OwnRelayToken>
