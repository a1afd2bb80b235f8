/**
 * An OAuth provider that speaks the real flow and holds its client to the specifications: exact redirect
 * addresses, PKCE (RFC 7636) with S256 only, one use of a code, client authentication. It answers at GitHub's and
 * Google's paths. Web standards only, so that it runs in workerd and behind a Node server.
 */

export interface Person {
	readonly id: number
	readonly name: string
	readonly email: string
	/** Whether the provider has seen that the address is theirs. */
	readonly verified: boolean
}

/** refuses: the person says no · token-error: as GitHub (status 200) or Google (400) say it · down: 502 for everything. */
export type Mood = 'ok' | 'refuses' | 'token-error' | 'down'

interface Granted {
	readonly clientId: string
	readonly redirectUri: string
	readonly challenge: string
	readonly person: Person
}

export const CLIENT_ID = 'fairlead-test'
export const CLIENT_SECRET = 'a-secret-of-the-client'

const base64Url = (bytes: ArrayBuffer): string =>
	btoa(String.fromCharCode(...new Uint8Array(bytes)))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '')

export class OAuthProvider {
	/** The person who is signed in at the provider. */
	person: Person
	mood: Mood = 'ok'
	readonly #redirectUris: Set<string>
	readonly #codes = new Map<string, Granted>()
	readonly #tokens = new Map<string, Person>()

	constructor(person: Person, redirectUris: readonly string[]) {
		this.person = person
		this.#redirectUris = new Set(redirectUris)
	}

	/** Registers one more redirect address. */
	allow(redirectUri: string): void {
		this.#redirectUris.add(redirectUri)
	}

	async answer(request: Request): Promise<Response> {
		if (this.mood === 'down') return new Response('Bad gateway', { status: 502 })
		const { pathname } = new URL(request.url)
		switch (pathname) {
			case '/login/oauth/authorize':
			case '/o/oauth2/v2/auth':
				return this.authorize(request.url, this.mood === 'refuses' ? 'access_denied' : undefined)
			case '/login/oauth/access_token':
				return this.#token(request, 200)
			case '/token':
				return this.#token(request, 400)
			case '/api/v3/user':
				return this.#read(request, ({ id, name }) => ({ id, login: `login-${id}`, name }))
			case '/api/v3/user/emails':
				return this.#read(request, ({ id, email, verified }) => [
					{ email: `${id}@users.noreply.example`, primary: false, verified: true },
					{ email, primary: true, verified },
				])
			case '/v1/userinfo':
				return this.#read(request, ({ id, name, email, verified }) => ({
					sub: String(id),
					name,
					email,
					email_verified: verified,
				}))
			default:
				return new Response('Not found', { status: 404 })
		}
	}

	/** The browser at the provider's page: sends it back with a code, or with what the person answered instead. */
	authorize(address: string, error?: 'access_denied'): Response {
		const asked = new URL(address).searchParams
		const redirectUri = asked.get('redirect_uri') ?? ''
		const wrong =
			asked.get('client_id') !== CLIENT_ID ||
			!this.#redirectUris.has(redirectUri) ||
			asked.get('response_type') !== 'code' ||
			asked.get('code_challenge_method') !== 'S256' ||
			!/^[\w-]{43}$/.test(asked.get('code_challenge') ?? '')
		if (wrong) return new Response(`Refused: ${address}`, { status: 400 })
		const back = new URL(redirectUri)
		back.searchParams.set('state', asked.get('state') ?? '')
		if (error) back.searchParams.set('error', error)
		else {
			const code = crypto.randomUUID()
			this.#codes.set(code, {
				clientId: CLIENT_ID,
				redirectUri,
				challenge: asked.get('code_challenge') ?? '',
				person: this.person,
			})
			back.searchParams.set('code', code)
		}
		return new Response(null, { status: 302, headers: { location: back.href } })
	}

	async #token(request: Request, errorStatus: number): Promise<Response> {
		const form = await request.formData()
		const code = String(form.get('code'))
		const granted = this.#codes.get(code)
		this.#codes.delete(code)
		const verifier = new TextEncoder().encode(String(form.get('code_verifier')))
		const challenge = base64Url(await crypto.subtle.digest('SHA-256', verifier))
		const right =
			this.mood !== 'token-error' &&
			granted !== undefined &&
			form.get('grant_type') === 'authorization_code' &&
			form.get('client_id') === granted.clientId &&
			form.get('client_secret') === CLIENT_SECRET &&
			form.get('redirect_uri') === granted.redirectUri &&
			challenge === granted.challenge
		if (!right) return Response.json({ error: 'invalid_grant' }, { status: errorStatus })
		const token = crypto.randomUUID()
		this.#tokens.set(token, granted.person)
		return Response.json({ access_token: token, token_type: 'bearer', scope: '' })
	}

	#read(request: Request, describe: (person: Person) => unknown): Response {
		const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
		const person = this.#tokens.get(token)
		if (!person) return Response.json({ message: 'Bad credentials' }, { status: 401 })
		return Response.json(describe(person))
	}
}
