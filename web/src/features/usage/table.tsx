/** A table of usage by day, person and model. */

import type { UsageByDay } from '@fairlead/protocol/models/usage'
import type { Project } from '@fairlead/protocol/projects/project'
import { shortCount, sumText, tokenParts, tokensOf } from '../../parts/amounts.ts'
import { dayText } from './amounts.ts'
import { usedBy } from './used-by.ts'

type Row = UsageByDay['rows'][number]
type Used = Pick<Row, 'runs' | 'usage' | 'costUsd' | 'unpricedRuns'>

/** A phone shows who, which model, tokens and price: what fits without scrolling sideways. */
const WIDE = 'max-md:hidden'

export function UsageTable(props: {
	usage: UsageByDay
	/** To name them; null: all rows are of one project. */
	projects: readonly Project[] | null
}) {
	const { usage, projects } = props
	const names = new Map(projects?.map(({ id, name }) => [id, name]))
	const days = [...usage.days].reverse()
	return (
		<section
			aria-label="Usage by day"
			// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
			tabIndex={0}
			className="mt-4 overflow-x-auto rounded-lg border border-edge bg-surface"
		>
			<table className="tabular w-full text-line md:min-w-140">
				<thead className="text-left text-cap text-muted">
					<tr className="[&>th]:px-4 [&>th]:py-2 [&>th]:font-medium">
						<th scope="col">Day (UTC), who</th>
						<th scope="col" className={WIDE}>
							Model
						</th>
						{projects && (
							<th scope="col" className={WIDE}>
								Project
							</th>
						)}
						<th scope="col" className={`text-right ${WIDE}`}>
							Runs
						</th>
						<th scope="col" className="text-right">
							Tokens
						</th>
						<th scope="col" className="text-right">
							List price
						</th>
					</tr>
				</thead>
				{days.map((day) => (
					<tbody key={day.day} className="border-t border-edge [&_td]:px-4 [&_td]:py-1.5">
						<tr className="bg-raised font-medium">
							<th scope="rowgroup" className="px-4 py-1.5 text-left">
								{dayText(day.day)}
							</th>
							<td className={WIDE} />
							{projects && <td className={WIDE} />}
							<Numbers used={day} />
						</tr>
						{usage.rows
							.filter((row) => row.day === day.day)
							.map((row) => (
								<tr key={`${row.projectId} ${row.by.kind} ${row.by.userId} ${row.model}`}>
									<td className="wrap-anywhere">
										{usedBy(row.by)}
										<span className="block font-mono text-cap text-muted md:hidden">
											{row.model}
										</span>
									</td>
									<td className={`font-mono text-cap wrap-anywhere ${WIDE}`}>{row.model}</td>
									{projects && (
										<td className={`wrap-anywhere ${WIDE}`}>{names.get(row.projectId) ?? '–'}</td>
									)}
									<Numbers used={row} />
								</tr>
							))}
					</tbody>
				))}
			</table>
		</section>
	)
}

function Numbers(props: { used: Used }) {
	const { runs, usage } = props.used
	return (
		<>
			<td className={`text-right ${WIDE}`}>{runs.toLocaleString()}</td>
			<td className="text-right" title={tokenParts(usage)}>
				{usage.estimatedTokens ? 'about ' : ''}
				{shortCount(tokensOf(usage))}
			</td>
			<td className="text-right whitespace-nowrap">{sumText(props.used)}</td>
		</>
	)
}
