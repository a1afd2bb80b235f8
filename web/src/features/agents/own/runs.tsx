/** Fairlead's own agent beside the coding agents: a card for each of its runs in this project that has not ended. */
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import { standingOf } from '@fairlead/protocol/conversations/runs'
import { visible } from '@fairlead/protocol/view/visible'
import type { RoomState } from '@fairlead/protocol/wire/viewer-link'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageCircleQuestionMark } from 'lucide-react'
import { useId } from 'react'
import { conversationPath } from '../../../data/address.ts'
import { conversationsQuery } from '../../../data/api/queries.ts'
import { useRoom } from '../../../data/room/room-context.tsx'
import { STANDING_WORDS } from '../../../parts/run-line/mini-line.tsx'
import { EditorTurns } from '../../../run/editor-turns.tsx'
import { cx } from '../../../ui/cx.ts'
import { Link } from '../../../ui/link.tsx'
import { RelativeTime } from '../../../ui/text/time.tsx'
import { ownRuns } from './order.ts'
import '../../../parts/run-line/run-line.css'

interface Runs {
	readonly projectId: string
	/** Conversations of permissions, which stand on the cards of the agents that ask. */
	readonly except: ReadonlySet<string>
}

function useOwnRuns({ projectId, except }: Runs): readonly Conversation[] {
	const { data = [] } = useInfiniteQuery(conversationsQuery(projectId))
	return ownRuns(data, except)
}

/** The runs, with whose turn it is at an editor. */
export function OwnRuns(props: Runs) {
	const runs = useOwnRuns(props)
	const { state } = useRoom()
	const queues = state?.queues ?? []
	if (runs.length === 0 && queues.length === 0) return null
	return (
		<section aria-label="Fairlead" className="border-b border-edge">
			<h2 className="px-4 pt-3 pb-1.5 text-line font-semibold">Fairlead</h2>
			{queues.map((queue) => (
				<section
					key={queue.editorKey}
					aria-label={`Turns at ${nameOf(state, queue.editorKey)}`}
					className="px-4 pb-2.5 text-line"
				>
					<h3 className="text-muted">Agents take turns at {nameOf(state, queue.editorKey)}</h3>
					<EditorTurns queue={queue} />
				</section>
			))}
			<RunList runs={runs} />
		</section>
	)
}

/** The runs alone, among those of other projects. */
export function RunCards(props: Runs) {
	const runs = useOwnRuns(props)
	if (runs.length === 0) return null
	return (
		<div className="border-b border-edge">
			<RunList runs={runs} />
		</div>
	)
}

const RunList = ({ runs }: { runs: readonly Conversation[] }) => (
	<ul aria-label="Runs of Fairlead">
		{runs.map((conversation) => (
			<li key={conversation.id} className="border-t border-edge first:border-t-0">
				<RunCard conversation={conversation} />
			</li>
		))}
	</ul>
)

const nameOf = (state: RoomState | null, key: string): string =>
	state?.editors.find(({ editorKey }) => editorKey === key)?.name ?? 'an editor'

function RunCard({ conversation }: { conversation: Conversation }) {
	const { id, projectId, title, updatedAt, lastRun } = conversation
	const headingId = useId()
	if (!lastRun) return null
	const standing = standingOf(lastRun)
	const asks = standing === 'needs_you'
	return (
		<article aria-labelledby={headingId} className="relative px-4 py-2.5">
			<div className="mb-1.5 flex items-baseline gap-2">
				<h3 id={headingId} className="min-w-0 flex-1 truncate text-body font-medium">
					<Link
						to={conversationPath(projectId, id)}
						className="rounded-sm underline decoration-transparent underline-offset-3 after:absolute after:inset-0 hover:decoration-current"
						title={visible(title)}
					>
						{visible(title)}
					</Link>
				</h3>
				<RelativeTime at={updatedAt} className="tabular shrink-0 text-cap text-faint" />
			</div>
			<div
				className="run-step"
				data-state={asks ? 'denied' : standing === 'running' ? 'running' : 'waiting'}
				data-last
			>
				<span aria-hidden className="run-knot" />
				<p className={cx('text-line', asks && 'font-medium text-text')}>
					{asks && (
						<MessageCircleQuestionMark
							aria-hidden
							className="mr-1 inline size-3.5 align-[-2px] text-warn"
						/>
					)}
					{STANDING_WORDS[standing]}
				</p>
			</div>
		</article>
	)
}
