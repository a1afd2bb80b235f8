/** The ways in that the Worker's variables configure. Each is optional; none is offered half configured. */
import { OAuthProvider, type SignInOptions } from '@fairlead/protocol/people/sign-in'
import type { Env } from '../../env.ts'
import { type Mailer, mailerOf } from '../../mail/mailer.ts'
import { SERVICES, type Service } from './providers.ts'
import { signUpRule } from './sign-up.ts'

/** Thrown where a way in is asked for that is not configured; the message says what to set. */
export class NotConfigured extends Error {
	override readonly name = 'NotConfigured'
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** An https address without its path, or one of this machine. Returns null if it is neither. */
function checkedBase(text: string): string | null {
	const url = URL.canParse(text) ? new URL(text) : null
	if (!url) return null
	const allowed =
		url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))
	return allowed ? url.origin + url.pathname.replace(/\/$/, '') : null
}

/**
 * The address of this installation, for links in mails and for the way back from a provider. Never a `Host` that a
 * request claims: it would lead the person, with a secret, to wherever its sender likes. Only this machine's own
 * name needs no variable.
 */
export function publicOrigin(env: Env, request: Request): string {
	if (env.PUBLIC_URL) {
		const base = checkedBase(env.PUBLIC_URL)
		if (base === null)
			throw new NotConfigured('PUBLIC_URL must be this server’s address, beginning with https://.')
		return new URL(base).origin
	}
	const { hostname, origin } = new URL(request.url)
	if (LOOPBACK.has(hostname)) return origin
	throw new NotConfigured(
		'Set PUBLIC_URL on the server to its address, such as https://fairlead.example.',
	)
}

/** Same as {@link publicOrigin}, but empty if it is not configured. */
export function knownOrigin(env: Env, request: Request): string {
	try {
		return publicOrigin(env, request)
	} catch (error) {
		if (error instanceof NotConfigured) return ''
		throw error
	}
}

/**
 * The origin of links that the caller itself is shown (a share link, a webhook's address): `PUBLIC_URL`, so that they
 * do not depend on a `Host`. Without it, the address that the caller used: it works for them, and no link goes to others.
 *
 * @throws NotConfigured if the variable is not an address: falling back to `Host` would be a guess
 */
export function linkOrigin(env: Pick<Env, 'PUBLIC_URL'>, request: Request): string {
	if (!env.PUBLIC_URL) return new URL(request.url).origin
	// Plain http is fine in a private network: unlike a mail, such a link needs no proof of where it leads.
	const set = URL.canParse(env.PUBLIC_URL) ? new URL(env.PUBLIC_URL) : null
	if (set?.protocol === 'https:' || set?.protocol === 'http:') return set.origin
	throw new NotConfigured('PUBLIC_URL must be this server’s address, beginning with https://.')
}

export interface OAuthClient {
	readonly provider: OAuthProvider
	readonly service: Service
	readonly clientId: string
	readonly clientSecret: string
}

/** @throws NotConfigured */
export function oauthClient(env: Env, provider: OAuthProvider): OAuthClient {
	const prefix = provider.toUpperCase() as Uppercase<OAuthProvider>
	const { [`${prefix}_CLIENT_ID` as const]: clientId } = env
	const { [`${prefix}_CLIENT_SECRET` as const]: clientSecret } = env
	if (!clientId || !clientSecret) {
		const missing = clientId ? `${prefix}_CLIENT_SECRET` : `${prefix}_CLIENT_ID`
		throw new NotConfigured(`Set ${missing} on the server.`)
	}
	const { [`${prefix}_URL` as const]: url } = env
	const base = url ? checkedBase(url) : undefined
	if (base === null) throw new NotConfigured(`${prefix}_URL must begin with https://.`)
	return { provider, service: SERVICES[provider](base), clientId, clientSecret }
}

/** @throws NotConfigured */
export function mailSetup(env: Env): Mailer {
	const mailer = mailerOf(env)
	if (mailer) return mailer
	throw new NotConfigured(
		env.MAIL_FROM
			? 'Set MAIL_URL on the server, or bind MAIL (send_email).'
			: 'Set MAIL_FROM on the server to the sender’s address.',
	)
}

function isConfigured(check: () => unknown): boolean {
	try {
		check()
		return true
	} catch (error) {
		if (error instanceof NotConfigured) return false
		throw error
	}
}

export function signInOptions(env: Env, request: Request): SignInOptions {
	const addressed = isConfigured(() => publicOrigin(env, request))
	const providers = OAuthProvider.options.filter(
		(provider) => addressed && isConfigured(() => oauthClient(env, provider)),
	)
	return {
		setupToken: Boolean(env.SETUP_TOKEN),
		providers: providers.map((id) => ({ id, name: SERVICES[id]().name })),
		mail: addressed && isConfigured(() => mailSetup(env)),
		trial: env.ANONYMOUS_TRIAL === '1',
		signUp: signUpRule(env),
	}
}
