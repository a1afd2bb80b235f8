/** `@fairlead/corewar`: a Redcode assembler and a MARS. See the README. */
export { type Assembled, assemble } from './assembler/assembler.ts'
export { disassemble, instructionText } from './assembler/disassemble.ts'
export type { Problem } from './errors.ts'
export { mutate } from './evolve/mutate.ts'
export { generationOf, nameOfGeneration, redcodeOf } from './evolve/redcode.ts'
export { LIMITS } from './limits.ts'
export { MODES, MODIFIERS, OPCODES } from './opcodes.ts'
export { BOUNDS, resolveSettings, type Settings } from './settings.ts'
export {
	arenaScore,
	type Battle,
	type BattleOptions,
	type BattleResult,
	type BattleState,
	battle,
	createBattle,
	hillScore,
	type RoundResult,
	type RoundSetup,
	type Score,
	type Standing,
} from './simulator/battle.ts'
export type { PspaceState } from './simulator/pspace.ts'
export { MAX_SEED, positionsFor } from './simulator/random.ts'
export {
	type Cell,
	createSimulator,
	type Simulator,
	type SimulatorOptions,
} from './simulator/simulator.ts'
export type { Trace } from './simulator/step.ts'
export { NOBODY, type Territory } from './simulator/territory.ts'
export { STOCK_WARRIORS, type StockWarrior } from './stock-warriors.ts'
export { DIALECT_VERSION, ENGINE_VERSION } from './version.ts'
export type { Code, Warrior } from './warrior.ts'
