/** Whose cells are whose; choosing a warrior shows its cells alone, so that colour is not the only way to tell. */

import { visible } from '@fairlead/protocol/view/visible'
import { Skull } from 'lucide-react'
import { Swatch } from '../battle/swatch.tsx'
import { counted } from '../results/round.tsx'
import type { Frame, Opened } from './replay.ts'

export function Legend(props: {
	readonly opened: Opened
	readonly frame: Frame
	/** The warrior that is shown alone. */
	readonly only: number | null
	readonly onOnly: (warrior: number | null) => void
}) {
	const { opened, frame, only } = props
	return (
		<ul aria-label="Warriors in the core" className="core-legend shrink-0">
			{opened.names.map((name, w) => {
				const processes = frame.processes[w] ?? 0
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: warriors have no other identity, and never move
					<li key={w} className="min-w-0">
						<button
							type="button"
							aria-pressed={only === w}
							title={only === w ? 'Show all warriors' : `Show ${visible(name)} alone`}
							onClick={() => props.onOnly(only === w ? null : w)}
							className="core-row focus-inset tabular flex w-full items-center gap-2 rounded-md px-1.5 py-1 text-left text-line hover:bg-hover max-md:min-h-11"
						>
							<Swatch warrior={w} />
							<span className="min-w-0 flex-1 truncate">{visible(name)}</span>
							{frame.deaths.includes(w) ? (
								<span className="flex shrink-0 items-center gap-1 text-muted">
									<Skull aria-hidden className="size-3.5" /> dead
								</span>
							) : (
								<span className="shrink-0 text-muted">
									{counted(frame.owned[w] ?? 0, 'cell', 'cells')} ·{' '}
									{counted(processes, 'process', 'processes')}
								</span>
							)}
						</button>
					</li>
				)
			})}
		</ul>
	)
}
