/** The ladder as this person sees it: their player, and what they do there, each with a line in the log. */
import type { ArenaMe } from '@fairlead/protocol/arena/arena'
import { visible } from '@fairlead/protocol/view/visible'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type ApiError, toApiError } from '../../../data/api/problem.ts'
import {
	ARENA_KEY,
	type ArenaName,
	challenge,
	makePlayer,
	ownPlayerQuery,
	startArena,
	type Upload,
	upload,
} from './arena-api.ts'
import { LadderWork, type Work } from './ladder-work.ts'
import { ladderLog } from './log.tsx'
import type { LogCategory } from './log-store.ts'
import { changeText } from './words.ts'

export type Standing =
	| { readonly kind: 'loading' }
	/** Nobody is signed in, or a visitor on trial. */
	| { readonly kind: 'signed-out' }
	| { readonly kind: 'none' }
	| { readonly kind: 'player'; readonly me: ArenaMe }
	| { readonly kind: 'failed'; readonly error: ApiError; readonly retry: () => void }

export interface Ladder extends Work {
	readonly standing: Standing
	readonly make: (name: string, onError: (error: unknown) => void) => void
	/** Replaces the API key of the player; the one before ends. */
	readonly newKey: (name: string) => void
	readonly upload: (what: Upload) => void
	readonly challenge: (id: number, name: string) => void
	readonly startArena: (playerId: number) => void
}

const ladderWork = new LadderWork()

/** @param me null: there is no player; undefined: it is not known yet */
function standingOf(me: ArenaMe | null | undefined, error: unknown, retry: () => void): Standing {
	if (error) {
		const failure = toApiError(error)
		if (failure.code === 'unauthenticated' || failure.code === 'forbidden')
			return { kind: 'signed-out' }
		if (me === undefined) return { kind: 'failed', error: failure, retry }
	}
	if (me === undefined) return { kind: 'loading' }
	return me === null ? { kind: 'none' } : { kind: 'player', me }
}

export function useLadder(arena: ArenaName): Ladder {
	const client = useQueryClient()
	const player = useQuery(ownPlayerQuery(arena))
	const work = useSyncExternalStore(ladderWork.subscribe, ladderWork.now)
	const again = () => client.invalidateQueries({ queryKey: ARENA_KEY })
	const log = (category: LogCategory, text: string, details: readonly string[] = []) =>
		ladderLog.add({ level: 'info', category, text, details })
	/** `what`: what it was about, before the reason. */
	const act = (
		category: LogCategory,
		what: string,
		doing: string | null,
		action: () => Promise<void>,
		onError?: (error: unknown) => void,
	) =>
		void ladderWork.during(doing, async () => {
			try {
				await action()
			} catch (error) {
				const { message, detail, issues } = toApiError(error)
				ladderLog.add({
					level: 'problem',
					category,
					// An arena's words may be anybody's.
					text: `${what}: ${visible(message)}`,
					details:
						issues.length > 0
							? issues.map((one) => visible(one.message))
							: detail === undefined
								? []
								: [detail],
				})
				onError?.(error)
			}
			// Also after a failure: it may have been stored, and only the answer lost.
			await again()
		})
	return {
		...work,
		standing: standingOf(player.data, player.error, () => void player.refetch()),
		make: (name, onError) =>
			act(
				...(['player', 'The player was not made', null] as const),
				async () => {
					// Another tab may have made one: asking again would replace its key.
					const known = await client.fetchQuery({ ...ownPlayerQuery('own'), staleTime: 0 })
					if (known) return log('player', `You have a player already: ${visible(known.name)}.`)
					const made = await makePlayer(name)
					ladderWork.showKey(made.apiKey)
					log('player', `${visible(made.name)} has joined the ladder.`)
				},
				onError,
			),
		newKey: (name) =>
			act('player', 'The API key was not replaced', null, async () => {
				ladderWork.showKey((await makePlayer(name)).apiKey)
				log('player', 'The API key was replaced. The one before has ended.')
			}),
		upload: (what) =>
			act('upload', 'The warrior was not uploaded', null, async () => {
				const { name, instruction_count: count } = await upload(arena, what)
				const mode = what.mode === '1v1' ? 'duels' : 'arenas'
				log('upload', `Uploaded ${visible(name)} for ${mode}: ${count} instructions.`)
			}),
		challenge: (id, name) =>
			act('duel', `Battle against ${name}`, `Fighting ${name}…`, async () => {
				const { wins, losses, ties, rating, isRepeated } = await challenge(arena, id)
				const word = wins > losses ? 'Won' : wins < losses ? 'Lost' : 'Tied'
				const change =
					rating &&
					` Rating ${rating.before} → ${rating.after} (${changeText(rating.after - rating.before)}).`
				log(
					...([
						'duel',
						`${word} against ${name}, ${wins}–${losses}–${ties}.${change ?? ''}`,
					] as const),
					isRepeated ? ['A repeated battle counts less.'] : [],
				)
			}),
		startArena: (id) =>
			act('arena', 'Arena', 'Ten warriors are fighting…', async () => {
				const { place, of, change, leftOut } = await startArena(arena, id)
				const rating = change === null ? 'No rating has changed.' : `Rating ${changeText(change)}.`
				log('arena', `Place ${place} of ${of}. ${rating}`, leftOut)
			}),
	}
}
