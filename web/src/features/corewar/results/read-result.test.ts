/** Results of Core War's tools: read as today's tools answer, and left to the plain view where they are anything else. */
import { COREWAR } from '@fairlead/protocol/packs/corewar'
import { describe, expect, test } from 'vitest'
import { listingOf } from './assembled.tsx'
import { CORE_WAR_RESULTS } from './core-war-results.tsx'
import { outcomeOf } from './duel.tsx'
import { readResult } from './read-result.ts'
import { traceOf } from './round.tsx'

const duel = {
	arena: 'The arena',
	id: 31,
	status: 'finished',
	result: 'challenger_win',
	score: { challenger_wins: 71, defender_wins: 20, ties: 9 },
}
const challenged = {
	...duel,
	rating_changes: {
		challenger: { name: 'Ada', before: 500, after: 540, change: 40 },
		defender: { name: 'Bob', before: 700, after: 660, change: -40 },
	},
	diminishing_factor: 0.5,
	suicide_nullified: false,
}
const battle = {
	...duel,
	challenger: { id: 7, name: 'Ada', redcode: null, rating_before: 500, rating_after: 540 },
	defender: { id: null, name: null, redcode: null, rating_before: null, rating_after: null },
}
const duelIn = (tool: string, result: unknown) => {
	const read = readResult(tool, result)
	if (read?.kind !== 'duel') throw new Error('This is not read as a duel.')
	return read
}

describe('a duel', () => {
	test('that was just fought has both ratings, and says that a repetition counts less', () => {
		const read = duelIn('challenge_player', challenged)
		expect(outcomeOf(read)).toBe('Ada won, 71–20, 9 tied')
		expect(read.defender).toEqual({ name: 'Bob', before: 700, after: 660, wins: 20 })
		expect(read.notes).toEqual(['A repeated battle counts less.'])
		expect(read.battle).toEqual({ arena: 'The arena', mode: '1v1', id: 31 })
	})

	test('that was read names a player who is gone as such', () => {
		const lost = { challenger_wins: 1, defender_wins: 2, ties: 97 }
		expect(outcomeOf(duelIn('get_battle', { ...battle, score: lost }))).toBe(
			'Former player won, 1–2, 97 tied',
		)
		const even = { challenger_wins: 2, defender_wins: 2, ties: 96 }
		expect(outcomeOf(duelIn('get_battle', { ...battle, score: even }))).toBe('A tie, 2–2, 96 tied')
	})
})

test('an arena lists its places, the best first, under whichever names its tool has for them', () => {
	const row = (placement: number, name: string) => ({
		...{ slot_index: 0, player_id: null, name, is_stock_bot: true, placement },
		...{ total_score: 10, rating_before: null, rating_after: null, rating_change: null },
	})
	const rows = [row(2, 'Imp'), row(1, 'Dwarf')]
	const common = { arena: 'The arena', status: 'finished', left_out: [] }
	for (const read of [
		readResult('start_arena', { ...common, id: 4, placements: rows }),
		readResult('get_arena', { ...common, arena_id: 4, participants: rows }),
	]) {
		if (read?.kind !== 'places') throw new Error('This is not read as an arena.')
		expect(read.places.map(({ name }) => name)).toEqual(['Dwarf', 'Imp'])
		expect(read.battle).toEqual({ arena: 'The arena', mode: 'arena', id: 4 })
	}
})

test('the steps of a round have a gap where steps are left out', () => {
	expect(traceOf({ opening: ['0 Imp', '1 Imp'], ending: ['9 Imp'] })).toBe('0 Imp\n1 Imp\n…\n9 Imp')
	expect(traceOf({ opening: ['0 Imp'], ending: [] })).toBe('0 Imp')
})

test('the columns of a listing stand below each other', () => {
	expect(listingOf(['ORG      START', 'START  MOV.I  $     0, $     1'])).toBe(
		'       ORG      START\nSTART  MOV.I  $     0, $     1',
	)
})

const RUN = 'run'
test('the examples that simulate, tournament, explain_round and assemble are declared with have a view', () => {
	for (const tool of ['simulate', 'tournament', 'explain_round', 'assemble'] as const) {
		for (const { name, result } of COREWAR.tools[tool].actions[RUN].examples)
			expect(readResult(tool, result), `${tool}: ${name}`).not.toBeNull()
	}
})

describe('the plain view shows', () => {
	test.each(Object.keys(CORE_WAR_RESULTS))(
		'%s without a result, or with one that is cut',
		(tool) => {
			for (const result of [
				undefined,
				null,
				'text',
				[],
				{},
				{ arena: 'The arena' },
				{ standings: [] },
			])
				expect(readResult(tool, result)).toBeNull()
		},
	)

	test('a battle that is still under way, and one of another shape', () => {
		const running = {
			arena: 'The arena',
			id: 3,
			status: 'running',
			rounds_done: 1,
			rounds_total: 9,
		}
		expect(readResult('challenge_player', running)).toBeNull()
		expect(readResult('start_arena', running)).toBeNull()
		expect(readResult('get_battle', { ...battle, score: null })).toBeNull()
		expect(readResult('get_battle', challenged)).toBeNull()
	})

	test('a tool that is not of Core War', () => {
		expect(readResult('toString', {})).toBeNull()
	})
})
