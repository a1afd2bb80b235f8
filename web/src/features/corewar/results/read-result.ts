/** Results of the tools of Core War, as their views need them. Pure; a result that is cut, older or another one is null. */
import * as z from 'zod/mini'

const Count = z.int()

const Standings = z.object({
	rounds: z.optional(Count),
	standings: z
		.array(z.object({ name: z.string(), wins: Count, losses: Count, ties: Count, points: Count }))
		.check(z.minLength(1)),
	note: z.optional(z.string()),
})

const Rating = z.nullable(z.number())
const Change = z.object({ name: z.nullable(z.string()), before: Rating, after: Rating })
const Side = z.object({
	name: z.nullable(z.string()),
	rating_before: Rating,
	rating_after: Rating,
})
const duel = {
	arena: z.string(),
	id: Count,
	status: z.literal('finished'),
	score: z.object({ challenger_wins: Count, defender_wins: Count, ties: Count }),
}
const Challenged = z.object({
	...duel,
	rating_changes: z.object({ challenger: Change, defender: Change }),
	diminishing_factor: z.optional(z.nullable(z.number())),
	suicide_nullified: z.optional(z.nullable(z.boolean())),
})
const Battle = z.object({ ...duel, challenger: Side, defender: Side })

const place = {
	name: z.string(),
	placement: Count,
	total_score: Count,
	rating_before: Rating,
	rating_after: Rating,
}
const arena = { arena: z.string(), status: z.literal('finished') }
const LeftOut = z.optional(z.array(z.object({ name: z.string(), reason: z.string() })))
const Started = z.object({
	...arena,
	id: Count,
	placements: z.array(z.object(place)).check(z.minLength(1)),
	left_out: LeftOut,
})
const Arena = z.object({
	...arena,
	arena_id: Count,
	participants: z.array(z.object(place)).check(z.minLength(1)),
	left_out: LeftOut,
})

const Lines = z.array(z.string())
const Explained = z.object({
	cycles: Count,
	winner: z.nullable(z.string()),
	warriors: z.array(z.object({ name: z.string(), processes: Count, cells: Count })),
	deaths: z.array(
		z.object({
			name: z.string(),
			cycle: Count,
			address: Count,
			instruction: z.string(),
			written_by: z.nullable(z.string()),
		}),
	),
	opening: Lines,
	ending: Lines,
})

const Problems = z.array(
	z.object({ line: Count, column: Count, message: z.string(), hint: z.optional(z.string()) }),
)
const Assembled = z.object({
	ok: z.boolean(),
	name: z.optional(z.string()),
	instruction_count: z.optional(Count),
	listing: z.optional(Lines),
	errors: z.optional(Problems),
	warnings: z.optional(Problems),
})

export type Standing = z.infer<typeof Standings>['standings'][number]
export type Problem = z.infer<typeof Problems>[number]

/** A player's rating before and after a battle, as the arena shows it; null: not told. */
export interface Rated {
	/** null if their account is gone. */
	readonly name: string | null
	readonly before: number | null
	readonly after: number | null
}

/** Which arena keeps a battle, by the title that is in its results. */
export interface KeptBattle {
	readonly arena: string
	readonly mode: '1v1' | 'arena'
	readonly id: number
}

export type ReadResult =
	| ({ readonly kind: 'standings' } & z.infer<typeof Standings>)
	| {
			readonly kind: 'duel'
			readonly battle: KeptBattle
			readonly challenger: Rated & { readonly wins: number }
			readonly defender: Rated & { readonly wins: number }
			readonly ties: number
			readonly notes: readonly string[]
	  }
	| {
			readonly kind: 'places'
			readonly battle: KeptBattle
			/** The best first. */
			readonly places: readonly (Rated & { readonly place: number; readonly points: number })[]
			readonly leftOut: readonly { readonly name: string; readonly reason: string }[]
	  }
	| ({ readonly kind: 'round' } & z.infer<typeof Explained>)
	| ({ readonly kind: 'assembled' } & z.infer<typeof Assembled>)

type Read = (result: unknown) => ReadResult | null

const reading =
	<S extends z.core.$ZodType>(schema: S, then: (value: z.infer<S>) => ReadResult): Read =>
	(result) => {
		const parsed = z.safeParse(schema, result)
		return parsed.success ? then(parsed.data) : null
	}

type Placed = z.infer<typeof Started>['placements'][number]

const placesOf = (
	battle: KeptBattle,
	places: readonly Placed[],
	leftOut: z.infer<typeof LeftOut>,
): ReadResult => ({
	kind: 'places',
	battle,
	places: places
		.map((one) => ({
			name: one.name,
			place: one.placement,
			points: one.total_score,
			before: one.rating_before,
			after: one.rating_after,
		}))
		.sort((a, b) => a.place - b.place),
	leftOut: leftOut ?? [],
})

const duelOf = (
	{ arena, id, score }: Pick<z.infer<typeof Battle>, 'arena' | 'id' | 'score'>,
	challenger: Rated,
	defender: Rated,
	notes: readonly string[],
): ReadResult => ({
	kind: 'duel',
	battle: { arena, mode: '1v1', id },
	challenger: { ...challenger, wins: score.challenger_wins },
	defender: { ...defender, wins: score.defender_wins },
	ties: score.ties,
	notes,
})

const ratedOf = ({ name, rating_before, rating_after }: z.infer<typeof Side>): Rated => ({
	name,
	before: rating_before,
	after: rating_after,
})

const standings = reading(Standings, (value) => ({ kind: 'standings', ...value }))

const READ: Readonly<Record<string, Read>> = {
	simulate: standings,
	tournament: standings,
	challenge_player: reading(Challenged, (value) => {
		const { rating_changes: changes, diminishing_factor: factor, suicide_nullified } = value
		return duelOf(value, changes.challenger, changes.defender, [
			...(factor != null && factor < 1 ? ['A repeated battle counts less.'] : []),
			...(suicide_nullified === true
				? ['The loser gave up at once: the winner gains nothing.']
				: []),
		])
	}),
	get_battle: reading(Battle, (value) =>
		duelOf(value, ratedOf(value.challenger), ratedOf(value.defender), []),
	),
	start_arena: reading(Started, ({ arena, id, placements, left_out }) =>
		placesOf({ arena, mode: 'arena', id }, placements, left_out),
	),
	get_arena: reading(Arena, ({ arena, arena_id: id, participants, left_out }) =>
		placesOf({ arena, mode: 'arena', id }, participants, left_out),
	),
	explain_round: reading(Explained, (value) => ({ kind: 'round', ...value })),
	assemble: reading(Assembled, (value) => ({ kind: 'assembled', ...value })),
}

/** @returns null where the plain view is all that can be shown */
export const readResult = (tool: string, result: unknown): ReadResult | null =>
	(Object.hasOwn(READ, tool) && READ[tool]?.(result)) || null
