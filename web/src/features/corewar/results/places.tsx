/** An arena: its places, with points and what they changed. */
import { visible } from '@fairlead/protocol/view/visible'
import { RatingChange } from './rated.tsx'
import type { ReadResult } from './read-result.ts'
import { ReplayButton } from './replay-button.tsx'

export function PlacesView(props: { readonly of: Extract<ReadResult, { kind: 'places' }> }) {
	const { battle, places, leftOut } = props.of
	return (
		<>
			<table className="tabular w-full table-fixed text-line">
				<caption className="sr-only">Places</caption>
				<thead className="text-cap text-muted">
					<tr>
						<th scope="col" className="w-7 py-1 text-left font-medium">
							<span className="sr-only">Place</span>
						</th>
						<th scope="col" className="py-1 text-left font-medium">
							Player
						</th>
						<th scope="col" className="w-14 py-1 text-right font-medium">
							Points
						</th>
						<th scope="col" className="w-36 py-1 text-right font-medium">
							Rating
						</th>
					</tr>
				</thead>
				<tbody className="divide-y divide-edge">
					{places.map((one, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: two may share a place and a name
						<tr key={at}>
							<td className="py-1 text-muted">{one.place}</td>
							<th scope="row" className="truncate py-1 pr-2 text-left font-normal">
								{visible(one.name ?? '')}
							</th>
							<td className="py-1 text-right">{one.points.toLocaleString()}</td>
							<td className="py-1 text-right whitespace-nowrap">
								<RatingChange of={one} />
							</td>
						</tr>
					))}
				</tbody>
			</table>
			{leftOut.map(({ name, reason }) => (
				<p key={name} className="pt-1 text-line text-warn wrap-anywhere">
					{visible(name)} was left out: {visible(reason)}
				</p>
			))}
			<ReplayButton battle={battle} />
		</>
	)
}
