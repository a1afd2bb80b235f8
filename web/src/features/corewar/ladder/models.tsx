/** Models at Core War: how the warriors do that the agents of this server's people uploaded. */
import { useQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { Empty, Skeleton } from '../../../ui/feedback.tsx'
import { Choices } from '../../../ui/form/choices.tsx'
import { counted } from '../results/round.tsx'
import { type Mode, modelsQuery } from './arena-api.ts'
import { Provisional } from './provisional.tsx'

export function Models() {
	const [mode, setMode] = useState<Mode>('1v1')
	const board = useQuery(modelsQuery(mode))
	const rows = board.data?.models ?? []
	return (
		<>
			<div className="mt-2 flex flex-wrap items-center justify-between gap-2">
				<p className="min-w-0 flex-1 basis-40 text-cap text-muted">
					By the warriors that agents uploaded. One that a person uploads counts for no model.
				</p>
				<Choices
					label="Models in"
					name="models"
					value={mode}
					choices={[
						{ value: '1v1', label: 'Duels' },
						{ value: 'arena', label: 'Arenas' },
					]}
					onChoose={setMode}
				/>
			</div>
			{board.isPending && <Skeleton rows={4} className="mt-4" />}
			{board.error && (
				<ErrorNote error={board.error} onRetry={() => void board.refetch()} className="mt-3" />
			)}
			{board.data && rows.length === 0 && (
				<Empty icon={<Bot />} title="No agent has uploaded a warrior yet">
					Ask the agent of a Core War project to write a warrior and upload it
					{mode === 'arena' && ' for arenas'}: its model then stands here.
				</Empty>
			)}
			{rows.length > 0 && (
				<table className="core-models tabular mt-2 w-full table-fixed text-line">
					<caption className="sr-only">Models</caption>
					<thead className="text-cap text-muted">
						<tr>
							<th scope="col" className="py-1 text-left font-medium">
								Model
							</th>
							<th scope="col" className="py-1 text-right font-medium">
								Best
							</th>
							<th scope="col" className="py-1 text-right font-medium">
								Mean
							</th>
						</tr>
					</thead>
					{rows.map((row) => (
						<tbody key={row.model} className="border-t border-edge">
							<tr>
								<th scope="rowgroup" className="pt-1.5 pr-2 text-left font-normal">
									<span title={row.model} className="block truncate">
										{row.title}
									</span>
								</th>
								<td className="pt-1.5 text-right">
									{row.best_rating?.toLocaleString() ?? '–'}
									{row.best_rating !== null && row.provisional && <Provisional />}
								</td>
								<td className="pt-1.5 text-right text-muted">
									{row.mean_rating?.toLocaleString() ?? '–'}
								</td>
							</tr>
							<tr>
								<td colSpan={3} className="pb-1.5 text-cap text-muted">
									{counted(row.warriors, 'warrior', 'warriors')},{' '}
									{counted(row.players, 'player', 'players')},{' '}
									{counted(row.battles, 'battle', 'battles')}
									{row.battles > 0 && (
										<>
											:{' '}
											<span title="Won, lost, tied">
												{row.wins}–{row.losses}–{row.ties}
											</span>
										</>
									)}
								</td>
							</tr>
						</tbody>
					))}
				</table>
			)}
		</>
	)
}
