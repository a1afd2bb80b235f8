/** A source that was assembled: its instructions, or where it is wrong. */
import { visible } from '@fairlead/protocol/view/visible'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { MAX_ROWS, More } from '../../../parts/results/rows.tsx'
import type { Problem, ReadResult } from './read-result.ts'
import { counted, Lines } from './round.tsx'

const LEVELS = {
	Error: { Icon: CircleAlert, tint: 'text-danger' },
	Warning: { Icon: TriangleAlert, tint: 'text-warn' },
} as const

function Problems(props: { readonly of: readonly Problem[]; readonly level: keyof typeof LEVELS }) {
	const { of: problems, level } = props
	const { Icon, tint } = LEVELS[level]
	if (problems.length === 0) return null
	return (
		<>
			<ul aria-label={`${level}s`} className="tabular text-line">
				{problems.slice(0, MAX_ROWS).map(({ line, column, message, hint }) => (
					<li key={`${line}:${column} ${message}`} className="flex gap-2 py-0.5">
						<Icon aria-label={level} className={`mt-px size-4 shrink-0 ${tint}`} />
						<span className="shrink-0 font-mono text-cap leading-[18px] text-muted">
							{line}:{column}
						</span>
						<span className="min-w-0 wrap-anywhere">
							{visible(message)}
							{hint !== undefined && <span className="text-muted"> {visible(hint)}</span>}
						</span>
					</li>
				))}
			</ul>
			<More shown={Math.min(problems.length, MAX_ROWS)} total={problems.length} />
		</>
	)
}

export function AssembledView(props: { readonly of: Extract<ReadResult, { kind: 'assembled' }> }) {
	const { ok, name, instruction_count: count = 0, listing = [], errors, warnings } = props.of
	return (
		<>
			<Problems of={errors ?? []} level="Error" />
			<Problems of={warnings ?? []} level="Warning" />
			{ok && (
				<p className="tabular text-line wrap-anywhere">
					<span className="font-medium">{visible(name ?? '')}</span>{' '}
					<span className="text-muted">{counted(count, 'instruction', 'instructions')}</span>
				</p>
			)}
			{listing.length > 0 && <Lines of={listingOf(listing)} />}
			{/* One line says where it begins. */}
			<More shown={listing.length} total={count + 1} />
		</>
	)
}

/** The first line comes without the room of the labels. */
export const listingOf = ([first = '', ...rest]: readonly string[]): string =>
	[first.startsWith('ORG') ? `       ${first}` : first, ...rest].map(visible).join('\n')
