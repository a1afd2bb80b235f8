/** An evolution as its object stores it and others read it. */
import type { Bred, BreedingState } from './breed.ts'

export interface EvolutionOrder {
	/** The row in D1, and the object's name. */
	readonly id: string
	readonly mode: '1v1' | 'arena'
	readonly seed: number
	/** Redcode of the first warrior; `opponents` has that of the others. */
	readonly first: string
	readonly opponents: readonly string[]
	readonly budget: number
}

export interface TreeNode extends Omit<Bred, 'warrior'> {
	readonly name: string
	readonly redcode: string
	/** Unix milliseconds. */
	readonly at: number
}

export interface Ending {
	readonly state: 'finished' | 'stopped' | 'failed'
	/** The reason; null if the evolution is simply over. */
	readonly note: string | null
}

export interface FamilyTree extends Pick<EvolutionOrder, 'mode' | 'first'> {
	readonly state: 'running' | Ending['state']
	readonly note: string | null
	/** Percent. */
	readonly progress: number
	readonly tried: number
	/** Nodes by id. */
	readonly nodes: readonly TreeNode[]
}

export const progressOf = ({ spent }: BreedingState, { budget }: EvolutionOrder): number =>
	Math.min(100, Math.floor((100 * spent) / budget))

/** The warriors from the first one to the one with the best score; empty before the first one has fought. */
export function lineOfDescent(nodes: readonly TreeNode[]): TreeNode[] {
	const byId = new Map(nodes.map((node) => [node.id, node]))
	let at = nodes.reduce<TreeNode | undefined>(
		(best, node) => (best === undefined || node.score > best.score ? node : best),
		undefined,
	)
	const line: TreeNode[] = []
	while (at) {
		line.unshift(at)
		at = at.parent === null ? undefined : byId.get(at.parent)
	}
	return line
}
