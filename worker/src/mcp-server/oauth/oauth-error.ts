/** An OAuth error (RFC 6749, 5.2): `code` is for the client, the message for whoever wrote it. */
export class OAuthError extends Error {
	override readonly name = 'OAuthError'
	readonly code: OAuthErrorCode

	constructor(code: OAuthErrorCode, description: string) {
		super(description)
		this.code = code
	}
}

export type OAuthErrorCode =
	| 'invalid_request'
	| 'invalid_client'
	| 'invalid_client_metadata'
	| 'invalid_redirect_uri'
	| 'invalid_grant'
	| 'invalid_scope'
	| 'invalid_target'
	| 'unsupported_grant_type'
	| 'temporarily_unavailable'
