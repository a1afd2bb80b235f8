/** The keys of model providers that a person has stored. They go in, and never out. */
import * as z from 'zod/mini'
import type { ServiceName } from '../services/index.ts'
import { SERVICE_TITLES } from '../services/titles.ts'

export const KeyProvider = z.enum(Object.keys(SERVICE_TITLES) as ServiceName[])
export type KeyProvider = z.infer<typeof KeyProvider>

export const StoredKey = z.object({
	/** The last four characters of the key; of a short one fewer. */
	lastFour: z.string(),
	/** When it was checked and stored, in Unix milliseconds. */
	addedAt: z.int(),
})
export type StoredKey = z.infer<typeof StoredKey>

/** A reading of a provider's list of models. */
export const ReadList = z.object({
	/** How many it has. */
	models: z.int(),
	/** In Unix milliseconds. */
	readAt: z.int(),
})
export type ReadList = z.infer<typeof ReadList>

export const ProviderKeys = z.object({
	provider: KeyProvider,
	title: z.string(),
	/** The host that the key is sent to. */
	host: z.string(),
	/** The person's own; null: none. */
	key: z.nullable(StoredKey),
	/** True if the server has a key for everybody, which pays for a person who has none. */
	server: z.boolean(),
	/** The provider's own list as the person last had it read; missing: never. */
	listed: z.optional(ReadList),
})
export type ProviderKeys = z.infer<typeof ProviderKeys>

export const KeyList = z.object({
	providers: z.array(ProviderKeys),
	/** False if the server has no SECRETS_KEY: then it stores no keys. */
	canStore: z.boolean(),
})
export type KeyList = z.infer<typeof KeyList>

const keyOf = (minChars: number) =>
	z
		.string()
		.check(
			z.trim(),
			z.minLength(minChars, 'Paste the whole key.'),
			z.maxLength(500, 'This is longer than a key.'),
			z.regex(/^[\x21-\x7e]*$/, 'A key has no spaces and no letters with accents.'),
		)

/** The key of a person's own server: often a word that its owner chose. */
export const OwnServerKey = keyOf(1)

export const PutKey = z.object({ key: keyOf(12) })
export type PutKey = z.infer<typeof PutKey>
