/** A family tree as it is drawn. Pure. */
import type { EvolvedWarrior } from '@fairlead/protocol/arena/evolutions'

/** A warrior with the branches that begin at it, beside the one that its own row is a part of. */
export interface Relative {
	readonly warrior: EvolvedWarrior
	readonly branches: readonly Branch[]
}

/** Warriors from parent to child. The first branch leads to the best of all, each other one to its own best. */
export type Branch = readonly Relative[]

export interface Family {
	readonly best: EvolvedWarrior
	/** Ids of the warriors from the first one to the best. */
	readonly descent: ReadonlySet<number>
	readonly trunk: Branch
}

const better = (one: EvolvedWarrior, than: EvolvedWarrior): EvolvedWarrior =>
	one.score > than.score ? one : than

/** @returns null: the first warrior has not fought yet */
export function familyOf(warriors: readonly EvolvedWarrior[]): Family | null {
	const [first] = warriors
	if (first === undefined) return null
	const childrenOf = new Map<number, EvolvedWarrior[]>()
	const bestBelow = new Map<number, EvolvedWarrior>()
	// A child has a higher id than its parent.
	for (const warrior of warriors.toReversed()) {
		const { id, parent } = warrior
		const children = childrenOf.get(id) ?? []
		// A later warrior with the same score adds nothing, so the older one counts as the best.
		bestBelow.set(
			id,
			children.reduce((best, child) => better(bestBelow.get(child.id) ?? child, best), warrior),
		)
		if (parent !== null) childrenOf.set(parent, [warrior, ...(childrenOf.get(parent) ?? [])])
	}
	const branchFrom = (start: EvolvedWarrior): Branch => {
		const branch: Relative[] = []
		for (let at: EvolvedWarrior | undefined = start; at; ) {
			const below = (one: EvolvedWarrior) => bestBelow.get(one.id) ?? one
			const children: readonly EvolvedWarrior[] = childrenOf.get(at.id) ?? []
			const [some, ...others] = children
			const heir: EvolvedWarrior | undefined =
				some &&
				others.reduce(
					(one, child) => (better(below(child), below(one)) === below(child) ? child : one),
					some,
				)
			const rest = children.filter((child) => child !== heir)
			branch.push({ warrior: at, branches: rest.map(branchFrom) })
			at = heir
		}
		return branch
	}
	const trunk = branchFrom(first)
	const best = bestBelow.get(first.id) ?? first
	const end = trunk.findIndex(({ warrior }) => warrior.id === best.id)
	return { best, trunk, descent: new Set(trunk.slice(0, end + 1).map(({ warrior }) => warrior.id)) }
}

/** A warrior's place in the picture: from 0 to 1, from the left and from the top. */
export interface Spot {
	readonly warrior: EvolvedWarrior
	readonly x: number
	readonly y: number
}

export interface Picture {
	readonly generations: readonly [number, number]
	readonly scores: readonly [number, number]
	/** Indexed by the warrior's id. */
	readonly spots: readonly Spot[]
}

/** Generations from left to right, scores from the bottom up. */
export function pictureOf(warriors: readonly EvolvedWarrior[]): Picture {
	const range = (numbers: readonly number[]) =>
		[Math.min(...numbers), Math.max(...numbers)] as const
	const generations = range(warriors.map(({ generation }) => generation))
	const scores = range(warriors.map(({ score }) => score))
	const share = (value: number, [low, high]: readonly [number, number]): number =>
		high > low ? (value - low) / (high - low) : 0
	return {
		generations,
		scores,
		spots: warriors.map((warrior) => ({
			warrior,
			x: share(warrior.generation, generations),
			y: 1 - share(warrior.score, scores),
		})),
	}
}

/** "58.1 %". */
export const percent = (score: number): string => `${score.toFixed(1)} %`

/** "+2.8", what it wins more than its parent from the same positions; null: it is the first one. */
export const gainOf = ({ score, parentScore }: EvolvedWarrior): string | null =>
	parentScore === null ? null : `+${(score - parentScore).toFixed(1)}`
