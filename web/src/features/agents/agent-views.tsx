/** An opened agent, as a transcript or in its terminal, and below it the way to answer it. */
import type { AgentCard, AgentList } from '@fairlead/protocol/agents/agents'
import { visible } from '@fairlead/protocol/view/visible'
import { useState } from 'react'
import { useParams } from 'react-router'
import { conversationPath } from '../../data/address.ts'
import { useRoom } from '../../data/room/room-context.tsx'
import { useAddressQuery } from '../../data/use-address-query.ts'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { Choices } from '../../ui/form/choices.tsx'
import { Link } from '../../ui/link.tsx'
import { NotOpen } from './open-header.tsx'
import { useClosing } from './terminals/close-terminal.tsx'
import { Continue } from './terminals/continue.tsx'
import { Reply } from './terminals/reply.tsx'
import { TerminalPane } from './terminals/terminal-pane.tsx'
import { placePath } from './terminals/use-act.ts'
import { Transcript } from './transcript/transcript.tsx'
import { answerBy, firstView, hasScreen, terminalOf, VIEWS, type View } from './views.ts'

export function AgentViews(props: {
	editorKey: string
	agentId: string
	/** Another value after the relay has reconnected. */
	connectedAt: number
	back: string | null
	/** The folder's agents; null if they cannot be read, or not yet. */
	list: AgentList | null
	reading: boolean
}) {
	const { editorKey, agentId, connectedAt, back, list } = props
	const { projectId = '' } = useParams()
	const [query, setQuery] = useAddressQuery()
	const card = list?.cards.find((one) => one.agentId === agentId)
	const terminal = terminalOf(agentId, list)
	/** Kept: a terminal must not be taken away from a person who begins to type in it. */
	const [first, setFirst] = useState<View | null>(null)
	if (first === null && card) setFirst(firstView(card, terminal))
	const chosen = VIEWS.find(({ value }) => value === query.get('view'))?.value ?? first
	const show = (view: View) => setQuery({ view }, { replace: true })

	const closing = useClosing(
		editorKey,
		terminal?.protocol === undefined ? undefined : terminal,
		() => undefined,
		card?.continues === true,
	)
	if (chosen === 'terminal' && !card && !terminal) {
		if (props.reading || list) {
			return (
				<NotOpen back={back}>
					{props.reading ? (
						<Skeleton rows={6} className="w-full p-4" />
					) : (
						<Empty title="The agent is starting">Its terminal opens here.</Empty>
					)}
				</NotOpen>
			)
		}
	}
	const choice =
		terminal && hasScreen(terminal) ? (
			<Choices
				label="View"
				name="agent-view"
				value={chosen ?? 'transcript'}
				choices={VIEWS}
				onChoose={show}
			/>
		) : (
			closing?.button
		)
	const opened = { editorKey, back, choice }
	return (
		<div className="flex min-h-0 min-w-0 flex-1 flex-col">
			{terminal && hasScreen(terminal) && chosen === 'terminal' ? (
				<TerminalPane
					{...opened}
					terminal={terminal}
					connectedAt={connectedAt}
					onClosed={() => show('transcript')}
				/>
			) : (
				<Transcript
					{...opened}
					agentId={agentId}
					card={card}
					reading={props.reading}
					connectedAt={connectedAt}
				/>
			)}
			{closing?.rest}
			{list && card && (
				<Below
					card={card}
					list={list}
					editorKey={editorKey}
					inTerminal={hasScreen(terminal) && chosen === 'terminal'}
					terminalPath={`${placePath(projectId, editorKey, agentId)}?view=terminal`}
				/>
			)}
		</div>
	)
}

function Below(props: {
	card: AgentCard
	list: AgentList
	editorKey: string
	inTerminal: boolean
	terminalPath: string
}) {
	const { card, list, editorKey } = props
	const { agentId } = card
	const { projectId = '' } = useParams()
	const { link } = useRoom()
	const terminal = terminalOf(agentId, list)
	const way = answerBy(card, list)
	switch (way) {
		case 'continue':
			return (
				list.terminals && <Continue editorKey={editorKey} card={card} terminals={list.terminals} />
			)
		case 'over':
			return (
				<p className="border-t border-edge px-4 py-3 text-line text-muted">
					{visible(card.program ?? '')} cannot continue a session that has ended.
				</p>
			)
		case 'reply':
			return (
				terminal &&
				!props.inTerminal && (
					<Reply
						connected={link === 'open'}
						editorKey={editorKey}
						terminal={terminal}
						card={card}
						terminalPath={props.terminalPath}
					/>
				)
			)
		case 'permission':
			return (
				<p className="border-t border-edge px-4 py-3 text-line text-muted">
					It waits for a permission.{' '}
					<Link
						to={conversationPath(projectId, card.conversationId ?? '')}
						className="rounded-sm underline underline-offset-3 max-md:inline-flex max-md:min-h-11 max-md:items-center"
					>
						Answer
					</Link>
				</p>
			)
		case 'elsewhere':
			return (
				<p className="border-t border-edge px-4 py-3 text-line text-muted">
					It was started in a terminal of its own: answer it there.
				</p>
			)
		case null:
			return null
		default:
			return way satisfies never
	}
}
