/** API tokens: what scripts and other programs send as `Authorization: Bearer flt_…`. */
import * as z from 'zod/mini'

export const TOKEN_SCOPES = [
	'projects:read',
	'projects:write',
	'editor:read',
	'editor:call',
	'conversations:read',
	'conversations:write',
	'runs:start',
	'runs:approve',
	'usage:read',
] as const
export const TokenScope = z.enum(TOKEN_SCOPES)
export type TokenScope = z.infer<typeof TokenScope>

/** The scopes that an MCP client can be given for a project. */
export const MCP_SCOPES = [
	'editor:read',
	'editor:call',
	'runs:start',
	'runs:approve',
] as const satisfies readonly TokenScope[]
export const McpScope = z.enum(MCP_SCOPES)
export type McpScope = z.infer<typeof McpScope>

/** The longest life that can be chosen, in days, besides none at all (`null`). */
export const MAX_TOKEN_DAYS = 366

export const ApiToken = z.object({
	id: z.string(),
	label: z.string(),
	scopes: z.array(z.string()),
	createdAt: z.int(),
	/** null: it holds until it is revoked. */
	expiresAt: z.nullable(z.int()),
	/** Exact to the hour. */
	lastUsedAt: z.nullable(z.int()),
})
export type ApiToken = z.infer<typeof ApiToken>
export const ApiTokenList = z.object({ tokens: z.array(ApiToken) })
export type ApiTokenList = z.infer<typeof ApiTokenList>

export const CreateApiToken = z.object({
	label: z.string().check(z.trim(), z.minLength(1, 'Give the token a name.'), z.maxLength(100)),
	scopes: z
		.array(TokenScope)
		.check(z.minLength(1, 'Choose at least one scope.'), z.maxLength(TOKEN_SCOPES.length)),
	/** Days until it expires; null: it does not. */
	expiresInDays: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_TOKEN_DAYS))),
})
export type CreateApiToken = z.infer<typeof CreateApiToken>
/** `token` is shown this once; only its hash is stored. */
export const CreatedApiToken = z.extend(ApiToken, { token: z.string() })
export type CreatedApiToken = z.infer<typeof CreatedApiToken>
