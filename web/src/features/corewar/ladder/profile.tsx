/** A player: rating, how it went, and their battles, each of which can be replayed. */

import { visible } from '@fairlead/protocol/view/visible'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Play, Swords } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RelativeTime } from '../../../ui/text/time.tsx'
import { type ArenaName, battlesQuery, type Mode, playerQuery } from './arena-api.ts'
import { Paging } from './paging.tsx'
import { Sparkline } from './sparkline.tsx'
import { battleText, changeText } from './words.ts'

export function Profile(props: {
	readonly arena: ArenaName
	readonly id: number
	readonly onBack: () => void
	readonly onChallenge: ((id: number, name: string) => void) | null
	readonly busy: boolean
	readonly onReplay: (mode: Mode, id: number) => void
}) {
	const { arena, id } = props
	const [page, setPage] = useState(1)
	const player = useQuery(playerQuery(arena, id))
	const battles = useQuery(battlesQuery(arena, id, page))
	const data = player.data
	return (
		<section aria-label="Player">
			<div className="flex min-w-0 items-center gap-1">
				<IconButton label="Back to the leaderboard" onClick={props.onBack}>
					<ArrowLeft />
				</IconButton>
				<h3 className="min-w-0 flex-1 truncate font-semibold">
					{data ? visible(data.name) : 'Player'}
				</h3>
				{data && props.onChallenge && (
					<Button disabled={props.busy} onClick={() => props.onChallenge?.(id, visible(data.name))}>
						<Swords /> Challenge
					</Button>
				)}
			</div>
			{player.isPending && <Skeleton rows={4} className="mt-4" />}
			{player.error && (
				<ErrorNote error={player.error} onRetry={() => void player.refetch()} className="mt-3" />
			)}
			{data && (
				<>
					<dl className="tabular mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-line">
						<dt className="text-muted">Duels</dt>
						<dd>
							{data.rating.toLocaleString()}
							{data.provisional && <span className="text-muted"> (provisional)</span>} · {data.wins}
							–{data.losses}–{data.ties} · {Math.round(data.win_rate * 100)} % won
						</dd>
						<dt className="text-muted">Arenas</dt>
						<dd>
							{data.arena_rating === null
								? '–'
								: `${data.arena_rating.toLocaleString()} · ${data.arena_wins ?? 0}–${data.arena_losses ?? 0}–${data.arena_ties ?? 0}`}
						</dd>
						<dt className="text-muted">Warrior</dt>
						<dd className="truncate">{data.warrior ? visible(data.warrior.name) : 'None yet'}</dd>
					</dl>
					<Sparkline values={data.rating_history.map(({ rating }) => rating)} />
				</>
			)}
			<h4 className="mt-4 mb-1 text-line font-semibold">Battles</h4>
			{battles.error && <ErrorNote error={battles.error} onRetry={() => void battles.refetch()} />}
			{battles.data?.battles.length === 0 && (
				<p className="text-line text-muted">No battles have ended yet.</p>
			)}
			<ol aria-label="Battles" className="divide-y divide-edge">
				{battles.data?.battles.map((battle) => (
					<li key={battle.id}>
						<button
							type="button"
							onClick={() => props.onReplay(battle.type, battle.id)}
							className="core-row focus-inset tabular flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-line hover:bg-hover max-md:min-h-11"
						>
							<Play aria-hidden className="size-3.5 shrink-0 text-faint" />
							<span className="sr-only">Replay:</span>
							<span className="min-w-0 flex-1 truncate">{battleText(battle)}</span>
							<span className="shrink-0 text-muted">{changeText(battle.rating_change)}</span>
							<span className="shrink-0 text-cap text-faint">
								<RelativeTime at={Date.parse(battle.created_at)} />
							</span>
						</button>
					</li>
				))}
			</ol>
			<Paging
				of="battles"
				page={page}
				pages={battles.data?.pagination.total_pages ?? 1}
				onPage={setPage}
			/>
		</section>
	)
}
