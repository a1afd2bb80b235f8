/**
 * Breeds a warrior in slices. Pure: the same order gives the same family tree, in one slice or in many.
 *
 * A mutant fights each opponent. It is dropped unless it wins more points than its parent did from the same
 * positions, then unless it is still ahead over laps from positions that neither has fought from before. It takes its
 * parent's place only if it leads there by more than two standard errors: a mutant that was lucky in one lap is not
 * lucky in five more. The first warrior fights as many laps before it has a score: one that wins every point of a single
 * lap would end the evolution at once.
 */
import {
	createBattle,
	generationOf,
	MAX_SEED,
	mutate,
	nameOfGeneration,
	type Warrior,
} from '@fairlead/corewar/source'
import type { BattleSettings } from '../rules/settings.ts'

export interface BreedingOrder {
	/** Settings of battles between two warriors; each lap has {@link LAP_ROUNDS} rounds. */
	readonly settings: BattleSettings
	readonly seed: number
	readonly opponents: readonly Warrior[]
	/** The most instructions of a mutant. */
	readonly maxLength: number
	/** Instructions that may be executed in all. */
	readonly budget: number
}

/** A warrior of the family tree. */
export interface Bred {
	/** Counted from 0, the first warrior. */
	readonly id: number
	/** The parent's id; null for the first warrior. */
	readonly parent: number | null
	readonly generation: number
	/** Percent of all points that it could have won. */
	readonly score: number
	/** The parent's score from the same positions; null for the first warrior. */
	readonly parentScore: number | null
	readonly warrior: Warrior
}

interface Line {
	/** The warrior that its next mutants descend from. */
	readonly node: number
	/** Mutants of this warrior that were dropped. */
	readonly vain: number
}

interface Trial {
	readonly line: number
	readonly seed: number
	/** 0: from the positions of the parent's trial lap. */
	readonly lap: number
	/** The mutant's points, battle by battle: of lap 0, or of all laps from 1 on. */
	readonly own: readonly number[]
	/** The parent's points from lap 1 on. */
	readonly parent: readonly number[]
}

/** JSON; what the next slice needs besides the warriors of the lines. */
export interface BreedingState {
	readonly spent: number
	/** Mutants so far. */
	readonly tried: number
	/** Warriors of the tree. */
	readonly kept: number
	readonly lines: readonly Line[]
	/** The trial lap of each line's warrior: points, battle by battle. */
	readonly screens: Readonly<Record<number, readonly number[]>>
	readonly scores: Readonly<Record<number, number>>
	/** The first warrior's points after its trial lap, battle by battle, until it has its score. */
	readonly opening: readonly number[]
	readonly trial: Trial | null
}

/** Lines of descent that are bred side by side, so that one dead end does not end the evolution. */
const LINES = 3
/** After so many dropped mutants, a line continues from the best warrior of all lines. */
const PATIENCE = 150
/** Both warriors of a pair begin equally often. */
export const LAP_ROUNDS = 4
const PROOF_LAPS = 5
const STANDARD_ERRORS = 2
/** The most points that one round between two warriors gives: see `arenaScore`. */
const MOST_POINTS = 2
/** A larger tree would be unreadable, and its storage grow. */
export const MAX_KEPT = 100
/** Preparing a battle costs about as much as so many instructions: a mutant that dies at once is not free. */
const INSTRUCTIONS_OF_A_BATTLE = 40_000

export const NEW_BREEDING: BreedingState = {
	spent: 0,
	tried: 0,
	kept: 0,
	lines: Array.from({ length: LINES }, () => ({ node: 0, vain: 0 })),
	screens: {},
	scores: {},
	opening: [],
	trial: null,
}

export interface BreedingSlice {
	readonly state: BreedingState
	/** New warriors of the tree. */
	readonly kept: readonly Bred[]
	readonly isOver: boolean
}

/** @param tree the warriors so far, by id; at least those of the lines, and the first one */
export function breed(
	order: BreedingOrder,
	tree: readonly Warrior[],
	state: BreedingState,
	instructions: number,
): BreedingSlice {
	const breeding = new Breeding(order, tree, state)
	const until = state.spent + instructions
	while (breeding.spent < until && !breeding.isOver) breeding.step()
	return breeding.slice
}

