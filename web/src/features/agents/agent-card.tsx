/** One agent: what it does, since when, its last tools, and what it has used. Its title leads to the transcript. */
import type { AgentCard as Card } from '@fairlead/protocol/agents/agents'
import { visible } from '@fairlead/protocol/view/visible'
import { MessageCircleQuestionMark, ShieldQuestion } from 'lucide-react'
import { useId } from 'react'
import { conversationPath } from '../../data/address.ts'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'
import type { Branch } from './list.ts'
import { OpenedBy } from './opened.tsx'
import { factsOf, KNOTS, shownTools, statusWords } from './words.ts'
import '../../parts/run-line/run-line.css'

export function AgentBranch(props: {
	branch: Branch
	projectId: string
	editorKey: string
	pathOf: (agentId: string) => string
	/** The agent with the transcript beside the cards. */
	openId: string | null
}) {
	const { branch, projectId, editorKey, pathOf, openId } = props
	return (
		<li className="border-t border-edge first:border-t-0">
			<AgentCard
				card={branch.card}
				projectId={projectId}
				editorKey={editorKey}
				to={pathOf(branch.card.agentId)}
				isOpen={branch.card.agentId === openId}
			/>
			{branch.children.length > 0 && (
				<ul aria-label={`Agents of ${branch.card.title}`} className="border-t border-edge pl-4">
					{branch.children.map((child) => (
						<AgentBranch {...props} key={child.card.agentId} branch={child} />
					))}
				</ul>
			)}
		</li>
	)
}

function AgentCard(props: {
	card: Card
	projectId: string
	editorKey: string
	to: string
	isOpen: boolean
}) {
	const { card, to, isOpen } = props
	const { title } = card
	const id = useId()
	const tools = shownTools(card)
	return (
		<article aria-labelledby={id} className={cx('relative px-4 py-2.5', isOpen && 'bg-raised')}>
			<div className="mb-1.5 flex items-baseline gap-2">
				<h3 id={id} className="min-w-0 flex-1 truncate text-body font-medium">
					<Link
						to={to}
						aria-current={isOpen ? 'true' : undefined}
						className="rounded-sm underline decoration-transparent underline-offset-3 after:absolute after:inset-0 hover:decoration-current"
						title={visible(title)}
					>
						{visible(title) || 'Untitled session'}
					</Link>
				</h3>
				<RelativeTime at={card.since} className="tabular shrink-0 text-cap text-faint" />
			</div>
			{tools.length > 0 && (
				<ol aria-label="Recent tools">
					{tools.map((tool) => (
						<li key={tool.toolId} className="run-step pb-1" data-state={tool.state}>
							<span aria-hidden className="run-knot" />
							<p className={cx('truncate text-line', tool.state !== 'running' && 'text-muted')}>
								{visible(tool.text)}
								{tool.state === 'failed' && <span className="text-danger"> failed</span>}
							</p>
						</li>
					))}
				</ol>
			)}
			<StatusLine card={card} projectId={props.projectId} />
			<p className="tabular mt-1 text-cap text-faint wrap-anywhere">{factsOf(card).join(' · ')}</p>
			<OpenedBy editorKey={props.editorKey} agentId={card.agentId} />
		</article>
	)
}

function StatusLine({ card, projectId }: { card: Card; projectId: string }) {
	const { status, conversationId } = card
	const answerPath =
		conversationId === undefined ? null : conversationPath(projectId, conversationId)
	const asks = status.kind === 'waiting_permission'
	const waits = asks || status.kind === 'waiting_input'
	const Icon = asks ? ShieldQuestion : MessageCircleQuestionMark
	return (
		<div className="run-step" data-state={KNOTS[status.kind]} data-last>
			<span aria-hidden className="run-knot" />
			<p
				className={cx(
					'text-line wrap-anywhere',
					waits ? 'font-medium text-text' : status.kind === 'working' ? '' : 'text-muted',
				)}
			>
				{waits && <Icon aria-hidden className="mr-1 inline size-3.5 align-[-2px] text-warn" />}
				{statusWords(status)}
				{answerPath !== null && (
					<>
						{' '}
						<Link
							to={answerPath}
							className="relative rounded-sm underline underline-offset-3 max-md:inline-flex max-md:min-h-11 max-md:items-center"
						>
							Answer
						</Link>
					</>
				)}
			</p>
		</div>
	)
}
