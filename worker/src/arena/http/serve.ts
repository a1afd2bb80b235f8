/** The way to the arena's API, whose code loads with its first request. */
import type { Env } from '../../env.ts'
import type { ArenaPlayerRow } from '../store/players.ts'

export { ARENA_PATH } from './path.ts'

/**
 * @param as whose request it is, where this server's own code makes it
 * @param writer the model whose agent makes it
 */
export async function serveArena(
	request: Request,
	env: Env,
	as: ArenaPlayerRow | null = null,
	writer: string | null = null,
): Promise<Response> {
	const { arena } = await import('./app.ts')
	return arena.fetch(request, { env, as, writer })
}
