/** The dialog that is open in Unity: what it says, and its buttons for people who may press them. */

import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import type { OutsideDialog } from '@fairlead/protocol/editors/outside'
import { useMutation } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { use, useEffect } from 'react'
import { useParams } from 'react-router'
import { actions } from '../../actions/registry.ts'
import { answerDialog, dialogPicture } from '../../data/api/dialogs.ts'
import { toastError } from '../../data/api/toast-error.ts'
import { useMayAnswer } from '../../data/person/use-role.ts'
import { useRoom } from '../../data/room/room-context.tsx'
import { targetSeat } from '../../data/room/target-seat.ts'
import { SharedVisit } from '../../data/shared-visit.ts'
import { EditorTurns } from '../../run/editor-turns.tsx'
import { Button } from '../../ui/button.tsx'
import { toasts } from '../../ui/overlays/toasts.ts'
import { showsDialog } from './phase.tsx'

export function DialogAnswer({ seat }: { seat: EditorSeat }) {
	const visits = use(SharedVisit) !== null
	const dialog = seat.outside?.dialog
	if (visits || !showsDialog(seat)) return null
	if (!dialog)
		return (
			<p className="text-line text-muted wrap-anywhere">
				{seat.phaseDetail && `“${seat.phaseDetail}”. `}
				Answer it on the computer with Unity. “fairlead dialogs on” there lets you see and answer
				dialogs from here.
			</p>
		)
	return (
		<section aria-label="Dialog in Unity" className="text-line">
			<p className="font-medium wrap-anywhere">{dialog.title}</p>
			{dialog.text !== undefined && (
				<p className="whitespace-pre-wrap text-muted wrap-anywhere">{dialog.text}</p>
			)}
			{dialog.picture && (
				<Picture key={`picture ${dialog.id}`} editorKey={seat.editorKey} dialog={dialog} />
			)}
			<Answers key={dialog.id} editorKey={seat.editorKey} dialog={dialog} />
		</section>
	)
}

/** The window as it looks, taken when somebody asks for it. */
function Picture({ editorKey, dialog }: { editorKey: string; dialog: OutsideDialog }) {
	const { projectId = '' } = useParams()
	const { link } = useRoom()
	const may = useMayAnswer()
	const take = useMutation({
		mutationFn: () => dialogPicture(projectId, editorKey, dialog.id),
		onError: toastError,
	})
	const { data: url } = take
	useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])
	if (!may) return null
	if (url !== undefined)
		return (
			<img
				src={url}
				alt={`The window “${dialog.title}”`}
				className="mt-2 max-w-full rounded-md border border-edge"
			/>
		)
	return (
		<Button
			look="quiet"
			className="mt-1 -ml-3"
			disabled={link !== 'open' || take.isPending}
			aria-busy={take.isPending}
			onClick={() => take.mutate()}
		>
			Show the window
		</Button>
	)
}

function Answers(props: { editorKey: string; dialog: OutsideDialog }) {
	const { id, title, buttons, answerable } = props.dialog
	const { projectId = '' } = useParams()
	const { link } = useRoom()
	const may = useMayAnswer()
	const press = useMutation({
		mutationFn: (button: string) =>
			answerDialog(projectId, props.editorKey, { dialogId: id, button }),
		onSuccess: ({ pressed, closed }) =>
			toasts.add({
				title: `Pressed “${pressed}” in “${title}”.`,
				...(closed ? {} : { description: 'The dialog is still open.' }),
			}),
		onError: toastError,
	})
	if (!answerable || !may)
		return (
			<p className="mt-1 text-muted">
				{buttons.length > 0 && `Its buttons: ${buttons.join(', ')}. `}
				{answerable
					? 'A person with the role approver can press them here.'
					: 'The relay cannot press its buttons on that computer: answer it there.'}
			</p>
		)
	return (
		<div className="mt-2 flex flex-wrap gap-2">
			{buttons.map((button) => (
				<Button
					key={button}
					disabled={link !== 'open' || press.isPending || press.isSuccess}
					aria-busy={press.isPending && press.variables === button}
					onClick={() => press.mutate(button)}
					className="max-w-full !whitespace-normal wrap-anywhere"
				>
					{button}
				</Button>
			))}
		</div>
	)
}

/** Below "Waiting" in an answer. */
export function EditorWait() {
	const { state } = useRoom()
	const { conversationId } = useParams()
	const visits = use(SharedVisit) !== null
	const seat = targetSeat(state)
	const queue = state?.queues?.find(({ waiting }) => waiting.includes(conversationId ?? ''))
	if (queue) return <EditorTurns queue={queue} />
	if (seat) return <DialogAnswer seat={seat} />
	// A visitor can connect nothing, and may not know which editors there are.
	if (!state || visits) return null
	const choosing = state.editors.length > 0
	return (
		<div>
			<p>
				{choosing
					? 'In the header, choose the one the agent should use. The run then continues.'
					: 'The run continues when one connects.'}
			</p>
			{!choosing && (
				<Button className="mt-2" onClick={() => actions.run('editor.connect')}>
					<Plug /> Connect Unity
				</Button>
			)}
		</div>
	)
}
