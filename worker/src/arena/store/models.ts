/** How warriors that models wrote do on the ladder. */
import { and, avg, count, eq, max, min, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { type ArenaModeColumn, arenaModels, arenaRatings, arenaWarriors } from './schema.ts'

export type ArenaModelRow = typeof arenaModels.$inferSelect
type Outcome = 'win' | 'loss' | 'tie'

/** How a warrior that a model wrote did in a rated battle. */
export interface ModelOutcome {
	readonly mode: ArenaModeColumn
	/** The model that wrote it. */
	readonly model: string
	readonly outcome: Outcome
}

/** Counts a warrior unless this player has it already. Goes before the statement that stores it, in the same batch. */
export const countWarrior = (
	db: Database,
	{
		playerId,
		mode,
		model,
		hash,
	}: {
		readonly playerId: number
		readonly mode: ArenaModeColumn
		readonly model: string
		readonly hash: string
	},
) =>
	db
		.insert(arenaModels)
		.select(
			sql`select ${mode}, ${model}, 1, 0, 0, 0
				where not exists (select 1 from ${arenaWarriors} where player_id = ${playerId}
					and mode = ${mode} and source_hash = ${hash} and model is ${model})`,
		)
		.onConflictDoUpdate({
			target: [arenaModels.mode, arenaModels.model],
			set: { warriors: sql`warriors + 1` },
		})

/** A statement for the ladder's commit. */
export function countOutcome(db: Database, { mode, model, outcome }: ModelOutcome) {
	const of = (which: Outcome): SQL => sql`${Number(outcome === which)}`
	return db
		.update(arenaModels)
		.set({
			wins: sql`wins + ${of('win')}`,
			losses: sql`losses + ${of('loss')}`,
			ties: sql`ties + ${of('tie')}`,
		})
		.where(and(eq(arenaModels.mode, mode), eq(arenaModels.model, model)))
}

/** Ratings of the players who fight with a warrior of that model now. */
interface Fighting {
	readonly players: number
	readonly best: number | null
	readonly mean: number | null
	/** The lowest deviation of these players. */
	readonly deviation: number | null
}

export interface RankedModel extends ArenaModelRow, Fighting {}

/** More models than anybody compares. */
const MAX_LISTED = 200
const NOBODY: Fighting = { players: 0, best: null, mean: null, deviation: null }

/** Unsorted. */
export async function listArenaModels(
	db: Database,
	mode: ArenaModeColumn,
): Promise<readonly RankedModel[]> {
	const [models, fighting] = await db.batch([
		db.select().from(arenaModels).where(eq(arenaModels.mode, mode)).limit(MAX_LISTED),
		db
			.select({
				model: arenaWarriors.model,
				players: count(),
				best: max(arenaRatings.shown),
				mean: sql<number | null>`${avg(arenaRatings.shown)}`,
				deviation: min(arenaRatings.deviation),
			})
			.from(arenaWarriors)
			.innerJoin(
				arenaRatings,
				and(
					eq(arenaRatings.playerId, arenaWarriors.playerId),
					eq(arenaRatings.mode, arenaWarriors.mode),
				),
			)
			// The condition on `model` lets the planner use the index, which has only these rows.
			.where(and(eq(arenaWarriors.mode, mode), sql`${arenaWarriors.model} is not null`))
			.groupBy(arenaWarriors.model),
	])
	const byModel = new Map(fighting.map(({ model, ...of }) => [model, of]))
	return models.map((row) => ({ ...row, ...(byModel.get(row.model) ?? NOBODY) }))
}
