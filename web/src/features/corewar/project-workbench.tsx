/** The workbench beside a conversation: the agent reads the open warrior with each message, and its own can be opened here. */
import { callsOf } from '@fairlead/protocol/view/call-view'
import { FilePlus2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import type { ChatMessage } from '../../run/messages/messages.ts'
import { useShownMessages } from '../../run/messages/shown-messages.ts'
import { offerOpenText } from '../../run/sending/open-text.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Choices } from '../../ui/form/choices.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { useKept } from './use-kept.ts'
import { addWarrior, useOwnWarriors } from './warriors/use-warriors.ts'
import { nameOf } from './warriors/warrior-name.ts'
import { PANE_LABELS, type PaneName, Workbench } from './workbench.tsx'

const EvolutionPane = lazyPart(() => import('./evolution/evolution-pane.tsx'), {
	what: 'The evolutions',
	className: 'm-3',
})

/** Evolutions belong to a project, so the workbench without one has none. */
type ProjectPane = PaneName | 'evolution'
const LABELS = { ...PANE_LABELS, evolution: 'Evolution' } as const
const PANES = ['editor', 'battle', 'replay', 'evolution'] as const

export default function ProjectWorkbench() {
	const { projectId = '' } = useParams()
	const [pane, setPane] = useKept<ProjectPane>('pane', 'editor')
	const [opened, setOpened] = useState<string | null>(null)
	const own = useOwnWarriors().warriors
	const open = own.find(({ id }) => id === opened) ?? own[0]
	const written = useShownMessages(writtenByAgent)
	const source = open?.source
	useEffect(() => {
		offerOpenText(source === undefined ? null : { name: nameOf(source), text: source })
	}, [source])
	const take = (redcode: string) => {
		// The editor says why one was not added.
		setPane('editor')
		const id = own.find((one) => one.source === redcode)?.id ?? addWarrior(redcode)
		if (id !== null) setOpened(id)
	}
	return (
		<Workbench edited={opened} onEdit={setOpened} onReplay={() => setPane('replay')}>
			{(panes) => (
				<>
					<div className="flex flex-wrap items-center gap-2 border-b border-edge px-3 py-1.5">
						<Choices
							label="Pane"
							name="pane"
							value={pane}
							choices={PANES.map((value) => ({ value, label: LABELS[value] }))}
							onChoose={setPane}
						/>
						{written !== null && !own.some((one) => one.source === written) && (
							<Button look="quiet" className="text-line !px-2" onClick={() => take(written)}>
								<FilePlus2 /> Open {nameOf(written)}
							</Button>
						)}
					</div>
					{/* Its undo and its place live in it. */}
					<div className={pane === 'editor' ? 'flex min-h-0 min-w-0 flex-1' : 'hidden'}>
						{panes.editor}
					</div>
					{pane === 'evolution' ? (
						<EvolutionPane
							until={<Skeleton rows={6} className="p-4" />}
							projectId={projectId}
							onTake={take}
						/>
					) : (
						pane !== 'editor' && panes[pane]
					)}
				</>
			)}
		</Workbench>
	)
}

/** The last source that the agent wrote; null: none is on screen. */
function writtenByAgent(messages: readonly ChatMessage[]): string | null {
	for (const message of messages.toReversed()) {
		if (message.role !== 'assistant') continue
		for (const { input } of callsOf(message).toReversed()) {
			const { redcode } = input
			if (typeof redcode === 'string') return redcode
		}
	}
	return null
}
