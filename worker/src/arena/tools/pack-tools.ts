/** The tools of Core War's pack. */
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { database } from '../../db/client.ts'
import { inTime } from '../../db/in-time.ts'
import { personBehind } from '../../db/person-behind.ts'
import type { Env } from '../../env.ts'
import type { PackToolName, PackToolsPort } from '../../ports/pack-tools.ts'
import { isWithinArenaRate } from '../within-rate.ts'
import { askArena, type EngineToolName, type EvolutionToolName } from './arena-tools.ts'
import { runEngine } from './engine-tools.ts'
import { runEvolution } from './evolution-tools.ts'
import { playerClient } from './player-client.ts'

const ENGINE: ReadonlySet<PackToolName> = new Set<EngineToolName>([
	'assemble',
	'simulate',
	'explain_round',
	'tournament',
])
const EVOLUTION: ReadonlySet<PackToolName> = new Set<EvolutionToolName>(['evolve', 'get_evolution'])
const isOfEvolution = (name: PackToolName): name is EvolutionToolName => EVOLUTION.has(name)
const isOfEngine = (name: PackToolName): name is EngineToolName => ENGINE.has(name)

const FAILED = failed('internal', 'The server could not carry this out.', {
	hint: 'Try it once more. If it fails again, tell the user.',
})

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/**
 * The tools for runs, which call them one after the other, within their limits.
 * @param projectId the run's project
 */
export const arenaTools = (env: Env, projectId: string): PackToolsPort => ({
	async call(name, author, { params, signal, model }) {
		try {
			const db = database(env.DB)
			const userId = await inTime(personBehind(db, projectId, author))
			const player = () => playerClient(env, db, userId, { signal, model })
			const arena = async () => {
				const found = await player()
				return 'status' in found ? found : found.client
			}
			if (isOfEvolution(name)) {
				return await runEvolution(name, params, { env, db, projectId, userId, arena })
			}
			if (isOfEngine(name)) {
				return await runEngine(name, params, { arena, signal, pause })
			}
			const found = await player()
			if ('status' in found) return found
			return await askArena(name, found, params)
		} catch (error) {
			console.error(JSON.stringify({ level: 'error', event: 'arena_tool_failed', name }), error)
			return FAILED satisfies CallOutcome
		}
	},
})

const TOO_MANY = failed('editor_busy', 'Too many calls of this person within a minute.', {
	hint: 'Nothing was done. Wait a minute, then continue more slowly.',
})

/** The tools for a caller that no run bounds: limited, since a battle costs seconds of the server's CPU. */
export const countedArenaTools = (env: Env, projectId: string): PackToolsPort => ({
	async call(name, author, call) {
		if (!(await isWithinArenaRate(env, `tools:${author.userId ?? author.id}`))) return TOO_MANY
		return arenaTools(env, projectId).call(name, author, call)
	},
})
