/** The header of a shared page: what it is, as whom, and until when. */
import type { OpenedShare } from '@fairlead/protocol/people/shares'
import { visible } from '@fairlead/protocol/view/visible'
import { type ReactNode, useState } from 'react'
import { sharedPath } from '../../data/shared-visit.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { lazyPart, THIS_DIALOG } from '../../ui/loading/lazy-part.tsx'
import { Mark } from '../../ui/mark.tsx'
import { exactDay } from '../../ui/text/time.tsx'

const TakeOutDialog = lazyPart(() => import('./take-out-dialog.tsx'), THIS_DIALOG)

const MAY = {
	viewer: 'You can watch',
	approver: 'You can answer approvals and stop the run',
	editor: 'You can take part',
} as const

export function VisitorBanner(props: {
	visit: OpenedShare
	token: string
	/** The conversation on screen; null: the list. */
	shown: string | null
	/** The link no longer works. */
	ended?: boolean
	end?: ReactNode
}) {
	const { visit, token, shown, ended = false } = props
	const ofProject = visit.conversationId === null
	const until = visit.expiresAt === null ? '' : `, until ${exactDay(visit.expiresAt)}`
	const [takesOut, setTakesOut] = useState(false)
	return (
		<header className="flex min-h-12 shrink-0 items-center gap-x-3 gap-y-1 border-b border-edge px-3 py-1.5 max-md:flex-wrap">
			<Mark className="size-6 shrink-0" />
			<div className="min-w-0 flex-1 max-md:basis-4/5">
				<h1 className="truncate font-medium">{visible(visit.title)}</h1>
				<p className="text-cap text-muted">
					{ofProject ? 'A shared project.' : 'A shared conversation.'}
					{!ended && ` ${MAY[visit.role]}, as ${visible(visit.name)}${until}.`}
				</p>
			</div>
			{props.end}
			{visit.exports && shown !== null && !ended && (
				<Button look="quiet" className="shrink-0" onClick={() => setTakesOut(true)}>
					Download or copy
				</Button>
			)}
			{takesOut && shown !== null && !ended && (
				<TakeOutDialog conversationId={shown} onClose={() => setTakesOut(false)} />
			)}
			{ofProject && shown !== null && !ended && (
				<Link to={sharedPath(token)} className="shrink-0 rounded-md px-2 py-2 text-line underline">
					All conversations
				</Link>
			)}
		</header>
	)
}
