/** A person's player in an arena of another server, such as ModelWar: an address and an API key. Keys go in, and never out. */
import * as z from 'zod/mini'
import { PutKey, StoredKey } from '../models/keys.ts'

/** The address has `www`: the bare domain redirects, which loses the key. */
export const MODELWAR_URL = 'https://www.modelwar.ai'

/** The title of this server's own arena in the results of tools. */
export const OWN_ARENA = 'The arena'

export const LiveArena = z.object({
	/** Paths below it belong to the arena: `/api/…`, `/skill.md`. */
	url: z.string(),
	/** The player with this key, as the arena said when it was stored. */
	player: z.object({ id: z.int(), name: z.string() }),
	key: StoredKey,
})
export type LiveArena = z.infer<typeof LiveArena>

export const LiveArenaState = z.object({
	/** The stored arena; null if none is. */
	arena: z.nullable(LiveArena),
	/** False if the server has no SECRETS_KEY: then it stores no keys. */
	canStore: z.boolean(),
})
export type LiveArenaState = z.infer<typeof LiveArenaState>

export const PutLiveArena = z.object({
	/** Absent: {@link MODELWAR_URL}. */
	url: z._default(z.string().check(z.trim(), z.minLength(1), z.maxLength(500)), MODELWAR_URL),
	key: PutKey.shape.key,
})
export type PutLiveArena = z.infer<typeof PutLiveArena>
