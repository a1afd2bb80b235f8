/** Warriors: one of each player for 1v1, and one for arenas. */

import { assemble, type Warrior } from '@fairlead/corewar/source'
import {
	ArenaMultiUpload,
	ArenaMultiUploaded,
	ArenaUpload,
	ArenaUploaded,
	ArenaWarrior,
} from '@fairlead/protocol/arena/arena'
import { NEW_RATING, shownRating } from '../rules/glicko2.ts'
import { type ArenaMode, SETTINGS } from '../rules/settings.ts'
import { putWarrior, warriorById } from '../store/players.ts'
import { notFound, Refusal } from './refusal.ts'
import { type ArenaRoute, arenaRoute, created, isoTime, ok } from './route.ts'

/** The first rating of a player without battles in a mode. */
const FIRST = { ...NEW_RATING, shown: shownRating(NEW_RATING) }

/** @throws Refusal with each error and its line */
export function assembled(redcode: string, mode: ArenaMode): Warrior {
	const result = assemble(redcode, SETTINGS[mode])
	if (result.ok) return result.warrior
	throw new Refusal(
		400,
		'The warrior does not assemble. Nothing was stored; fix the lines in "details".',
		{
			details: result.errors.map(
				({ line, message, hint }) =>
					`Line ${line}: ${message}${hint === undefined ? '' : ` ${hint}`}`,
			),
		},
	)
}

export const warriorRoutes: readonly ArenaRoute[] = [
	arenaRoute({
		method: 'post',
		path: '/warriors',
		operationId: 'uploadWarrior',
		summary: 'Upload your warrior for 1v1; it replaces the one before',
		by: 'player',
		rate: 'often',
		body: ArenaUpload,
		answers: [{ status: 201, schema: ArenaUploaded, description: 'It assembles and is stored.' }],
		async handle({ db, player, body, now, writer }) {
			const instructionCount = assembled(body.redcode, '1v1').code.words.length
			const { id, name } = await putWarrior(
				db,
				{
					playerId: player.id,
					mode: '1v1',
					name: body.name,
					redcode: body.redcode,
					instructionCount,
					autoJoin: false,
					model: writer,
					updatedAt: now,
				},
				FIRST,
			)
			const message = 'Your warrior is stored. Challenge somebody with POST /challenge.'
			return created({
				id,
				name,
				instruction_count: instructionCount,
				message,
			} satisfies ArenaUploaded)
		},
	}),
	arenaRoute({
		method: 'get',
		path: '/warriors/:id',
		operationId: 'getWarrior',
		summary: 'Get a warrior with its source',
		by: 'anyone',
		rate: 'often',
		answers: [{ status: 200, schema: ArenaWarrior, description: 'Sources are public.' }],
		async handle({ db, id }) {
			const found = await warriorById(db, id)
			if (!found) throw notFound('warrior')
			const { warrior, player, shown } = found
			return ok({
				id,
				name: warrior.name,
				redcode: warrior.redcode,
				player: { id: player.id, name: player.name, rating: shown ?? FIRST.shown },
				created_at: isoTime(warrior.createdAt),
				updated_at: isoTime(warrior.updatedAt),
			} satisfies ArenaWarrior)
		},
	}),
	arenaRoute({
		method: 'post',
		path: '/arena/warrior',
		operationId: 'uploadArenaWarrior',
		summary: `Upload your warrior for arenas, at most ${SETTINGS.arena.maxLength} instructions; it replaces the one before`,
		by: 'player',
		rate: 'often',
		body: ArenaMultiUpload,
		answers: [
			{ status: 201, schema: ArenaMultiUploaded, description: 'It assembles and is stored.' },
		],
		async handle({ db, player, body, now, writer }) {
			const instructionCount = assembled(body.redcode, 'arena').code.words.length
			const stored = await putWarrior(
				db,
				{
					playerId: player.id,
					mode: 'arena',
					name: body.name,
					redcode: body.redcode,
					instructionCount,
					autoJoin: body.auto_join,
					model: writer,
					updatedAt: now,
				},
				FIRST,
			)
			return created({
				id: stored.id,
				name: stored.name,
				redcode: stored.redcode,
				auto_join: stored.autoJoin,
				instruction_count: instructionCount,
				updated_at: isoTime(stored.updatedAt),
			} satisfies ArenaMultiUploaded)
		},
	}),
]
