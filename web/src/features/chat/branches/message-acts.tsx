/** Acts on a message: send it again, have it answered again, begin a branch at it; and the branches there are. */
import { GitBranch, PenLine, RefreshCw } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { Action } from '../../../actions/registry.ts'
import { useActions } from '../../../actions/use-actions.ts'
import { toastError } from '../../../data/api/toast-error.ts'
import { useMayEdit } from '../../../data/person/use-role.ts'
import type { ChatMessage } from '../../../run/messages/messages.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { addedDuring, changedAfter, questionOf } from './after.ts'
import { BranchForm, readDraft, shownDraft } from './branch-form.tsx'
import { type BranchPlace, useBranch, useBranchPlace } from './branches.ts'
import { BranchesHere } from './branches-here.tsx'
import { openForm, useIsOpen } from './open-form.ts'

export default function MessageActs(props: { message: ChatMessage }) {
	const { message } = props
	const place = useBranchPlace()
	const mayEdit = useMayEdit()
	if (!place || isNote(message)) return null
	const newest = place.messages.findLast(({ role }) => role === message.role) === message
	const { role } = message
	const acts = { place, message, newest }
	return (
		<>
			{mayEdit && (role === 'user' ? <QuestionActs {...acts} /> : <AnswerActs {...acts} />)}
			<BranchesHere conversationId={place.conversationId} messageId={message.id} />
		</>
	)
}

/** Said by the product alone: where a branch begins, or a copy ends. */
const isNote = ({ role, parts, metadata }: ChatMessage): boolean =>
	role === 'assistant' &&
	metadata?.model === undefined &&
	parts.every(({ type }) => type === 'data-notice')

const NONE: readonly Action[] = []

interface ActsProps {
	readonly place: BranchPlace
	readonly message: ChatMessage
	/** Also in the palette. */
	readonly newest: boolean
}

/** The form of a message, and the button that gets the focus back from it. */
function useForm(messageId: string): readonly [boolean, RefObject<HTMLButtonElement | null>] {
	const open = useIsOpen(messageId)
	const trigger = useRef<HTMLButtonElement>(null)
	const was = useRef(false)
	useEffect(() => {
		if (was.current && !open) trigger.current?.focus()
		was.current = open
	}, [open])
	// A message that is no longer on screen leaves none open.
	useEffect(
		() => () => {
			if (was.current) openForm(null)
		},
		[],
	)
	return [open, trigger]
}

function QuestionActs({ place, message, newest }: ActsProps): ReactNode {
	const { id } = message
	const [open, trigger] = useForm(id)
	useActions(
		useMemo(
			() =>
				newest
					? [
							{
								id: 'question.edit',
								title: 'Edit the last message in a branch',
								icon: PenLine,
								run: () => openForm(id),
							},
						]
					: NONE,
			[newest, id],
		),
	)
	return (
		<>
			<IconButton
				ref={trigger}
				label="Edit in a branch"
				aria-expanded={open}
				onClick={() => openForm(open ? null : id)}
				// On a touch screen it is always there.
				className="opacity-0 transition-opacity focus-visible:opacity-100 group-hover/question:opacity-100 max-lg:opacity-100"
			>
				<PenLine />
			</IconButton>
			{open && (
				<BranchForm
					{...{ place, question: message, editing: true }}
					onClose={() => openForm(null)}
				/>
			)}
		</>
	)
}

function AnswerActs({ place, message, newest }: ActsProps): ReactNode {
	const { id } = message
	const [open, trigger] = useForm(id)
	const question = questionOf(place.messages, id)
	const again = useBranch(place.conversationId, question?.id ?? '')
	const here = useBranch(place.conversationId, id)
	const error = again.error ?? here.error
	useEffect(() => {
		if (error) toastError(error)
	}, [error])
	const { begin: beginAgain } = again
	const { begin: beginHere } = here
	const asks =
		question !== undefined &&
		(changedAfter(place.messages, question.id).length > 0 ||
			addedDuring(place.messages, question.id) > 0)
	const regenerate = useMemo(() => {
		// The call of a client is no question that could be asked again.
		if (!question || question.parts.some(({ type }) => type === 'data-client-call')) return null
		// At once, unless something was changed that the branch would not set back.
		return asks ? () => openForm(id) : () => void beginAgain(() => readDraft(shownDraft(question)))
	}, [question, asks, id, beginAgain])
	const branch = useMemo(() => () => void beginHere(() => Promise.resolve(null)), [beginHere])
	useActions(
		useMemo(
			() =>
				newest
					? [
							{
								id: 'answer.branch',
								title: 'Branch from the last answer',
								icon: GitBranch,
								run: branch,
							},
							...(regenerate
								? [
										{
											id: 'answer.regenerate',
											title: 'Regenerate the last answer',
											icon: RefreshCw,
											run: regenerate,
										},
									]
								: []),
						]
					: NONE,
			[newest, branch, regenerate],
		),
	)
	return (
		<>
			{regenerate && (
				<IconButton
					ref={trigger}
					label="Regenerate answer"
					disabled={again.pending}
					{...(asks ? { 'aria-expanded': open } : {})}
					onClick={open ? () => openForm(null) : regenerate}
					className="-ml-2"
				>
					<RefreshCw />
				</IconButton>
			)}
			<IconButton
				label="Branch from here"
				disabled={here.pending}
				onClick={branch}
				className="-ml-2"
			>
				<GitBranch />
			</IconButton>
			{open && question && (
				<BranchForm {...{ place, question, editing: false }} onClose={() => openForm(null)} />
			)}
		</>
	)
}
