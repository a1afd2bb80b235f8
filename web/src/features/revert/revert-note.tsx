/** The outcome of a revert, shown under the reverted answer. */
import { isRestore } from '@fairlead/protocol/conversations/reverted'
import { outcomeOf, scopeWords } from '@fairlead/protocol/view/revert-words'
import { ChevronRight, Redo2, Undo2 } from 'lucide-react'
import { use, useState } from 'react'
import { useOtherPerson } from '../../data/person/use-other-person.ts'
import { RevertContext } from '../../run/revert-context.ts'
import type { RevertNoteProps } from '../../run/slots.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/text/time.tsx'
import { changeWords } from './items.ts'

/** @param props.steps the ids of the answer's steps that called tools */
export function RevertNote(props: RevertNoteProps) {
	const { part } = props
	const openRevert = use(RevertContext)
	const [open, setOpen] = useState(false)
	const other = useOtherPerson(part.by)
	const back = isRestore(part)
	const Icon = back ? Redo2 : Undo2
	const scope = scopeWords(part, props.steps)
	const running = part.state === 'running'
	const canGoBack =
		!part.elsewhere &&
		part.state !== 'running' &&
		part.revertedBy === undefined &&
		part.counts.reverted > 0
	return (
		<div
			role="status"
			className={cx(
				'mt-2 ml-7 rounded-lg border px-3 py-2 text-line',
				part.state === 'failed' ? 'border-transparent bg-danger-soft' : 'border-edge bg-raised',
			)}
		>
			<div className="flex flex-wrap items-center gap-x-2 gap-y-1">
				<Icon
					aria-hidden
					className={cx('size-4 shrink-0', running ? 'text-accent' : 'text-muted')}
				/>
				<button
					type="button"
					aria-expanded={open}
					onClick={() => setOpen(!open)}
					className="flex items-center gap-1 rounded-sm font-medium max-md:min-h-11"
				>
					{outcomeOf(part)}
					{part.items.length > 0 && (
						<ChevronRight
							aria-hidden
							className={cx(
								'size-3.5 text-faint transition-transform duration-100',
								open && 'rotate-90',
							)}
						/>
					)}
				</button>
				<span className="text-cap text-faint">
					{scope === '' ? '' : `${scope} · `}
					{other === null ? '' : `${other} · `}
					<RelativeTime at={part.finishedAt ?? part.createdAt} />
				</span>
				{part.elsewhere && (
					<a href={`#${part.messageId}`} className="underline underline-offset-2 max-md:min-h-11">
						Show that answer
					</a>
				)}
				{canGoBack && openRevert && (
					<Button
						look="quiet"
						className="-my-1 ml-auto !px-2 text-line"
						onClick={() =>
							openRevert({
								messageId: part.messageId,
								revertId: part.revertId,
								...(back && { again: true }),
							})
						}
					>
						{back ? 'Revert again' : 'Restore'}
					</Button>
				)}
			</div>
			{part.text && <p className="pl-6 text-muted wrap-anywhere">{part.text}</p>}
			{open && (
				<ul className="mt-1 pl-6">
					{part.items.map((item) => (
						<li key={item.key} className="border-t border-edge py-1">
							<span className="wrap-anywhere">{item.label}</span>{' '}
							<span className="text-cap text-muted">
								{item.state === 'reverted' ? changeWords(item) : (item.text ?? item.state)}
							</span>
						</li>
					))}
				</ul>
			)}
		</div>
	)
}
