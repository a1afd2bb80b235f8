/** A round that was followed: how it ended, who died of what, and its first and last steps. */
import { visible } from '@fairlead/protocol/view/visible'
import { useState } from 'react'
import { MAX_ROWS, More } from '../../../parts/results/rows.tsx'
import { Reveal } from '../../../ui/reveal.tsx'
import { Swatch } from '../battle/swatch.tsx'
import type { ReadResult } from './read-result.ts'

type Round = Extract<ReadResult, { kind: 'round' }>

/** A gap between the two: the steps between them are not told. */
export const traceOf = ({ opening, ending }: Pick<Round, 'opening' | 'ending'>): string =>
	[...opening, ...(ending.length > 0 ? ['…', ...ending] : [])].map(visible).join('\n')

export function RoundView(props: { readonly of: Round }) {
	const { cycles, winner, warriors, deaths } = props.of
	const [open, setOpen] = useState(false)
	const trace = traceOf(props.of)
	return (
		<div className="tabular text-line">
			<p className="font-medium wrap-anywhere">
				{winner === null ? 'A tie' : `${visible(winner)} won`} after {cycles.toLocaleString()}{' '}
				cycles
			</p>
			<ul aria-label="Warriors" className="mt-1">
				{warriors.map(({ name, processes, cells }, warrior) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: they are known by their place
					<li key={warrior} className="flex items-center gap-2 py-0.5">
						<Swatch warrior={warrior} />
						<span className="min-w-0 truncate">{visible(name)}</span>
						<span className="ml-auto shrink-0 text-muted">
							{processes === 0 ? 'dead' : counted(processes, 'process', 'processes')},{' '}
							{counted(cells, 'cell', 'cells')}
						</span>
					</li>
				))}
			</ul>
			{deaths.length > 0 && (
				<ul aria-label="Deaths" className="mt-1.5 border-t border-edge pt-1.5">
					{deaths
						.slice(0, MAX_ROWS)
						.map(({ name, cycle, address, instruction, written_by: by }) => (
							<li key={`${name} ${cycle}`} className="py-0.5 wrap-anywhere">
								<span className="text-muted">Cycle {cycle.toLocaleString()}:</span> {visible(name)}{' '}
								died at {address.toLocaleString()} of{' '}
								<code className="font-mono text-cap whitespace-nowrap">{visible(instruction)}</code>
								, {by === null ? 'which nobody had written' : `written by ${visible(by)}`}
							</li>
						))}
				</ul>
			)}
			<More shown={Math.min(deaths.length, MAX_ROWS)} total={deaths.length} />
			{trace !== '' && (
				<div className="mt-1.5">
					<Reveal
						open={open}
						onToggle={() => setOpen(!open)}
						show="Show the first and last steps"
						hide="Hide the first and last steps"
					/>
					{open && <Lines of={trace} />}
				</div>
			)}
		</div>
	)
}

export const Lines = (props: { readonly of: string }) => (
	<pre
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
		tabIndex={0}
		className="focus-inset mt-1 max-h-80 overflow-auto rounded-md border border-edge bg-surface p-3 font-mono text-cap"
	>
		{props.of}
	</pre>
)

export const counted = (count: number, one: string, more: string): string =>
	`${count.toLocaleString()} ${count === 1 ? one : more}`
