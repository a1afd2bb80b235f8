/** This server's own arena as a backend: its handlers are called directly, over no network. */
import { OWN_ARENA } from '@fairlead/protocol/arena/live-arena'
import type { Env } from '../../env.ts'
import { ARENA_PATH, serveArena } from '../http/serve.ts'
import type { ArenaPlayerRow } from '../store/players.ts'
import type { ArenaBackend } from './ask.ts'

/** Never resolved, and in no answer but the address of the OpenAPI document. */
const ORIGIN = 'http://arena.internal'

/**
 * @param as whose calls they are; null: those of nobody, who reads what is public
 * @param writer the model whose agent calls, as the ladder calls it
 */
export const embeddedArena = (
	env: Env,
	as: ArenaPlayerRow | null,
	writer: string | null = null,
): ArenaBackend => ({
	title: OWN_ARENA,
	send: (path, { signal: _, ...init }) =>
		serveArena(new Request(`${ORIGIN}${ARENA_PATH}${path}`, init), env, as, writer),
})
