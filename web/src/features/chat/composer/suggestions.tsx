import { Plug } from 'lucide-react'
import { use } from 'react'
import { actions } from '../../../actions/registry.ts'
import { useRoom } from '../../../data/room/room-context.tsx'
import { SharedVisit } from '../../../data/shared-visit.ts'
import { useWelcome } from '../../../run/packs.ts'
import { Button } from '../../../ui/button.tsx'
import { Mark } from '../../../ui/mark.tsx'

/**
 * Without an editor there is one thing to do first; suggestions would all wait. Visitors are not told: most do
 * not see whether there is one, and none can connect it.
 */
export default function Suggestions(props: { onChoose: (text: string) => void }) {
	const { state } = useRoom()
	const visits = use(SharedVisit) !== null
	const { title, how, inFolder, suggestions } = useWelcome()
	if (inFolder && !visits && state?.editors.length === 0) return <NoEditor />
	return (
		<div className="mx-auto flex w-full max-w-md flex-col items-center py-10">
			<Mark className="size-9" />
			<h1 className="mt-4 text-title font-semibold tracking-tight">{title}</h1>
			<p className="mt-1 text-center text-muted text-balance">{how}</p>
			<ul className="mt-6 w-full divide-y divide-edge overflow-hidden rounded-lg border border-edge bg-surface">
				{suggestions.map((suggestion) => (
					<li key={suggestion}>
						<button
							type="button"
							onClick={() => props.onChoose(suggestion)}
							className="focus-inset w-full px-4 py-2.5 text-left hover:bg-hover max-md:min-h-11"
						>
							{suggestion}
						</button>
					</li>
				))}
			</ul>
		</div>
	)
}

function NoEditor() {
	return (
		<div className="mx-auto flex w-full max-w-md flex-col items-center py-10">
			<Mark className="size-9" />
			<h1 className="mt-4 text-title font-semibold tracking-tight">
				Connect Unity or a folder first
			</h1>
			<p className="mt-1 text-center text-muted text-balance">
				This project has neither yet. Your requests wait until one connects.
			</p>
			<Button look="primary" className="mt-5" onClick={() => actions.run('editor.connect')}>
				<Plug /> Connect Unity
			</Button>
		</div>
	)
}
