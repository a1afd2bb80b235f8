/** An editor whose package is not connected: what it is doing, what to do about it, and its compile errors. */
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import type { Outside } from '@fairlead/protocol/editors/outside'
import { outsideAdvice, outsideWords } from '@fairlead/protocol/editors/outside-words'
import { Power, TriangleAlert } from 'lucide-react'
import { Empty } from '../../ui/feedback.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'
import { DialogAnswer } from './dialog-answer.tsx'
import { lookOf } from './phase.tsx'

export function OutsideNote(props: { seat: EditorSeat; outside: Outside }) {
	const { seat, outside } = props
	const { moves } = lookOf({ phase: 'gone', outside })
	// A dialog says itself what can be done.
	const advice = outside.state === 'dialog' ? null : outsideAdvice(outside)
	const errors = outside.errors ?? []
	const more = (outside.errorCount ?? 0) - errors.length
	return (
		<div className="min-h-0 flex-1 overflow-y-auto">
			<Empty
				icon={moves ? <Power /> : <TriangleAlert />}
				title={outside.state === 'dialog' ? 'A dialog is open in Unity' : outsideWords(outside)}
			>
				{advice}
				{outside.state === 'crashed' && outside.detail && (
					<span className="block pt-1">{outside.detail}.</span>
				)}
				<span className="block pt-1 text-cap text-faint">
					{seat.name}, since <RelativeTime at={outside.since} />
				</span>
			</Empty>
			{outside.state === 'dialog' && (
				<div className="mx-auto max-w-sm px-6 pb-6">
					<DialogAnswer seat={seat} />
				</div>
			)}
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
