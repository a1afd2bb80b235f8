/** Begins a person's evolution in a project, and reads it. */
import { MAX_SEED, redcodeOf, type Warrior } from '@fairlead/corewar/source'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { newId } from '../../ids.ts'
import { callWithRetry } from '../../ports/retry.ts'
import type { MemberKey } from '../../projects/store/members.ts'
import type { ArenaMode } from '../rules/settings.ts'
import { beginEvolution, endEvolution, evolutionOf } from '../store/evolutions.ts'
import { EVOLUTION_INSTRUCTIONS } from './limits.ts'
import type { EvolutionOrder, FamilyTree } from './tree.ts'

export interface Wanted {
	readonly mode: ArenaMode
	readonly first: Warrior
	readonly opponents: readonly Warrior[]
}

export type Beginning =
	| { readonly kind: 'began' | 'is_running'; readonly tree: FamilyTree }
	/** This server runs as many evolutions as it may. */
	| { readonly kind: 'full' }

const objectOf = (env: Env, id: string) => env.EVOLUTION.getByName(id)

/** Returns null if this person has none in this project. */
export async function readEvolution(
	env: Env,
	db: Database,
	member: MemberKey,
): Promise<FamilyTree | null> {
	const row = await evolutionOf(db, member)
	return row ? readFamilyTree(env, row.id) : null
}

/** Returns null if its object lost it, or never heard of it. */
export const readFamilyTree = (env: Env, id: string): Promise<FamilyTree | null> =>
	callWithRetry(() => readTree(env, id))

// RPC types do not keep what is readonly.
const readTree = async (env: Env, id: string): Promise<FamilyTree | null> =>
	(await objectOf(env, id).read()) as FamilyTree | null

/** Begins an evolution in place of the person's last one in this project, whose tree is deleted. */
export async function startEvolution(
	env: Env,
	db: Database,
	member: MemberKey,
	wanted: Wanted,
	now: number,
): Promise<Beginning> {
	const before = await evolutionOf(db, member)
	if (before && before.endedAt === null) {
		const tree = await readFamilyTree(env, before.id)
		if (tree) return { kind: 'is_running', tree }
		// Its object lost it or never heard of it.
		await endEvolution(db, before.id, now)
	}
	const id = newId('evo', now)
	if (!(await beginEvolution(db, { id, ...member, startedAt: now }))) {
		const other = await evolutionOf(db, member)
		// Two evolutions were begun at once: the other one was first.
		const tree = other?.endedAt === null ? await readFamilyTree(env, other.id) : null
		return tree ? { kind: 'is_running', tree } : { kind: 'full' }
	}
	const order: EvolutionOrder = {
		id,
		mode: wanted.mode,
		seed: randomSeed(),
		first: redcodeOf(wanted.first),
		opponents: wanted.opponents.map(redcodeOf),
		budget: EVOLUTION_INSTRUCTIONS,
	}
	await callWithRetry(() => objectOf(env, id).begin(order))
	if (before) await callWithRetry(() => objectOf(env, before.id).destroy())
	const tree = await readFamilyTree(env, id)
	return tree ? { kind: 'began', tree } : { kind: 'full' }
}

function randomSeed(): number {
	const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
	return (number % MAX_SEED) + 1
}
