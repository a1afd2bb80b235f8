/** Above an opened agent or terminal: its name, where it is, what is known of it, and what can be done with it. */
import { visible } from '@fairlead/protocol/view/visible'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { useKnownFolders } from './use-agents.ts'

export function OpenHeader(props: {
	title: string
	/** The seat in whose folder it is. */
	editorKey: string
	facts: readonly string[]
	/** The cards, where they are not beside it. */
	back: string | null
	children?: ReactNode
}) {
	const { title, editorKey, facts, back } = props
	const folder = useKnownFolders()?.find(({ seat }) => seat.editorKey === editorKey)
	const place = folder && visible(`${folder.seat.name} on ${folder.computer}`)
	return (
		<div className="flex flex-wrap items-center gap-2 border-b border-edge px-4 py-2">
			<div className="flex min-w-36 flex-1 items-center gap-2">
				{back !== null && <WayBack to={back} />}
				<div className="min-w-0 flex-1">
					<h2 className="truncate font-medium" title={title}>
						{title}
					</h2>
					{place && (
						<p className="truncate text-cap text-muted" title={place}>
							{place}
						</p>
					)}
					{facts.length > 0 && (
						<p className="tabular truncate text-cap text-muted">{facts.join(' · ')}</p>
					)}
				</div>
			</div>
			{props.children}
		</div>
	)
}

/** In the place of an agent or a terminal that is not there, with the way back. */
export function NotOpen(props: {
	/** The cards, where they are not beside it. */
	back: string | null
	children: ReactNode
}) {
	return (
		<div className="flex min-w-0 flex-1 flex-col">
			{props.back !== null && (
				<div className="border-b border-edge px-4 py-2">
					<WayBack to={props.back} />
				</div>
			)}
			<div className="flex flex-1 items-center justify-center">{props.children}</div>
		</div>
	)
}

const WayBack = (props: { to: string }) => (
	<Link to={props.to} aria-label="All agents" className={iconButtonClass('-ml-2')}>
		<ArrowLeft />
	</Link>
)
