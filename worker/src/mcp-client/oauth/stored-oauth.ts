/** Credentials that OAuth gave for a server, in the form that is stored and the one that the official client wants. */
import type {
	OAuthClientProvider,
	OAuthDiscoveryState,
	StoredOAuthClientInformation,
	StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { Env } from '../../env.ts'
import { seal, unseal } from '../../platform/sealed-secret.ts'

/** One entry for the project, bound to the authorization server that gave it. */
export interface StoredOAuth {
	readonly client?: StoredOAuthClientInformation
	readonly tokens?: StoredOAuthTokens
	readonly discovery?: OAuthDiscoveryState
	readonly verifier?: string
}

/** Hostile servers may send long tokens and documents; the row is read with each call. */
const MAX_CHARS = 64_000

/** @throws if a server sent more than can be kept */
export async function sealOAuth(env: Env, id: string, auth: object): Promise<string> {
	const text = JSON.stringify(auth)
	if (text.length > MAX_CHARS) throw new Error('The authorization server sent too much.')
	return seal(text, id, env, 'mcp server secrets')
}

/** @throws {SecretLocked} */
export const openOAuth = async <T extends StoredOAuth>(
	env: Env,
	id: string,
	kept: string,
): Promise<T> => JSON.parse(await unseal(kept, id, env, 'mcp server secrets')) as T

/** The address that sign-ins come back to, the same for all servers. */
export const callbackUrl = (origin: string): string => `${origin}/api/mcp-servers/callback`
export const documentUrl = (origin: string): string => `${origin}/oauth/mcp-client.json`

export const clientMetadata = (origin: string) => ({
	client_name: 'Fairlead',
	client_uri: origin,
	redirect_uris: [callbackUrl(origin)],
	grant_types: ['authorization_code', 'refresh_token'],
	response_types: ['code'],
	token_endpoint_auth_method: 'none' as const,
})

/** Holds what the official client reads and writes during one flow. */
export class AuthFlow implements OAuthClientProvider {
	readonly clientMetadata
	readonly redirectUrl
	/** The page at which the person signs in; null: the flow did not get there. */
	authorizationUrl: URL | null = null
	readonly #state: string
	#auth: StoredOAuth

	/** @param origin the public address of this server */
	constructor(origin: string, auth: StoredOAuth, state = '') {
		this.clientMetadata = clientMetadata(origin)
		this.redirectUrl = callbackUrl(origin)
		this.#auth = auth
		this.#state = state
		// Authorization servers cannot read the document of a computer that only reaches itself.
		if (origin.startsWith('https:')) this.clientMetadataUrl = documentUrl(origin)
	}

	clientMetadataUrl?: string

	get auth(): StoredOAuth {
		return this.#auth
	}

	state(): string {
		return this.#state
	}

	clientInformation(): StoredOAuthClientInformation | undefined {
		return this.#auth.client
	}

	saveClientInformation(client: StoredOAuthClientInformation): void {
		this.#auth = { ...this.#auth, client }
	}

	tokens(): StoredOAuthTokens | undefined {
		return this.#auth.tokens
	}

	/** A renewal that brings no new refresh token leaves the old one in force. */
	saveTokens(tokens: StoredOAuthTokens): void {
		this.#auth = { ...this.#auth, tokens: { ...this.#auth.tokens, ...tokens } }
	}

	saveCodeVerifier(verifier: string): void {
		this.#auth = { ...this.#auth, verifier }
	}

	codeVerifier(): string {
		return this.#auth.verifier ?? ''
	}

	saveDiscoveryState(discovery: OAuthDiscoveryState): void {
		this.#auth = { ...this.#auth, discovery }
	}

	discoveryState(): OAuthDiscoveryState | undefined {
		return this.#auth.discovery
	}

	redirectToAuthorization(url: URL): void {
		this.authorizationUrl = url
	}
}
