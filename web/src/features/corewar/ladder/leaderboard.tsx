/** The leaderboards of duels and arenas, and the models beside them. */

import { visible } from '@fairlead/protocol/view/visible'
import { useQuery } from '@tanstack/react-query'
import { Swords, Trophy } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { Empty, Skeleton } from '../../../ui/feedback.tsx'
import { Choices } from '../../../ui/form/choices.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type ArenaName, leaderboardQuery, type Mode } from './arena-api.ts'
import { Models } from './models.tsx'
import { Paging } from './paging.tsx'
import { Provisional } from './provisional.tsx'

/** The deviation above which the arena calls a rating uncertain. */
const PROVISIONAL_DEVIATION = 200

interface BoardProps {
	readonly arena: ArenaName
	/** The person's own player; null: they have none. */
	readonly ownId: number | null
	readonly onPlayer: (id: number) => void
	/** null if this person cannot challenge anybody now. */
	readonly onChallenge: ((id: number, name: string) => void) | null
	/** Whether a battle is under way. */
	readonly busy: boolean
}

const BOARDS = [
	{ value: '1v1', label: 'Duels' },
	{ value: 'arena', label: 'Arenas' },
	{ value: 'models', label: 'Models' },
] as const

export function Leaderboard(props: BoardProps) {
	const [board, setBoard] = useState<Mode | 'models'>('1v1')
	return (
		<section aria-label="Leaderboard">
			<div className="flex items-center justify-between gap-2">
				<h3 className="text-line font-semibold">Leaderboard</h3>
				<Choices
					label="Leaderboard of"
					name="leaderboard"
					value={board}
					choices={BOARDS.filter(({ value }) => value !== 'models' || props.arena === 'own')}
					onChoose={setBoard}
				/>
			</div>
			{board === 'models' ? <Models /> : <Players key={board} {...props} mode={board} />}
		</section>
	)
}

function Players(props: BoardProps & { readonly mode: Mode }) {
	const { mode } = props
	const [page, setPage] = useState(1)
	const board = useQuery(leaderboardQuery(props.arena, mode, page))
	const rows = board.data?.leaderboard ?? []
	return (
		<>
			{board.isPending && <Skeleton rows={4} className="mt-4" />}
			{board.error && (
				<ErrorNote error={board.error} onRetry={() => void board.refetch()} className="mt-3" />
			)}
			{board.data?.total_players === 0 && (
				<Empty icon={<Trophy />} title="Nobody is on this leaderboard yet">
					{mode === '1v1'
						? 'A player appears here with the first warrior that they upload.'
						: 'A player appears here with the first arena warrior that they upload.'}
				</Empty>
			)}
			{rows.length > 0 && (
				<table className="tabular mt-2 w-full table-fixed text-line">
					<caption className="sr-only">Leaderboard</caption>
					<thead className="text-cap text-muted">
						<tr>
							<th scope="col" className="w-9 py-1 text-left font-medium">
								<span className="sr-only">Rank</span>
							</th>
							<th scope="col" className="py-1 text-left font-medium">
								Player
							</th>
							<th scope="col" className="w-20 py-1 text-right font-medium">
								Rating
							</th>
							<th scope="col" className="w-20 py-1 text-right font-medium">
								<span title="Won, lost, tied">W–L–T</span>
							</th>
							{props.onChallenge && (
								<th scope="col" className="w-9">
									<span className="sr-only">Challenge</span>
								</th>
							)}
						</tr>
					</thead>
					<tbody className="divide-y divide-edge">
						{rows.map((row) => {
							const name = visible(row.name)
							const isOwn = row.id === props.ownId
							return (
								<tr key={row.id}>
									<td className="py-1 text-muted">{row.rank}</td>
									<th scope="row" className="py-1 text-left font-normal">
										<button
											type="button"
											title={name}
											onClick={() => props.onPlayer(row.id)}
											className="max-w-full truncate rounded-sm py-1 text-left hover:underline max-md:min-h-11"
										>
											{name}
											{isOwn && <span className="text-muted"> (you)</span>}
										</button>
									</th>
									<td className="py-1 text-right">
										{row.rating.toLocaleString()}
										{(row.rating_deviation ?? 0) > PROVISIONAL_DEVIATION && <Provisional />}
									</td>
									<td className="py-1 text-right text-muted">
										{row.wins}–{row.losses}–{row.ties}
									</td>
									{props.onChallenge && (
										<td className="py-0.5 text-right">
											{!isOwn && (
												<IconButton
													label={`Challenge ${name}`}
													disabled={props.busy}
													onClick={() => props.onChallenge?.(row.id, name)}
												>
													<Swords />
												</IconButton>
											)}
										</td>
									)}
								</tr>
							)
						})}
					</tbody>
				</table>
			)}
			<Paging
				of="leaderboard"
				page={page}
				pages={board.data?.pagination.total_pages ?? 1}
				onPage={setPage}
			/>
		</>
	)
}
