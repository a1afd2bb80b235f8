/** An MCP server that wants OAuth, with its authorization server, both in one function. */
import { newTracker, type Tracker } from './mcp-server-kit.ts'

export interface GuardedTracker extends Tracker {
	/** Accepts no access token that was given until now. */
	expire(): void
	/** Refuses refresh tokens from now on. */
	revoke(): void
	/** How often the token endpoint gave tokens, by grant. */
	readonly grants: string[]
	/** The registrations of its clients. */
	readonly registered: Record<string, unknown>[]
	/** Agrees like a person at its page; returns the address that the browser goes to next. */
	agree(authorizationUrl: string): string
}

interface Code {
	readonly challenge: string
	readonly redirect: string
	readonly client: string
}

const hash = async (text: string): Promise<string> => {
	const bytes = new Uint8Array(
		await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
	)
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '')
}

/** @param documents takes Client ID Metadata Documents, and then no registrations */
export function guardedTracker(documents = false): GuardedTracker {
	const tracker = newTracker()
	const codes = new Map<string, Code>()
	const access = new Set<string>()
	let refresh = ''
	let count = 0
	const grants: string[] = []
	const registered: Record<string, unknown>[] = []

	const given = (grant: string): Response => {
		grants.push(grant)
		const token = `access-${++count}`
		access.add(token)
		refresh = `refresh-${count}`
		return Response.json({
			access_token: token,
			refresh_token: refresh,
			token_type: 'Bearer',
			expires_in: 3600,
		})
	}

	async function tokens(form: URLSearchParams): Promise<Response> {
		const refused = Response.json({ error: 'invalid_grant' }, { status: 400 })
		if (form.get('grant_type') === 'refresh_token') {
			const right = form.get('refresh_token') === refresh && refresh !== ''
			return right ? given('refresh_token') : refused
		}
		const code = codes.get(form.get('code') ?? '')
		codes.delete(form.get('code') ?? '')
		const proven =
			code?.challenge === (await hash(form.get('code_verifier') ?? '')) &&
			code.redirect === form.get('redirect_uri') &&
			code.client === form.get('client_id')
		return proven ? given('authorization_code') : refused
	}

	async function handler(request: Request): Promise<Response> {
		const { origin, pathname } = new URL(request.url)
		switch (pathname) {
			case '/.well-known/oauth-protected-resource/mcp':
				return Response.json({ resource: `${origin}/mcp`, authorization_servers: [origin] })
			case '/.well-known/oauth-authorization-server':
				return Response.json({
					issuer: origin,
					authorization_endpoint: `${origin}/authorize`,
					token_endpoint: `${origin}/token`,
					...(documents
						? { client_id_metadata_document_supported: true }
						: { registration_endpoint: `${origin}/register` }),
					response_types_supported: ['code'],
					code_challenge_methods_supported: ['S256'],
					authorization_response_iss_parameter_supported: true,
					token_endpoint_auth_methods_supported: ['none'],
				})
			case '/register': {
				const body = (await request.json()) as Record<string, unknown>
				registered.push(body)
				return Response.json({ ...body, client_id: `client-${registered.length}` }, { status: 201 })
			}
			case '/authorize': {
				const page = `<link rel="icon" href="data:,"><a href="${agree(request.url).replaceAll('&', '&amp;')}">Allow Fairlead</a>`
				return new Response(page, { headers: { 'content-type': 'text/html' } })
			}
			case '/token':
				return tokens(new URLSearchParams(await request.text()))
			case '/mcp': {
				const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
				if (access.has(token)) return tracker.handler(request)
				const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
				return new Response(null, {
					status: 401,
					headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}"` },
				})
			}
			default:
				return new Response(null, { status: 404 })
		}
	}

	function agree(authorizationUrl: string): string {
		const { origin, searchParams: asked } = new URL(authorizationUrl)
		const code = `code-${++count}`
		const redirect = asked.get('redirect_uri') ?? ''
		codes.set(code, {
			challenge: asked.get('code_challenge') ?? '',
			redirect,
			client: asked.get('client_id') ?? '',
		})
		const answer = new URL(redirect)
		answer.searchParams.set('code', code)
		answer.searchParams.set('state', asked.get('state') ?? '')
		answer.searchParams.set('iss', origin)
		return answer.href
	}

	return {
		...tracker,
		handler,
		grants,
		registered,
		agree,
		expire: () => access.clear(),
		revoke: () => {
			refresh = ''
		},
	}
}
