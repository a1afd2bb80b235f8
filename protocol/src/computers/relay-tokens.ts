/** Tokens with which relays connect to a project. JSON bodies of `/api`. */
import * as z from 'zod/mini'
import { Id } from '../http/id.ts'

export const RelayToken = z.object({
	id: Id,
	label: z.string(),
	createdAt: z.int(),
	lastUsedAt: z.nullable(z.int()),
})

export type RelayToken = z.infer<typeof RelayToken>

export const RelayTokenList = z.object({ tokens: z.array(RelayToken) })

export const CreateRelayToken = z.object({
	label: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
})

/** `token` is shown this once; only its hash is stored. */
export const CreatedRelayToken = z.extend(RelayToken, { token: z.string() })

export type CreatedRelayToken = z.infer<typeof CreatedRelayToken>
/** `label`: the name of the computer. */
export const UpdateRelayToken = CreateRelayToken
