/** Several rounds between the same warriors, all at once or in slices. */
import { Fingerprint } from '../fingerprint.ts'
import { OP, opcodeOf } from '../opcodes.ts'
import { checkCountOf, resolveSettings, type Settings } from '../settings.ts'
import { ENGINE_VERSION } from '../version.ts'
import type { Warrior } from '../warrior.ts'
import { Machine } from './machine.ts'
import { type PspaceState, Pspaces } from './pspace.ts'
import { checkSeed, positionsFor, seedAfter } from './random.ts'
import { run } from './run.ts'
import { checkCount, checkWarriors, createSimulator, type Simulator } from './simulator.ts'
import { warmUp } from './warm-up.ts'

/** Points of a survivor in one round. */
export type Score = (warriors: number, survivors: number) => number

/** W(W−1)/S, the score of arenas with many warriors. Between two: 2 for a win, 1 for a tie. */
export const arenaScore: Score = (warriors, survivors) =>
	Math.floor((warriors * (warriors - 1)) / survivors)

/** (W²−1)/S, the score of hills. Between two: 3 for a win, 1 for a tie. */
export const hillScore: Score = (warriors, survivors) =>
	Math.floor((warriors * warriors - 1) / survivors)

export interface BattleOptions {
	readonly settings?: Partial<Settings>
	readonly warriors: readonly Warrior[]
	/** Wins over `settings.rounds`. */
	readonly rounds?: number
	/** The seed, from 1 to MAX_SEED. */
	readonly seed: number
	/** `arenaScore` if left out. */
	readonly score?: Score
}

/** Everything that a round needs besides P-space. */
export interface RoundSetup {
	readonly round: number
	readonly seed: number
	readonly positions: readonly number[]
	readonly starter: number
}

export interface RoundResult {
	/** The round's number, from 0. */
	readonly round: number
	readonly seed: number
	/** Survivors in the order of the warriors. */
	readonly survivors: readonly number[]
	/** The only survivor; null: nobody, or several. */
	readonly winner: number | null
	readonly cycles: number
}

export interface Standing {
	readonly wins: number
	readonly losses: number
	/** Rounds that it survived with others. */
	readonly ties: number
	readonly points: number
}

export interface BattleResult {
	readonly engineVersion: number
	readonly settings: Settings
	readonly seed: number
	readonly rounds: readonly RoundResult[]
	/** Indexed by warrior. */
	readonly standings: readonly Standing[]
}

/** A battle between two slices, as JSON. */
export interface BattleState {
	readonly engineVersion: number
	readonly seed: number
	/** Hash of the settings and of the warriors' code. */
	readonly options: string
	/** Grows with each round: a battle of very many is better kept as several. */
	readonly rounds: readonly RoundResult[]
	readonly pspaces: PspaceState
	/** Hash of everything above: a state that was changed is refused. */
	readonly check: string
}

/**
 * Prepares a battle.
 * @param state of an earlier slice of the same battle
 * @throws RangeError for settings out of bounds, warriors that are too long or too many, a bad seed, or a state
 * of another battle or engine version, or one that was changed
 */
export const createBattle = (options: BattleOptions, state?: BattleState): Battle =>
	new Battle(options, state)

/** Runs a whole battle. The same warriors, settings and seed always give the same result. */
export function battle(options: BattleOptions): BattleResult {
	const whole = createBattle(options)
	whole.run()
	return whole.result
}

export class Battle {
	readonly settings: Settings
	readonly warriors: readonly Warrior[]
	readonly seed: number
	readonly #score: Score
	readonly #machine: Machine
	readonly #pspaces: Pspaces
	readonly #results: RoundResult[] = []

	constructor(
		{ warriors, seed, score = arenaScore, ...options }: BattleOptions,
		state?: BattleState,
	) {
		warmUp()
		checkCount(warriors)
		this.settings = resolveSettings({
			...options.settings,
			warriors: warriors.length,
			rounds: options.rounds ?? options.settings?.rounds ?? 1,
		})
		checkWarriors(warriors, this.settings)
		checkSeed(seed)
		this.warriors = warriors
		this.seed = seed
		this.#score = score
		this.#pspaces = new Pspaces(warriors, this.settings.pspaceSize, this.settings.coreSize)
		this.#machine = new Machine(this.settings, warriors, this.#pspaces)
		// Refuses too many warriors now, not in the first slice.
		this.setup(0)
		if (state !== undefined) this.#resume(state)
	}