/** Streams of seeds that never meet. */
const SEEDS = { mutant: 1, screen: 2, proof: 3 } as const

function seedOf(...parts: readonly number[]): number {
	let hash = 0x811c9dc5
	for (const part of parts) {
		hash = Math.imul(hash ^ part, 0x01000193)
		hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
		hash ^= hash >>> 13
	}
	return ((hash >>> 0) % MAX_SEED) + 1
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

class Breeding {
	readonly #order: BreedingOrder
	readonly #tree: Warrior[]
	readonly #kept: Bred[] = []
	#state: BreedingState
	#mutant: { readonly seed: number; readonly warrior: Warrior } | null = null

	constructor(order: BreedingOrder, tree: readonly Warrior[], state: BreedingState) {
		this.#order = order
		this.#tree = [...tree]
		this.#state = state
	}

	get spent(): number {
		return this.#state.spent
	}

	get isOver(): boolean {
		const { spent, kept, scores } = this.#state
		if (spent >= this.#order.budget || kept >= MAX_KEPT) return true
		return Object.values(scores).some((score) => score >= 100)
	}

	get slice(): BreedingSlice {
		return { state: this.#state, kept: this.#kept, isOver: this.isOver }
	}

	/** Fights one battle, or two from the same positions. */
	step(): void {
		const { trial, tried, lines } = this.#state
		const at = trial?.line ?? tried % LINES
		const node = lines[at]?.node ?? 0
		const screen = this.#state.screens[node] ?? []
		if (screen.length < this.#order.opponents.length) this.#screen(node, screen)
		else if (this.#state.kept === 0) this.#open(screen)
		else if (trial === null) this.#begin(at)
		else if (trial.lap === 0) this.#first(trial, node, screen)
		else this.#proof(trial, node)
	}

	#screen(node: number, before: readonly number[]): void {
		const points = this.#fight(this.#warrior(node), before.length, SEEDS.screen, node)
		this.#set({ screens: { ...this.#state.screens, [node]: [...before, points] } })
	}

	#open(screen: readonly number[]): void {
		const { opening, tried } = this.#state
		const { length } = this.#order.opponents
		const warrior = this.#warrior(0)
		const lap = Math.floor(opening.length / length) + 1
		const points = this.#fight(warrior, opening.length % length, SEEDS.proof, tried, lap)
		const fought = [...opening, points]
		const isProven = fought.length === PROOF_LAPS * length
		this.#set({ opening: isProven ? [] : fought })
		if (isProven)
			this.#keep({ parent: null, warrior, score: this.#percent([...screen, ...fought]) })
	}

	#begin(line: number): void {
		const { tried } = this.#state
		const seed = seedOf(this.#order.seed, SEEDS.mutant, tried)
		this.#set({ tried: tried + 1, trial: { line, seed, lap: 0, own: [], parent: [] } })
	}

	#first(trial: Trial, node: number, screen: readonly number[]): void {
		const points = this.#fight(this.#bred(trial, node), trial.own.length, SEEDS.screen, node)
		const own = [...trial.own, points]
		const left = screen.length - own.length
		if (sum(own) + left * MOST_POINTS * LAP_ROUNDS <= sum(screen)) this.#drop(trial)
		else if (left > 0) this.#set({ trial: { ...trial, own } })
		else this.#set({ trial: { ...trial, lap: 1, own: [], parent: [] } })
	}

	#proof(trial: Trial, node: number): void {
		const { length } = this.#order.opponents
		const opponent = trial.own.length % length
		const seeds = [SEEDS.proof, this.#state.tried, trial.lap] as const
		const mutant = this.#bred(trial, node)
		const own = [...trial.own, this.#fight(mutant, opponent, ...seeds)]
		const parent = [...trial.parent, this.#fight(this.#warrior(node), opponent, ...seeds)]
		if (own.length < trial.lap * length) this.#set({ trial: { ...trial, own, parent } })
		else if (sum(own) <= sum(parent)) this.#drop(trial)
		else if (trial.lap < PROOF_LAPS) {
			this.#set({ trial: { ...trial, lap: trial.lap + 1, own, parent } })
		} else if (isAhead(own, parent)) this.#replace(trial, node, mutant, own, parent)
		else this.#drop(trial)
	}

	#replace(
		{ line }: Trial,
		node: number,
		warrior: Warrior,
		own: readonly number[],
		parent: readonly number[],
	): void {
		const id = this.#state.kept
		const [score, parentScore] = [this.#percent(own), this.#percent(parent)]
		this.#keep({ parent: node, parentScore, warrior, score })
		this.#setLine(line, { node: id, vain: 0 })
		this.#set({ trial: null })
	}

	#drop({ line }: Trial): void {
		const { lines, scores } = this.#state
		const { node, vain } = lines[line] ?? { node: 0, vain: 0 }
		const best = lines.reduce(
			(best, one) => ((scores[one.node] ?? 0) > (scores[best] ?? 0) ? one.node : best),
			node,
		)
		const isVain = vain + 1 >= PATIENCE
		this.#setLine(line, isVain ? { node: best, vain: 0 } : { node, vain: vain + 1 })
		this.#set({ trial: null })
	}

	#keep(
		bred: Pick<Bred, 'parent' | 'warrior' | 'score'> & { readonly parentScore?: number },
	): void {
		const { kept: id, scores } = this.#state
		const { parent, warrior, score, parentScore = null } = bred
		const generation = generationOf(warrior)
		this.#tree[id] = warrior
		this.#kept.push({ id, parent, generation, score, parentScore, warrior })
		this.#set({ kept: id + 1, scores: { ...scores, [id]: score } })
	}

	#setLine(at: number, line: Line): void {
		const lines = this.#state.lines.map((one, i) => (i === at ? line : one))
		// Trial laps of warriors that no line has are never read again.
		const used = new Set(lines.map(({ node }) => String(node)))
		const screens = Object.fromEntries(
			Object.entries(this.#state.screens).filter(([node]) => used.has(node)),
		)
		this.#set({ lines, screens })
	}

	#set(change: Partial<BreedingState>): void {
		this.#state = { ...this.#state, ...change }
	}

	#warrior(node: number): Warrior {
		const found = this.#tree[node]
		if (!found) throw new RangeError(`The tree has no warrior ${node}.`)
		return found
	}

	#bred({ seed }: Trial, node: number): Warrior {
		if (this.#mutant?.seed === seed) return this.#mutant.warrior
		const parent = this.#warrior(node)
		const child = mutate(parent, seed, this.#order.maxLength)
		const name = nameOfGeneration(parent, generationOf(parent) + 1)
		this.#mutant = { seed, warrior: { ...child, name } }
		return this.#mutant.warrior
	}

	/** @returns the warrior's points in a lap against one opponent */
	#fight(warrior: Warrior, opponent: number, ...from: readonly number[]): number {
		const { settings, opponents, seed } = this.#order
		const other = opponents[opponent]
		if (!other)
			throw new RangeError(`Opponent ${opponent} is missing: there are ${opponents.length}.`)
		const battle = createBattle({
			warriors: [warrior, other],
			settings: { ...settings, warriors: 2, rounds: LAP_ROUNDS },
			seed: seedOf(seed, ...from, opponent),
		})
		const instructions = sum(battle.run().map(({ cycles }) => 2 * cycles))
		this.#set({ spent: this.#state.spent + instructions + INSTRUCTIONS_OF_A_BATTLE })
		return battle.result.standings[0]?.points ?? 0
	}

	#percent(points: readonly number[]): number {
		return Math.round((1_000 * sum(points)) / (points.length * LAP_ROUNDS * MOST_POINTS)) / 10
	}
}

/** Whether `own` leads in pairs of battles from the same positions by more than {@link STANDARD_ERRORS}. */
function isAhead(own: readonly number[], parent: readonly number[]): boolean {
	const differences = own.map((points, i) => points - (parent[i] ?? 0))
	const mean = sum(differences) / differences.length
	const squares = sum(differences.map((one) => (one - mean) ** 2))
	const error = Math.sqrt(squares / (differences.length - 1) / differences.length)
	return mean > STANDARD_ERRORS * error
}
