/** Warriors by their points, each with a bar of its rounds. */
import { visible } from '@fairlead/protocol/view/visible'
import type { Standing } from './read-result.ts'
import { ScoreBar } from './score-bar.tsx'

const COLUMNS = [
	['wins', 'Won'],
	['ties', 'Tied'],
	['losses', 'Lost'],
	['points', 'Points'],
] as const

export function StandingsView(props: {
	/** In the order of the battle, which gives them their colours. */
	readonly standings: readonly Standing[]
	readonly note: string | undefined
}) {
	const ranked = props.standings
		.map((standing, warrior) => ({ standing, warrior }))
		.sort((a, b) => b.standing.points - a.standing.points)
	return (
		<>
			<table className="core-result tabular w-full table-fixed text-line">
				<caption className="sr-only">Standings</caption>
				<thead className="text-cap text-muted">
					<tr>
						<th scope="col" className="py-1 pr-2 text-left font-medium">
							Warrior
						</th>
						{COLUMNS.map(([key, label]) => (
							<th key={key} scope="col" className="py-1 text-right font-medium">
								{label}
							</th>
						))}
					</tr>
				</thead>
				<tbody className="divide-y divide-edge">
					{ranked.map(({ standing, warrior }) => (
						<tr key={warrior} className="align-top">
							<th scope="row" className="py-1.5 pr-2 text-left font-normal">
								<span className="block truncate" title={visible(standing.name)}>
									{visible(standing.name)}
								</span>
								<ScoreBar
									parts={[
										{ won: warrior, rounds: standing.wins },
										{ won: 'tied', rounds: standing.ties },
										{ won: 'lost', rounds: standing.losses },
									]}
								/>
							</th>
							{COLUMNS.map(([key]) => (
								<td key={key} className="py-1.5 text-right">
									{standing[key].toLocaleString()}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
			{props.note !== undefined && <p className="pt-1 text-line text-muted">{props.note}</p>}
		</>
	)
}