	#resume(state: BattleState): void {
		if (state.engineVersion !== ENGINE_VERSION) {
			throw new RangeError(
				`The battle began with version ${state.engineVersion} of the engine; this is ${ENGINE_VERSION}.`,
			)
		}
		if (state.seed !== this.seed || state.rounds.length > this.settings.rounds) {
			throw new RangeError('The state is one of another battle.')
		}
		if (state.pspaces.results.length !== this.warriors.length) {
			throw new RangeError('The state is one of other warriors.')
		}
		if (state.options !== this.#fingerprint()) {
			throw new RangeError('The state is one of other settings, or of warriors with other code.')
		}
		if (state.check !== checkOf(state)) throw new RangeError('The state was changed.')
		this.#pspaces.restore(state.pspaces)
		// Pushed one by one: a call takes about 100,000 arguments.
		for (const round of state.rounds) this.#results.push(round)
	}

	#fingerprint(): string {
		const sum = new Fingerprint()
		// Added in the order of `resolveSettings`, whatever the caller's was.
		sum.add(Object.values(this.settings))
		for (const { code, start, pin } of this.warriors) {
			for (const part of [code.words, code.a, code.b]) sum.add(part)
			sum.add(pin === null ? [start] : [start, pin])
		}
		return sum.text
	}

	/** Rounds done. */
	get done(): number {
		return this.#results.length
	}

	get isOver(): boolean {
		return this.done >= this.settings.rounds
	}

	/** Whether a warrior can remember earlier rounds. */
	get remembers(): boolean {
		return this.warriors.some(({ code }) =>
			code.words.some((word) => opcodeOf(word) === OP.LDP || opcodeOf(word) === OP.STP),
		)
	}

	/** The part of a round that is certain before it is run. */
	setup(round: number): RoundSetup {
		const seed = seedAfter(this.seed, round)
		const positions = positionsFor(seed, this.warriors.length, this.settings)
		return { round, seed, positions, starter: round % this.warriors.length }
	}

	/**
	 * Runs the next rounds, at most so many.
	 * @returns the results of these rounds
	 * @throws RangeError for what is no whole number from 0 on
	 */
	run(rounds: number = this.settings.rounds): readonly RoundResult[] {
		checkCountOf('rounds', rounds)
		const from = this.done
		const end = Math.min(this.settings.rounds, from + rounds)
		while (this.done < end) this.#results.push(this.#round(this.setup(this.done)))
		return this.#results.slice(from)
	}

	#round({ round, seed, positions, starter }: RoundSetup): RoundResult {
		const machine = this.#machine
		machine.load(positions, starter)
		run(machine, this.settings.maxCycles)
		const alive = machine.survivors()
		this.#pspaces.endRound(alive)
		const survivors = alive.flatMap((lives, w) => (lives ? [w] : []))
		const winner = survivors.length === 1 ? (survivors[0] ?? null) : null
		return { round, seed, survivors, winner, cycles: machine.cycle }
	}

	/**
	 * A simulator at the beginning of a round. If no warrior uses P-space the rounds before it are not needed;
	 * otherwise they are run first.
	 * @throws RangeError for a round that the battle does not have
	 */
	replay(round: number, options: { readonly trace?: boolean } = {}): Simulator {
		if (!Number.isSafeInteger(round) || round < 0 || round >= this.settings.rounds) {
			throw new RangeError(
				`The battle has the rounds 0 to ${this.settings.rounds - 1}, not ${round}.`,
			)
		}
		const { warriors, settings, seed } = this
		const { positions, starter } = this.setup(round)
		const base = { settings, warriors, positions, starter, ...options }
		if (!this.remembers) return createSimulator(base)
		const before = createBattle({ settings, warriors, seed })
		before.run(round)
		return createSimulator({ ...base, pspaces: before.save().pspaces })
	}

	/** The battle so far. */
	get result(): BattleResult {
		const { settings, seed } = this
		const standings = this.warriors.map((_, w) => this.#standing(w))
		return { engineVersion: ENGINE_VERSION, settings, seed, rounds: [...this.#results], standings }
	}

	#standing(warrior: number): Standing {
		let wins = 0
		let losses = 0
		let ties = 0
		let points = 0
		for (const { survivors, winner } of this.#results) {
			if (winner === warrior) wins++
			else if (survivors.includes(warrior)) ties++
			else losses++
			if (survivors.includes(warrior)) points += this.#score(this.warriors.length, survivors.length)
		}
		return { wins, losses, ties, points }
	}

	/** The state from which another process goes on, with the same options. */
	save(): BattleState {
		const state = {
			engineVersion: ENGINE_VERSION,
			seed: this.seed,
			options: this.#fingerprint(),
			rounds: [...this.#results],
			pspaces: this.#pspaces.save(),
		}
		return { ...state, check: checkOf(state) }
	}
}

function checkOf({ rounds, pspaces }: Pick<BattleState, 'rounds' | 'pspaces'>): string {
	const sum = new Fingerprint()
	for (const { round, seed, survivors, winner, cycles } of rounds) {
		sum.add([round, seed, winner ?? -1, cycles])
		sum.add(survivors)
	}
	sum.add(pspaces.results)
	for (const space of pspaces.spaces) sum.add(space)
	return sum.text
}
