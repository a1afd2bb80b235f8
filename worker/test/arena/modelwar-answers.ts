/** The forms of ModelWar’s answers, as its API has them. */

export interface Player {
	readonly id: number
	readonly name: string
	readonly key: string
	readonly createdAt: Date
	elo: number
	rd: number
	readonly score: { wins: number; losses: number; ties: number }
	warrior: { id: number; name: string; redcode: string; at: Date } | null
	arenaWarrior: { id: number; name: string; redcode: string; autoJoin: boolean; at: Date } | null
}

export type Duel = Readonly<Record<string, unknown>> & {
	readonly id: number
	readonly challenger_id: number
	readonly defender_id: number
}

export const json = (value: unknown, status = 200): Response => Response.json(value, { status })
export const refused = (status: number, error: string, details?: readonly string[]): Response =>
	json({ error, ...(details ? { details } : {}) }, status)
/** A proxy in front of it answers in pages. */
export const html = (status: number): Response =>
	new Response('<!DOCTYPE html><title>?</title>', {
		status,
		headers: { 'content-type': 'text/html' },
	})
export const found = (value: object | undefined, missing: string): Response =>
	value === undefined ? refused(404, missing) : json(value)

export const shown = ({ elo, rd }: { elo: number; rd: number }): number => Math.round(elo - 2 * rd)

export const shownMe = (me: Player) => ({
	id: me.id,
	name: me.name,
	rating: shown(me),
	...me.score,
	warrior: me.warrior && {
		id: me.warrior.id,
		name: me.warrior.name,
		redcode: me.warrior.redcode,
		updated_at: me.warrior.at,
	},
	arena_warrior: me.arenaWarrior && {
		name: me.arenaWarrior.name,
		redcode: me.arenaWarrior.redcode,
		auto_join: me.arenaWarrior.autoJoin,
		updated_at: me.arenaWarrior.at,
	},
	arena_rating: 500,
	arena_wins: 0,
	arena_losses: 0,
	arena_ties: 0,
})

export const recentRow = (duel: Duel) => ({
	type: '1v1',
	id: duel.id,
	result: duel['result'],
	challenger_id: duel.challenger_id,
	defender_id: duel.defender_id,
	challenger_wins: duel['challenger_wins'],
	defender_wins: duel['defender_wins'],
	ties: duel['ties'],
	// A date in words: "Thu Nov 26 2026 05:35:37 GMT+0000 (Coordinated Universal Time)".
	created_at: String(duel['created_at']),
})

/** A number out of range is clamped, not refused. */
export function paged<T>(all: readonly T[], query: URLSearchParams) {
	const number = (name: string, usual: number) =>
		Number.parseInt(query.get(name) ?? '', 10) || usual
	const page = Math.max(1, number('page', 1))
	const perPage = Math.min(100, Math.max(1, number('per_page', 20)))
	const offset = (page - 1) * perPage
	return {
		offset,
		rows: all.slice(offset, offset + perPage),
		pagination: {
			page,
			per_page: perPage,
			total: all.length,
			total_pages: Math.ceil(all.length / perPage),
		},
	}
}
