/** The agents of one linked folder, or the one next thing to do to see them. */
import type { AgentCard, AgentList } from '@fairlead/protocol/agents/agents'
import { useEffect, useState } from 'react'
import { agentsPath } from '../../data/address.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note, Skeleton } from '../../ui/feedback.tsx'
import { Reveal } from '../../ui/reveal.tsx'
import { AgentBranch } from './agent-card.tsx'
import type { AgentFolder } from './folders/known-folders.ts'
import type { Gathered } from './gathered.ts'
import { arranged } from './list.ts'
import { Start } from './terminals/start.tsx'
import { TerminalLines, withoutCard } from './terminals/terminal-lines.tsx'
import { useAgents } from './use-agents.ts'

const NO_CARDS: readonly AgentCard[] = []

export function FolderAgents(props: {
	projectId: string
	folder: AgentFolder
	/** The agent, or the terminal, that is shown beside the cards. */
	openId: string | null
	gather: Gathered['gather']
}) {
	const { projectId, folder, openId, gather } = props
	const { seat, computer, isConnected } = folder
	const { editorKey } = seat
	const agents = useAgents(folder)
	const told = agents.kind === 'read' ? agents.list.cards : NO_CARDS
	// Nothing is known of the agents of a computer that is away.
	const cards = isConnected ? told : NO_CARDS
	useEffect(() => {
		gather(editorKey, cards)
		return () => gather(editorKey, NO_CARDS)
	}, [gather, editorKey, cards])
	const path = `${agentsPath(projectId)}/${encodeURIComponent(seat.editorKey)}`
	return (
		<section
			aria-label={`${seat.name} on ${computer}`}
			className="border-b border-edge last:border-b-0"
		>
			<h2
				className="flex min-w-0 items-baseline gap-2 px-4 pt-3 pb-1.5 text-line"
				title={seat.projectPath}
			>
				<span className="min-w-0 truncate font-semibold">{seat.name}</span>
				<span className="min-w-0 truncate text-cap text-muted">{computer}</span>
			</h2>
			{isConnected ? (
				<OfRelay
					projectId={projectId}
					agents={agents}
					folder={folder}
					path={path}
					openId={openId}
				/>
			) : (
				<p className="px-4 pb-3 text-line text-muted text-pretty">
					{computer} is not connected. Its agents appear here when its relay is back.
				</p>
			)}
		</section>
	)
}

function OfRelay(props: {
	projectId: string
	agents: ReturnType<typeof useAgents>
	folder: AgentFolder
	path: string
	openId: string | null
}) {
	const { agents, folder, path, openId } = props
	switch (agents.kind) {
		case 'reading':
			return <Skeleton rows={3} className="px-4 py-2" />
		case 'failed':
			return (
				<Note level="warning" title="The agents cannot be shown" className="mx-4 mb-3">
					{agents.message}
				</Note>
			)
		case 'read':
			return agents.list.shown ? (
				<Shown
					projectId={props.projectId}
					folder={folder}
					list={agents.list}
					pathOf={(id) => `${path}/${id}`}
					openId={openId}
				/>
			) : (
				<NotShown path={folder.seat.projectPath} computer={folder.computer} />
			)
		default:
			return agents satisfies never
	}
}

function Shown(props: {
	projectId: string
	folder: AgentFolder
	list: AgentList
	/** The id of an agent, or of a terminal. */
	pathOf: (id: string) => string
	openId: string | null
}) {
	const { list, pathOf, openId } = props
	const { seat, computer } = props.folder
	const { editorKey, name, projectPath } = seat
	const { cards, terminals } = list
	return (
		<>
			{terminals && (
				<Start editorKey={editorKey} folderName={name} computer={computer} terminals={terminals} />
			)}
			<Cards
				projectId={props.projectId}
				list={cards}
				editorKey={editorKey}
				pathOf={pathOf}
				openId={openId}
			/>
			{terminals ? (
				<TerminalLines
					list={withoutCard(terminals.list, cards)}
					editorKey={editorKey}
					pathOf={pathOf}
					openId={openId}
				/>
			) : (
				<div className="border-t border-edge px-4 py-2 text-cap text-muted text-pretty">
					<p>To start agents from this page, run this on {computer}:</p>
					<Command text={`${allowing(projectPath)} --terminals`} />
				</div>
			)}
		</>
	)
}

function Cards(props: {
	projectId: string
	list: Parameters<typeof arranged>[0]
	editorKey: string
	pathOf: (agentId: string) => string
	openId: string | null
}) {
	const { open, ended } = arranged(props.list)
	const [showsEnded, setShowsEnded] = useState(false)
	if (props.list.length === 0) {
		return (
			<p className="px-4 pb-3 text-line text-muted text-pretty">
				No agents. Start <code>claude</code> in a terminal in this folder: its session appears here
				by itself.
			</p>
		)
	}
	const { projectId, editorKey, pathOf, openId } = props
	const at = { projectId, editorKey, pathOf, openId }
	return (
		<>
			{open.length === 0 && (
				<p className="px-4 pb-2 text-line text-muted">No agent is at work in this folder.</p>
			)}
			<ul aria-label="Agents">
				{open.map((branch) => (
					<AgentBranch {...at} key={branch.card.agentId} branch={branch} />
				))}
			</ul>
			{ended.length > 0 && (
				<div className="border-t border-edge px-4 py-2">
					<Reveal
						open={showsEnded}
						onToggle={() => setShowsEnded(!showsEnded)}
						show={`Show ${ended.length} ended`}
						hide="Hide ended"
					/>
				</div>
			)}
			{showsEnded && (
				<ul aria-label="Ended agents">
					{ended.map((branch) => (
						<AgentBranch {...at} key={branch.card.agentId} branch={branch} />
					))}
				</ul>
			)}
		</>
	)
}

/** The page cannot switch it on: that is said on the computer, by who owns the terminals. */
export function NotShown({ path, computer }: { path: string; computer: string }) {
	return (
		<div className="px-4 pb-3 text-line text-muted text-pretty">
			<p>
				Agents in this folder are not shown. To let editors and owners of this project see them,
				with their transcripts, run this on {computer}, in the folder of Fairlead:
			</p>
			<Command text={allowing(path)} />
		</div>
	)
}

const allowing = (path: string): string => `npm run fairlead -- agents on ${JSON.stringify(path)}`

const Command = ({ text }: { text: string }) => (
	<div className="mt-2 flex items-start gap-1 rounded-md border border-edge bg-raised py-1 pr-1 pl-3">
		<code className="min-w-0 flex-1 py-1.5 font-mono text-cap wrap-anywhere">{text}</code>
		<CopyButton text={() => text} label="Copy the command" />
	</div>
)
