/** An editor whose package is not connected: what it is doing, what to do about it, and its compile errors. */
import type { Outside } from '@fairlead/protocol/outside'
import { outsideAdvice, outsideWords } from '@fairlead/protocol/outside-words'
import { Power, TriangleAlert } from 'lucide-react'
import { Empty } from '../../ui/feedback.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { lookOf } from './phase.tsx'

export function OutsideNote(props: { name: string; outside: Outside }) {
	const { name, outside } = props
	const { moves } = lookOf({ phase: 'gone', outside })
	const advice = outsideAdvice(outside)
	const errors = outside.errors ?? []
	const more = (outside.errorCount ?? 0) - errors.length
	return (
		<div className="min-h-0 flex-1 overflow-y-auto">
			<Empty icon={moves ? <Power /> : <TriangleAlert />} title={outsideWords(outside)}>
				{advice}
				{outside.state === 'crashed' && outside.detail && (
					<span className="block pt-1">{outside.detail}.</span>
				)}
				<span className="block pt-1 text-cap text-faint">
					{name}, since <RelativeTime at={outside.since} />
				</span>
			</Empty>
			{errors.length > 0 && (
				<ul aria-label="Compile errors" className="flex flex-col gap-2 px-4 pb-4">
					{errors.map(({ file, line, column, code, message }) => (
						<li key={`${file}:${line}:${column}:${code}`} className="text-line wrap-anywhere">
							<span className="block font-mono text-cap text-faint">
								{file}:{line}
							</span>
							{code}: {message}
						</li>
					))}
					{more > 0 && <li className="text-cap text-faint">and {more} more</li>}
				</ul>
			)}
		</div>
	)
}
