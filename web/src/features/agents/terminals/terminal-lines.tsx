/** Lists the terminals of a folder that have no card: shells, and agents that have just begun. */
import type { AgentCard } from '@fairlead/protocol/agents/agents'
import type { Terminal } from '@fairlead/protocol/agents/terminals'
import { useMayManage } from '../../../data/person/use-role.ts'
import { cx } from '../../../ui/cx.ts'
import { Link } from '../../../ui/link.tsx'
import { RelativeTime } from '../../../ui/text/time.tsx'
import { OpenedBy } from '../opened.tsx'
import { terminalFacts, terminalTitle } from './words.ts'

/** Newest first. */
export function withoutCard(
	terminals: readonly Terminal[],
	cards: readonly AgentCard[],
): readonly Terminal[] {
	const known = new Set(cards.map(({ agentId }) => agentId))
	return terminals
		.filter(({ agentId }) => agentId === undefined || !known.has(agentId))
		.sort((a, b) => b.startedAt - a.startedAt)
}

export function TerminalLines(props: {
	list: readonly Terminal[]
	editorKey: string
	pathOf: (terminalId: string) => string
	/** The terminal beside the cards. */
	openId: string | null
}) {
	const mayUseShells = useMayManage()
	if (props.list.length === 0) return null
	return (
		<ul aria-label="Terminals" className="border-t border-edge">
			{props.list.map((terminal) => (
				<Line
					key={terminal.terminalId}
					terminal={terminal}
					editorKey={props.editorKey}
					to={
						mayUseShells || terminal.agentId !== undefined
							? props.pathOf(terminal.terminalId)
							: null
					}
					isOpen={terminal.terminalId === props.openId}
				/>
			))}
		</ul>
	)
}

/** @param props.to null: for this person there is only its name */
function Line(props: {
	terminal: Terminal
	editorKey: string
	to: string | null
	isOpen: boolean
}) {
	const { terminal, to, isOpen } = props
	const title = terminalTitle(terminal)
	return (
		<li
			className={cx(
				'relative border-t border-edge px-4 py-2.5 first:border-t-0',
				isOpen && 'bg-raised',
			)}
		>
			<div className="flex items-baseline gap-2">
				<p className="min-w-0 flex-1 truncate text-body">
					{to === null ? (
						title
					) : (
						<Link
							to={to}
							aria-current={isOpen ? 'true' : undefined}
							className="rounded-sm underline decoration-transparent underline-offset-3 after:absolute after:inset-0 hover:decoration-current"
							title={title}
						>
							{title}
						</Link>
					)}
				</p>
				<RelativeTime at={terminal.startedAt} className="tabular shrink-0 text-cap text-faint" />
			</div>
			<p className="text-cap text-muted wrap-anywhere">{terminalFacts(terminal).join(' · ')}</p>
			<OpenedBy editorKey={props.editorKey} agentId={terminal.terminalId} />
		</li>
	)
}
