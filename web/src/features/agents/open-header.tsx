/** Above an opened agent or terminal: its name, what is known of it, and what can be done with it. */
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'

export function OpenHeader(props: {
	title: string
	facts: readonly string[]
	/** The cards, where they are not beside it. */
	back: string | null
	children?: ReactNode
}) {
	const { title, facts, back } = props
	return (
		<div className="flex flex-wrap items-center gap-2 border-b border-edge px-4 py-2">
			<div className="flex min-w-36 flex-1 items-center gap-2">
				{back !== null && (
					<Link to={back} aria-label="All agents" className={iconButtonClass('-ml-2')}>
						<ArrowLeft />
					</Link>
				)}
				<div className="min-w-0 flex-1">
					<h2 className="truncate font-medium" title={title}>
						{title}
					</h2>
					{facts.length > 0 && (
						<p className="tabular truncate text-cap text-muted">{facts.join(' · ')}</p>
					)}
				</div>
			</div>
			{props.children}
		</div>
	)
}
