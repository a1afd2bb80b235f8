/** How a battle stands: by warrior, and by round. */

import { visible } from '@fairlead/protocol/view/visible'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Swatch } from './swatch.tsx'
import type { Results } from './use-battle.ts'

/** More are shown on demand: a table of thousands of rows makes a phone slow. */
const ROUNDS_SHOWN = 100

const COLUMNS = [
	['wins', 'Won'],
	['ties', 'Tied'],
	['losses', 'Lost'],
	['points', 'Points'],
] as const

export function Standings(props: { readonly results: Results }) {
	const { setup, standings } = props.results
	const ranked = setup.warriors
		.map(({ name }, w) => ({ name, w, standing: standings[w] }))
		.sort((a, b) => (b.standing?.points ?? 0) - (a.standing?.points ?? 0) || a.w - b.w)
	return (
		<table className="core-figures tabular w-full table-fixed text-line">
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
				{ranked.map(({ name, w, standing }) => (
					<tr key={w}>
						<th scope="row" className="py-1.5 pr-2 text-left font-normal">
							<span className="flex min-w-0 items-center gap-2">
								<Swatch warrior={w} />
								<span className="truncate" title={visible(name)}>
									{visible(name)}
								</span>
							</span>
						</th>
						{COLUMNS.map(([key]) => (
							<td key={key} className="py-1.5 text-right">
								{(standing?.[key] ?? 0).toLocaleString()}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	)
}

export function Rounds(props: {
	readonly results: Results
	/** The round that is replayed; null: none of this battle. */
	readonly open: number | null
	readonly onOpen: (round: number) => void
}) {
	const { setup, rounds } = props.results
	const [shown, setShown] = useState(ROUNDS_SHOWN)
	const nameOf = (w: number): string => visible(setup.warriors[w]?.name ?? '')
	return (
		<>
			<ol aria-label="Rounds" className="divide-y divide-edge">
				{rounds.slice(0, shown).map(({ round, winner, survivors, cycles }) => (
					<li key={round}>
						<button
							type="button"
							aria-current={round === props.open}
							onClick={() => props.onOpen(round)}
							className="core-row focus-inset tabular flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-line hover:bg-hover max-md:min-h-11"
						>
							<Play aria-hidden className="size-3.5 shrink-0 text-faint" />
							<span className="w-9 shrink-0 text-muted">{round + 1}</span>
							<span className="sr-only">Replay:</span>
							{survivors.slice(0, 3).map((w) => (
								<Swatch key={w} warrior={w} />
							))}
							<span className="min-w-0 flex-1 truncate">
								{winner !== null
									? nameOf(winner)
									: survivors.length === 0
										? 'Nobody'
										: survivors.length === setup.warriors.length
											? 'Tie of all'
											: `Tie of ${survivors.length}`}
							</span>
							<span className="shrink-0 text-muted">{cycles.toLocaleString()} cycles</span>
						</button>
					</li>
				))}
			</ol>
			{rounds.length > shown && (
				<Button look="quiet" className="mt-2 w-full" onClick={() => setShown(shown + ROUNDS_SHOWN)}>
					Show {Math.min(ROUNDS_SHOWN, rounds.length - shown)} more of{' '}
					{rounds.length.toLocaleString()}
				</Button>
			)}
		</>
	)
}
