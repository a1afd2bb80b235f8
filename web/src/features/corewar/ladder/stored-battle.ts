/** What the arena keeps of a battle, as a battle that this page can fight again. */
import type { ArenaBattleReplay, ArenaSessionReplay } from '@fairlead/protocol/arena'
import type { BattleSetup } from '../battle/setup.ts'
import { type Mode, readArenaReplay, readDuelReplay } from './arena-api.ts'

export const duelSetup = (stored: ArenaBattleReplay): BattleSetup => {
	const { coreSize, maxCycles, maxLength, maxTasks, minSeparation } = stored.settings
	return {
		engineVersion: stored.engine_version,
		seed: stored.seed,
		rounds: stored.round_results.length,
		settings: {
			coreSize,
			maxCycles,
			maxLength,
			maxProcesses: maxTasks,
			minDistance: minSeparation,
		},
		warriors: [stored.challenger, stored.defender].map(({ name, redcode }) => ({
			name,
			source: redcode,
		})),
	}
}

export const arenaSetup = (stored: ArenaSessionReplay): BattleSetup => {
	const { coreSize, maxCycles, maxLength, maxProcesses, minSeparation } = stored.settings
	return {
		engineVersion: stored.engine_version,
		seed: stored.seed,
		rounds: stored.settings.rounds,
		settings: {
			coreSize,
			maxCycles,
			maxLength,
			maxProcesses,
			minDistance: minSeparation,
		},
		warriors: [...stored.warriors]
			.sort((a, b) => a.slot_index - b.slot_index)
			.map(({ name, redcode }) => ({ name, source: redcode })),
	}
}

/** @throws ApiError */
export const readReplay = async (mode: Mode, id: number): Promise<BattleSetup> =>
	mode === '1v1' ? duelSetup(await readDuelReplay(id)) : arenaSetup(await readArenaReplay(id))
