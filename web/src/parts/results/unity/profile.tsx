/** Profiled frames: the totals, the heaviest markers, or what changed between two captures. */
import { actionOf, type Bag, bag, bags, number, text } from '@fairlead/protocol/wire/safe-read'
import { ValueTable } from '../../values.tsx'
import type { Renderer } from '../renderer.ts'

const TOTALS = [
	['frameMs', 'Frame, ms'],
	['gcBytes', 'GC allocations, bytes'],
	['drawCalls', 'Draw calls'],
	['setPassCalls', 'SetPass calls'],
	['triangles', 'Triangles'],
	['usedMemoryBytes', 'Memory used, bytes'],
	['reservedMemoryBytes', 'Memory reserved, bytes'],
	['gcMemoryBytes', 'Managed memory, bytes'],
] as const

/** A counter that this editor lacks has no row. */
const rowsOf = (before: Bag, after: Bag) =>
	TOTALS.filter(([key]) => number(after[key]) !== undefined).map(([key, property]) => ({
		property,
		before: before[key],
		after: after[key],
	}))

function Markers(props: { markers: readonly Bag[]; total: number }) {
	return (
		<ul className="pt-2 text-line">
			{props.markers.map((marker) => {
				const own = number(marker['selfMs']) ?? 0
				const share = props.total > 0 ? Math.min(1, own / props.total) : 0
				return (
					<li key={String(marker['name'])} className="flex items-center gap-3 py-0.5">
						<span className="min-w-0 flex-1 truncate font-mono text-cap">
							{text(marker['name'])}
						</span>
						<span aria-hidden className="h-1.5 w-24 shrink-0 rounded-sm bg-press">
							<span
								className="block h-full rounded-sm bg-warn"
								style={{ width: `${(share * 100).toFixed(1)}%` }}
							/>
						</span>
						<span className="tabular w-20 shrink-0 text-right text-cap text-muted">
							{own.toFixed(2)} ms
						</span>
					</li>
				)
			})}
		</ul>
	)
}

export const profile: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		if (actionOf(call) === 'compare') {
			const changes = bags(result['markers']).map((marker) => ({
				property: `${text(marker['name'])}, ms`,
				before: marker['beforeMs'],
				after: marker['afterMs'],
			}))
			const rows = [...rowsOf(bag(result['totalsBefore']), bag(result['totalsAfter'])), ...changes]
			return <ValueTable rows={rows} caption="Two captures" />
		}
		const totals = bag(result['totals'])
		return (
			<>
				<p className="text-line text-muted">
					{rowsOf({}, totals)
						.map((row) => `${row.property}: ${String(row.after)}`)
						.join(' · ')}
				</p>
				<Markers markers={bags(result['markers'])} total={number(totals['frameMs']) ?? 0} />
			</>
		)
	},
}
