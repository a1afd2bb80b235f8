/** `/p/:projectId/agents`: the coding agents on the project's computers, and one of them or of their terminals. */
import { Bell, BellOff } from 'lucide-react'
import { useParams } from 'react-router'
import { agentsPath } from '../../../data/address.ts'
import { chooseAgentSound, useAgentSound } from '../../../data/person/notify-choice.ts'
import { useMayEdit } from '../../../data/person/use-role.ts'
import { useTitle } from '../../../data/title.ts'
import { chatPath } from '../../../data/way-back.ts'
import { AgentsList } from '../../../features/agents/agents-list.tsx'
import { useGathered } from '../../../features/agents/gathered.ts'
import { OpenAgent } from '../../../features/agents/open-agent.tsx'
import { OpenedElsewhere } from '../../../features/agents/opened.tsx'
import { play } from '../../../features/agents/waiting/chime.ts'
import { useNoticeClosed } from '../../../features/agents/waiting/notice-closed.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useLayout } from '../../../ui/layout.ts'
import { Link } from '../../../ui/link.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'

const Office = lazyPart(() => import('../../../features/agents/office/office.tsx'), {
	what: 'The office',
	className: 'm-4',
})

export default function AgentsRoute() {
	const { projectId = '', editorKey, agentId } = useParams()
	const narrow = useLayout() === 'narrow'
	const open = editorKey === undefined || agentId === undefined ? null : { editorKey, agentId }
	const gathered = useGathered()
	const mayEdit = useMayEdit()
	useTitle('Agents')
	useNoticeClosed(projectId)
	return (
		<OpenedElsewhere open={open}>
			<main className="flex min-h-0 flex-1">
				{(!narrow || open === null || !mayEdit) && (
					<div
						className={cx(
							'flex flex-col',
							narrow || !mayEdit ? 'w-full' : 'w-90 shrink-0 border-r border-edge',
						)}
					>
						<div className="flex items-center gap-1 border-b border-edge py-1 pr-2 pl-4">
							<h1 className="min-w-0 flex-1 font-semibold">Agents</h1>
							{mayEdit && <SoundButton />}
							<HeadLink to="/agents">Of all projects</HeadLink>
							<HeadLink to={chatPath(projectId)}>Back to the chat</HeadLink>
						</div>
						<div className="min-h-0 flex-1 overflow-y-auto pb-4">
							<AgentsList projectId={projectId} open={open} gathered={gathered} />
						</div>
					</div>
				)}
				{open && mayEdit ? (
					<OpenAgent
						key={`${open.editorKey} ${open.agentId}`}
						{...open}
						back={narrow ? agentsPath(projectId) : null}
					/>
				) : (
					!narrow && mayEdit && <Office projectId={projectId} gathered={gathered} />
				)}
			</main>
		</OpenedElsewhere>
	)
}

const HeadLink = ({ to, children }: { to: string; children: string }) => (
	<Link
		to={to}
		className="flex items-center rounded-md px-2 py-1.5 text-line text-muted hover:bg-hover hover:text-text max-md:min-h-11"
	>
		{children}
	</Link>
)

function SoundButton() {
	const on = useAgentSound()
	return (
		<IconButton
			label="Sound when an agent waits"
			aria-pressed={on}
			onClick={() => {
				chooseAgentSound(!on)
				// Heard once, it is known what to listen for; and the browser allows it from here on.
				if (!on) play()
			}}
		>
			{on ? <Bell /> : <BellOff />}
		</IconButton>
	)
}
