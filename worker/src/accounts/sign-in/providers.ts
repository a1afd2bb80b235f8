/** The services at which people sign in: their addresses, and how each describes a person. */
import type { OAuthProvider } from '@fairlead/protocol/people/sign-in'
import * as z from 'zod'

/** The person at the service. */
export interface Profile {
	/** The service's id of the account. */
	readonly subject: string
	/** How the person recognises the account. */
	readonly label: string
	readonly name: string
	/** In lower case; null unless the service has seen that it is theirs. */
	readonly email: string | null
}

/** Reads JSON at the service with the person's access token. Throws if it fails. */
export type ReadAt = (url: string) => Promise<unknown>

export interface Service {
	readonly name: string
	readonly scopes: readonly string[]
	readonly authorizeUrl: string
	readonly tokenUrl: string
	readonly readProfile: (read: ReadAt) => Promise<Profile>
}

const MAX_NAME_CHARS = 100

/** One line of at most a hundred characters; the fallback where nothing is left. */
function readable(text: string | null | undefined, fallback: string): string {
	const line = (text ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
	return [...(line || fallback)].slice(0, MAX_NAME_CHARS).join('')
}

/** The part before the @. */
export const nameFromEmail = (email: string): string => readable(email.split('@')[0], 'Someone')

const GitHubUser = z.object({
	id: z.int(),
	login: z.string(),
	name: z.string().nullish(),
})
const GitHubEmails = z.array(
	z.object({ email: z.email(), primary: z.boolean(), verified: z.boolean() }),
)

/** `base`: another installation's address (GitHub Enterprise), which has its API under `/api/v3`. */
function github(base = 'https://github.com'): Service {
	const api = base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`
	return {
		name: 'GitHub',
		scopes: ['read:user', 'user:email'],
		authorizeUrl: `${base}/login/oauth/authorize`,
		tokenUrl: `${base}/login/oauth/access_token`,
		async readProfile(read) {
			const user = GitHubUser.parse(await read(`${api}/user`))
			const emails = GitHubEmails.parse(await read(`${api}/user/emails`))
			const primary = emails.find((one) => one.primary && one.verified)
			const login = readable(user.login, 'GitHub')
			return {
				subject: String(user.id),
				label: login,
				name: readable(user.name, login),
				email: primary?.email.toLowerCase() ?? null,
			}
		},
	}
}

const GoogleUser = z.object({
	sub: z.string().min(1).max(255),
	email: z.email().optional(),
	email_verified: z.boolean().optional(),
	name: z.string().optional(),
})

/** `base`: everything is there instead; for tests. */
function google(base?: string): Service {
	return {
		name: 'Google',
		scopes: ['openid', 'email', 'profile'],
		authorizeUrl: `${base ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
		tokenUrl: `${base ?? 'https://oauth2.googleapis.com'}/token`,
		async readProfile(read) {
			const user = GoogleUser.parse(
				await read(`${base ?? 'https://openidconnect.googleapis.com'}/v1/userinfo`),
			)
			const email = user.email?.toLowerCase()
			return {
				subject: user.sub,
				label: readable(email, 'Google'),
				name: readable(user.name, email === undefined ? 'Someone' : nameFromEmail(email)),
				email: user.email_verified === true && email !== undefined ? email : null,
			}
		},
	}
}

export const SERVICES: Record<OAuthProvider, (base?: string) => Service> = { github, google }
