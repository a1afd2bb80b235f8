/** The answers to an approval: Approve, Deny, their scope, and a reason. */

import type { ApprovalBody } from '@fairlead/protocol/conversations/approvals'
import type { ApprovalScope } from '@fairlead/protocol/conversations/stream-parts'
import type { CallView } from '@fairlead/protocol/view/call-view'
import { actionOf } from '@fairlead/protocol/wire/safe-read'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { useMayEdit } from '../../data/person/use-role.ts'
import { coveredText } from '../../parts/calls/covered.ts'
import { kindOf } from '../../parts/calls/titles.ts'
import { useAsked, useConversationId, useOnAnswered } from '../../run/conversation.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { useAnswerKeys } from './use-answer-keys.ts'
import type { ReadState } from './whole-box.tsx'

/** As `ApprovalAnswer` takes it. */
const MAX_REASON_CHARS = 1_000

/**
 * @param props.readState Enter does nothing before the end of what is asked was in view
 * @param props.file SHA-256 of the file that is shown: the answer is about this one
 */
export function Answers(props: {
	call: CallView
	approvalId: string
	readState: ReadState
	file: string | undefined
}) {
	const { call, approvalId, readState, file } = props
	const conversationId = useConversationId()
	const [reasonOpen, setReasonOpen] = useState(false)
	const [reason, setReason] = useState('')
	const answer = useMutation({
		mutationFn: (body: ApprovalBody) =>
			apiDone(`/api/conversations/${conversationId}/approvals/${encodeURIComponent(approvalId)}`, {
				method: 'POST',
				body,
			}),
		onSuccess: useOnAnswered(),
	})
	const mayEdit = useMayEdit()
	const settled = answer.isPending || answer.isSuccess
	const seen = file === undefined ? {} : { seen: file }
	const allow = (scope?: ApprovalScope) =>
		answer.mutate({ approved: true, ...seen, ...(scope ? { scope } : {}) })
	const allowWider = () => answer.mutate({ approved: true, ...seen, scope: 'project', wider: true })
	const refuse = (scope?: ApprovalScope) =>
		answer.mutate({
			approved: false,
			...(scope ? { scope } : {}),
			...(reason.trim() === '' ? {} : { reason: reason.trim() }),
		})
	const first = useAsked() === approvalId
	const answers = useRef<HTMLDivElement>(null)
	const keysAnswer = useAnswerKeys(first && !settled && !reasonOpen, answers, (approved) => {
		if (!approved) refuse()
		else if (readState === 'read') allow()
	})
	const closeReason = () => {
		setReasonOpen(false)
		// The focus would be gone with the field, and the keys mean the question again.
		if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
	}
	const covers = call.approval?.covers ?? []
	const wider = call.approval?.wider ?? []
	const covered = covers.length > 0 ? coveredText(covers) : `“${kindOf(call.tool, actionOf(call))}”`
	return (
		<>
			<div ref={answers} className="group mt-3 flex flex-wrap items-center gap-2">
				<Button look="primary" disabled={settled} onClick={() => allow()}>
					Approve
				</Button>
				<Button disabled={settled} onClick={() => refuse()}>
					Deny
				</Button>
				<Menu
					align="start"
					trigger={
						<button
							type="button"
							disabled={settled}
							className={buttonClass('quiet', '!gap-1 !px-2')}
						>
							More answers
							<ChevronDown className="!size-3.5" />
						</button>
					}
				>
					<MenuItem onSelect={() => allow('run')}>
						Approve {covered} for the rest of this run
					</MenuItem>
					{mayEdit && (
						<MenuItem onSelect={() => allow('project')}>
							Always allow {covered} in this project
						</MenuItem>
					)}
					{mayEdit && wider.length > 0 && (
						<MenuItem onSelect={allowWider}>
							<span>
								Always allow {coveredText(wider)} in this project
								{wider.map(({ means }) => (
									<span key={means} className="block text-cap text-muted">
										{means}
									</span>
								))}
							</span>
						</MenuItem>
					)}
					<MenuItem onSelect={() => refuse('run')}>Deny for the rest of this run</MenuItem>
				</Menu>
				{!reasonOpen && (
					// On a phone it stands in a row of its own, its word below the others.
					<Button
						look="quiet"
						className="max-md:-ml-3"
						disabled={settled}
						onClick={() => setReasonOpen(true)}
					>
						Deny with a reason
					</Button>
				)}
				{keysAnswer && (
					// A focused button takes the keys.
					<p className="ml-auto text-cap text-faint group-focus-within:invisible max-md:hidden">
						{readState === 'read' ? (
							<>
								<kbd className="font-sans">Enter</kbd> approves,{' '}
							</>
						) : readState === 'unread' ? (
							'Read to the end before Enter approves; '
						) : (
							'Only the button approves this; '
						)}
						<kbd className="font-sans">Esc</kbd> denies
					</p>
				)}
			</div>
			{reasonOpen && (
				<form
					className="mt-2 flex flex-wrap items-center gap-2"
					onKeyDown={(event) => {
						if (event.key !== 'Escape') return
						event.preventDefault()
						event.stopPropagation()
						closeReason()
					}}
					onSubmit={(event) => {
						event.preventDefault()
						if (!settled) refuse()
					}}
				>
					<TextField
						autoFocus
						aria-label="Why not, or what to do instead"
						placeholder="Why not, or what to do instead. The agent sees this."
						maxLength={MAX_REASON_CHARS}
						value={reason}
						onChange={(event) => setReason(event.target.value)}
					/>
					<Button type="submit" disabled={settled || reason.trim() === ''}>
						Deny with this reason
					</Button>
					<Button look="quiet" onClick={closeReason}>
						Cancel
					</Button>
				</form>
			)}
			{answer.error && <ErrorNote error={answer.error} className="mt-3" />}
		</>
	)
}
