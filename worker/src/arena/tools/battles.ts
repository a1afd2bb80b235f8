/** Unrated battles: of all together, and of each pair. */
import {
	arenaScore,
	createBattle,
	ENGINE_VERSION,
	STOCK_WARRIORS,
	type Standing,
	type Warrior,
} from '@fairlead/corewar/source'
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { BattleSettings } from '../rules/settings.ts'
import type { Engine } from './engine-tools.ts'
import { fightersOf, settingsFor } from './fighters.ts'

type Refused = Extract<CallOutcome, { status: 'error' }>

/** Instructions of one call, some seconds of CPU: an object has 30 s. The clock stands still while code runs, so they are counted. */
const MOST_INSTRUCTIONS = 200_000_000
/** Between two pauses. */
const SLICE_INSTRUCTIONS = 10_000_000

const STOPPED = failed('cancelled', 'The run was stopped before the battle was over.')

/** Rounds of one call, with what they may still cost. */
class Rounds {
	readonly #engine: Engine
	#left = MOST_INSTRUCTIONS
	#slice = SLICE_INSTRUCTIONS

	constructor(engine: Engine) {
		this.#engine = engine
	}

	/** Fewer rounds than the settings say if the call has had its share. */
	async fight(
		warriors: readonly Warrior[],
		settings: BattleSettings,
		seed: number,
	): Promise<{ readonly done: number; readonly standings: readonly Standing[] } | Refused> {
		const battle = createBattle({ warriors, settings, seed, score: arenaScore })
		while (!battle.isOver && this.#left > 0) {
			for (const { cycles } of battle.run(1)) this.#spend(cycles * warriors.length)
			if (this.#slice > 0) continue
			this.#slice = SLICE_INSTRUCTIONS
			await this.#engine.pause()
			if (this.#engine.signal.aborted) return STOPPED
		}
		return { done: battle.done, standings: battle.result.standings }
	}

	get isSpent(): boolean {
		return this.#left <= 0
	}

	#spend(instructions: number): void {
		this.#left -= instructions
		this.#slice -= instructions
	}
}

export async function simulated(
	{ warriors: wanted, rounds, mode, seed }: ToolArgs<'simulate', 'run'>,
	engine: Engine,
): Promise<ToolResult<'simulate', 'run'> | Refused> {
	const settings = settingsFor(mode, wanted.length, rounds)
	const found = await fightersOf(wanted, settings, engine.arena)
	if (!found.ok) return found.outcome
	const fought = await new Rounds(engine).fight(found.warriors, settings, seed)
	if ('status' in fought) return fought
	const { done, standings } = fought
	return {
		rounds: done,
		seed,
		engine_version: ENGINE_VERSION,
		standings: standings.map((one, at) => ({ name: found.warriors[at]?.name ?? '', ...one })),
		...(done < rounds
			? { note: `${done} of ${rounds} rounds were fought: the warriors live too long for more.` }
			: {}),
	}
}

export async function tournamentOf(
	{ warriors: wanted, rounds, mode, seed }: ToolArgs<'tournament', 'run'>,
	engine: Engine,
): Promise<ToolResult<'tournament', 'run'> | Refused> {
	const settings = settingsFor(mode, 2, rounds)
	const only = wanted.length === 1
	const all = only ? [...wanted, ...STOCK_WARRIORS.map(({ name }) => `stock:${name}`)] : wanted
	const found = await fightersOf(all, settings, engine.arena)
	if (!found.ok) return found.outcome
	const { warriors } = found
	const rows = warriors.map(({ name }) => ({ name, wins: 0, losses: 0, ties: 0, points: 0 }))
	const pairs: ToolResult<'tournament', 'run'>['pairs'] = []
	const meetings = pairsOf(all.length, only)
	const desk = new Rounds(engine)
	for (const [a, b] of meetings) {
		const [one, other] = [warriors[a], warriors[b]]
		if (!one || !other || desk.isSpent) continue
		const fought = await desk.fight([one, other], settings, seed)
		if ('status' in fought) return fought
		const [first, second] = fought.standings
		if (!first || !second || fought.done < rounds) continue
		add(rows[a], first)
		add(rows[b], second)
		pairs.push({
			between: [one.name, other.name],
			wins: [first.wins, second.wins],
			ties: first.ties,
		})
	}
	return {
		standings: rows.sort((a, b) => b.points - a.points),
		pairs,
		...(pairs.length < meetings.length
			? {
					note: `${pairs.length} of ${meetings.length} pairs fought all their rounds: ask for fewer rounds or warriors.`,
				}
			: {}),
	}
}

/** Each against each; with `only`, the first against each. */
const pairsOf = (count: number, only: boolean): [number, number][] =>
	Array.from({ length: only ? 1 : count }, (_, a) =>
		Array.from({ length: count - a - 1 }, (_, more): [number, number] => [a, a + 1 + more]),
	).flat()

function add(row: Record<keyof Standing, number> | undefined, more: Standing): void {
	if (!row) return
	for (const key of ['wins', 'losses', 'ties', 'points'] as const) row[key] += more[key]
}
