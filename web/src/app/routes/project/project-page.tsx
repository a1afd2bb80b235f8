/** The frame of a project's pages beside its conversations: the way back, the heading, the content. */
import type { ReactNode } from 'react'
import { chatPath } from '../../../data/way-back.ts'
import { cx } from '../../../ui/cx.ts'
import { Link } from '../../../ui/link.tsx'

export function ProjectPage(props: {
	projectId: string
	/** Undefined while it is read. */
	name: string | undefined
	/** The page above this one, below the project. */
	parent?: { to: string; title: string }
	title: string
	/** Shown beside the heading. */
	action?: ReactNode
	children: ReactNode
}) {
	const { parent, action } = props
	return (
		<main className="relative mx-auto w-full max-w-3xl flex-1 px-4 pt-8 pb-16">
			<p className="flex min-w-0 gap-1.5 text-line text-muted">
				<Link
					to={chatPath(props.projectId)}
					className="min-w-0 truncate rounded-sm underline-offset-2 hover:underline"
				>
					{props.name ?? 'Project'}
				</Link>
				{parent && (
					<>
						<span aria-hidden>/</span>
						<Link to={parent.to} className="shrink-0 rounded-sm underline-offset-2 hover:underline">
							{parent.title}
						</Link>
					</>
				)}
			</p>
			<div
				className={cx(
					'flex flex-wrap items-center gap-x-4 gap-y-2',
					// The button comes with the data, and must not change the height then.
					action !== undefined && 'min-h-8 max-md:min-h-11',
				)}
			>
				<h1 className="flex-1 text-title font-semibold tracking-tight wrap-anywhere">
					{props.title}
				</h1>
				{action}
			</div>
			{props.children}
		</main>
	)
}
