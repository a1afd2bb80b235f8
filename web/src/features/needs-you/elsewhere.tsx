/** Above a project's conversations: those of other projects that wait for this person. */
import { CircleHelp } from 'lucide-react'
import { conversationPath } from '../../data/address.ts'
import { useNeedsYou } from '../../data/conversations/needs-you.ts'
import { Link } from '../../ui/link.tsx'

/** The rest is a page away, on the list of projects. */
const MAX_SHOWN = 5

export default function Elsewhere(props: { projectId: string }) {
	const needs = useNeedsYou()
	const list = needs?.conversations.filter((one) => one.projectId !== props.projectId) ?? []
	if (list.length === 0) return null
	return (
		<section aria-labelledby="needs-you-elsewhere" className="border-b border-edge px-2 py-2">
			<h2
				id="needs-you-elsewhere"
				className="flex items-center gap-1.5 px-2.5 py-1 text-cap font-medium text-warn"
			>
				<CircleHelp aria-hidden className="size-3.5" /> Needs you in other projects
			</h2>
			<ul>
				{list.slice(0, MAX_SHOWN).map((one) => (
					<li key={one.conversationId}>
						<Link
							to={conversationPath(one.projectId, one.conversationId)}
							className="focus-inset block rounded-md px-2.5 py-1.5 hover:bg-hover max-md:py-2.5"
						>
							<span className="block truncate text-line" title={one.title}>
								{one.title}
							</span>
							<span className="block truncate text-cap text-faint">{one.projectName}</span>
						</Link>
					</li>
				))}
			</ul>
			{list.length > MAX_SHOWN && (
				<Link to="/" className="block rounded-md px-2.5 py-1.5 text-cap text-muted hover:bg-hover">
					{list.length - MAX_SHOWN} more
				</Link>
			)}
		</section>
	)
}
