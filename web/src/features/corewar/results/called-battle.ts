/** The battle that a call of the engine's tools has fought, from its arguments and its result. Pure. */
import { ENGINE_VERSION, STOCK_WARRIORS } from '@fairlead/corewar/source'
import { bag, list } from '@fairlead/protocol/wire/safe-read'
import { type Contestant, isCount, PRESETS } from '../battle/setup.ts'
import type { SharedBattle } from '../share/link.ts'

const STOCK = /^\s*stock:\s*(.+?)\s*$/i
/** Settings of arenas and of duels: `worker/src/arena/rules/settings.ts`. */
const [{ settings: ARENA }, { settings: DUEL }] = PRESETS
/** The tools' default. */
const FIRST_SEED = 1

/**
 * @param names of the warriors, as the result tells them
 * @returns null: a warrior is not known here
 */
export function calledBattle(
	input: unknown,
	result: unknown,
	names: readonly string[],
): SharedBattle | null {
	const { warriors, mode, round, seed } = bag(input)
	const fought = bag(result)
	const contestants = list(warriors).map((one, at): Contestant | null => {
		const source = typeof one === 'string' ? sourceOf(one) : null
		return source === null ? null : { name: names[at] ?? '', source }
	})
	if (contestants.includes(null)) return null
	const followed = isCount(round, 1, Number.MAX_SAFE_INTEGER) ? round : 1
	const number = (value: unknown, other: number): number =>
		isCount(value, 1, Number.MAX_SAFE_INTEGER) ? value : other
	return {
		setup: {
			engineVersion: number(fought['engine_version'], ENGINE_VERSION),
			settings: (mode ?? (contestants.length > 2 ? 'arena' : '1v1')) === 'arena' ? ARENA : DUEL,
			rounds: number(fought['rounds'], followed),
			seed: number(seed, FIRST_SEED),
			warriors: contestants.filter((one) => one !== null),
		},
		round: followed - 1,
	}
}

function sourceOf(fighter: string): string | null {
	const name = STOCK.exec(fighter)?.[1]?.toLowerCase()
	if (name === undefined) return fighter
	return STOCK_WARRIORS.find((one) => one.name.toLowerCase() === name)?.source ?? null
}
