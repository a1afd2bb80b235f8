/** The arena in which a person plays: another server's if they have stored one, or this server's own. */
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { Database } from '../../db/client.ts'
import { inTime } from '../../db/in-time.ts'
import type { Env } from '../../env.ts'
import { SecretLocked } from '../../platform/sealed-secret.ts'
import type { PackCall } from '../../ports/pack-tools.ts'
import type { ArenaBackend } from '../client/ask.ts'
import { ArenaClient } from '../client/client.ts'
import { embeddedArena } from '../client/embedded.ts'
import { storedArena } from '../client/stored.ts'
import { ladderModel } from '../ladder-model.ts'
import { findLiveArena } from '../store/live-arenas.ts'
import { arenaPlayerOfUser } from '../store/players.ts'

type Refused = Extract<CallOutcome, { status: 'error' }>

export interface PlayerClient {
	/** The arena's name in sentences. */
	readonly arena: string
	readonly client: ArenaClient
	/** False: only public data can be read. */
	readonly plays: boolean
}

export const NO_PLAYER = failed('not_found', 'There is no player in the arena yet.', {
	hint: 'The user chooses its public name in the workbench beside the chat: Battle, then Ladder. Assembling, simulations and tournaments work without one.',
})

const KEY_LOCKED = failed('denied', 'The key of the arena can no longer be read.', {
	hint: "This server's SECRETS_KEY has changed. The user must store the arena's key again.",
})

export async function playerClient(
	env: Env,
	db: Database,
	/** The run's person; null if there is none, as for a visitor. */
	userId: string | null,
	{ signal, model }: Pick<PackCall, 'signal' | 'model'>,
): Promise<PlayerClient | Refused> {
	const of = (backend: ArenaBackend, plays: boolean): PlayerClient => ({
		arena: backend.title,
		client: new ArenaClient({ backend, signal }),
		plays,
	})
	if (userId === null) return of(embeddedArena(env, null), false)
	const stored = await inTime(findLiveArena(db, userId))
	if (stored) {
		try {
			return of(await storedArena(env, db, stored), true)
		} catch (error) {
			if (error instanceof SecretLocked) return KEY_LOCKED
			throw error
		}
	}
	const player = (await inTime(arenaPlayerOfUser(db, userId))) ?? null
	return of(
		limited(embeddedArena(env, player, model && ladderModel(model)), userId),
		player !== null,
	)
}

/** The arena limits requests by address; a run has no address, and counts as its person. */
const limited = (backend: ArenaBackend, userId: string): ArenaBackend => ({
	title: backend.title,
	send(path, init) {
		const headers = new Headers(init.headers)
		headers.set('cf-connecting-ip', userId)
		return backend.send(path, { ...init, headers })
	},
})
