/** Begins battles, and follows them to their end. */
import { ENGINE_VERSION, MAX_SEED } from '@fairlead/corewar/source'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { callWithRetry } from '../../ports/retry.ts'
import { SETTINGS } from '../rules/settings.ts'
import { findArenaBattle, type StoredBattle } from '../store/battles.ts'
import { insertArenaBattle, type NewBattle, type NewSide } from '../store/begin.ts'

/** Nobody can choose where warriors begin. */
function randomSeed(): number {
	const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
	return (number % MAX_SEED) + 1
}

export interface Begun extends Pick<NewBattle, 'mode' | 'pair' | 'leftOut'> {
	readonly startedBy: number
}

/** @returns the battle's id; undefined if too many are under way */
export function beginBattle(
	db: Database,
	battle: Begun,
	sides: readonly NewSide[],
	now: number,
): Promise<number | undefined> {
	const settings = SETTINGS[battle.mode]
	const row = { ...battle, settings, seed: randomSeed(), engineVersion: ENGINE_VERSION }
	return insertArenaBattle(db, { ...row, createdAt: now }, sides)
}

/** A battle as it is after waiting for it. */
export interface Followed extends StoredBattle {
	readonly done: number
}

const objectOf = (env: Env, id: number) => env.ARENA_BATTLE.getByName(String(id))

/** Sees to it that a battle is fought that has just begun, or may have been forgotten, and waits for its end. */
export async function fightBattle(
	env: Env,
	db: Database,
	id: number,
	waitMs: number,
): Promise<Followed | undefined> {
	const fought = callWithRetry(() => objectOf(env, id).follow(id, waitMs))
	// Imported here: Node, which describes the routes, has no such module.
	const { waitUntil } = await import('cloudflare:workers')
	// Also if the caller goes away, with whom the request ends.
	waitUntil(fought.catch(() => undefined))
	const { isOver, done } = await fought
	const after = await findArenaBattle(db, id)
	return after && { ...after, done: isOver ? doneOf(after) : done }
}

/** Reads a battle, and how far it is if it is running. This also wakes one that was forgotten. */
export async function followBattle(
	env: Env,
	db: Database,
	id: number,
): Promise<Followed | undefined> {
	const before = await findArenaBattle(db, id)
	if (!before) return undefined
	if (before.battle.status !== 'running') return { ...before, done: doneOf(before) }
	return fightBattle(env, db, id, 0)
}

const doneOf = ({ battle }: StoredBattle): number => battle.rounds?.length ?? 0
