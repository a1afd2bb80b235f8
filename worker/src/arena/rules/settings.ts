/** Settings of battles today. Each battle stores its own: read those, never these, to replay one. */
import type { Settings } from '@fairlead/corewar/source'

export type ArenaMode = '1v1' | 'arena'

export const SEATS = 10

/** The settings that a battle stores; what is left out here follows from them in the engine. */
export type BattleSettings = Pick<
	Settings,
	'coreSize' | 'maxCycles' | 'maxLength' | 'maxProcesses' | 'minDistance' | 'warriors' | 'rounds'
>

export const SETTINGS: Readonly<Record<ArenaMode, BattleSettings>> = {
	'1v1': {
		coreSize: 25_200,
		maxCycles: 252_000,
		maxLength: 5_040,
		maxProcesses: 25_200,
		minDistance: 5_040,
		warriors: 2,
		rounds: 100,
	},
	arena: {
		coreSize: 8_000,
		maxCycles: 80_000,
		maxLength: 100,
		maxProcesses: 8_000,
		minDistance: 100,
		warriors: SEATS,
		rounds: 200,
	},
}
