/** Takes the conversation on screen along: as a file, or as a copy in a project of one's own. */
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { meQuery } from '../../data/api/queries.ts'
import { exportPath } from '../../data/shared-visit.ts'
import { Link } from '../../ui/link.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { CopyForm } from './copy-form.tsx'

const FORMATS = [
	{ format: 'html', name: 'Replay', what: 'One HTML file that plays the steps, with pictures' },
	{ format: 'markdown', name: 'Markdown', what: 'The words, and a line for each call' },
	{ format: 'json', name: 'JSON', what: 'Messages, calls and pictures, for programs' },
] as const

export default function TakeOutDialog(props: { conversationId: string; onClose: () => void }) {
	const { conversationId, onClose } = props
	const { pathname } = useLocation()
	const me = useQuery(meQuery)
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Download or copy"
			description="The conversation as it is shown: without costs, folders of the machine, or contents of files that were only read."
		>
			<h3 className="mt-4 mb-1 text-line font-medium">Download</h3>
			<ul>
				{FORMATS.map(({ format, name, what }) => (
					<li key={format} className="border-t border-edge first:border-0">
						<a
							href={exportPath(conversationId, format)}
							download
							className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-md px-2 py-1.5 hover:bg-hover"
						>
							<span className="w-24 shrink-0 underline">{name}</span>
							<span className="min-w-0 flex-1 text-line text-muted">{what}</span>
						</a>
					</li>
				))}
			</ul>
			<h3 className="mt-6 mb-1 text-line font-medium">Copy into a project of yours</h3>
			{me.data && <CopyForm conversationId={conversationId} />}
			{me.error && (
				<p className="text-line text-muted">
					<Link to={`/sign-in?to=${encodeURIComponent(pathname)}`} className="underline">
						Sign in
					</Link>{' '}
					to continue this conversation in a project of yours.
				</p>
			)}
		</Dialog>
	)
}
