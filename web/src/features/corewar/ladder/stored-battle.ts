/** An arena's record of a battle, as a battle that this page can fight again. */
import type { LadderArenaReplay, LadderDuelReplay } from '@fairlead/protocol/arena/live-ladder'
import { type BattleSetup, FOREIGN_ENGINE } from '../battle/setup.ts'
import { type ArenaName, type Mode, readArenaReplay, readDuelReplay } from './arena-api.ts'

export const duelSetup = (stored: LadderDuelReplay): BattleSetup => ({
	...fought(stored, stored.settings.maxTasks),
	// ModelWar says the seed with each round.
	seed: stored.seed ?? stored.round_results[0]?.seed ?? 1,
	rounds: Math.max(1, stored.round_results.length),
	warriors: [stored.challenger, stored.defender].map(({ name, redcode }) => ({
		name,
		source: redcode,
	})),
})

export const arenaSetup = (stored: LadderArenaReplay): BattleSetup => ({
	...fought(stored, stored.settings.maxProcesses),
	seed: stored.seed ?? 1,
	rounds: stored.settings.rounds,
	warriors: [...stored.warriors]
		.sort((a, b) => a.slot_index - b.slot_index)
		.map(({ name, redcode }) => ({ name, source: redcode })),
})

function fought(
	{ engine_version, settings }: LadderDuelReplay | LadderArenaReplay,
	maxProcesses: number,
): Pick<BattleSetup, 'engineVersion' | 'settings'> {
	const { coreSize, maxCycles, maxLength, minSeparation } = settings
	return {
		engineVersion: engine_version ?? FOREIGN_ENGINE,
		settings: {
			coreSize,
			maxCycles,
			maxLength,
			maxProcesses,
			// ModelWar places warriors closer than they may be long, which this engine refuses.
			minDistance: Math.max(minSeparation, maxLength),
		},
	}
}

/** @throws ApiError */
export const readReplay = async (arena: ArenaName, mode: Mode, id: number): Promise<BattleSetup> =>
	mode === '1v1'
		? duelSetup(await readDuelReplay(arena, id))
		: arenaSetup(await readArenaReplay(arena, id))
