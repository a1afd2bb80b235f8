/** The answers to the questions of one answer: Approve, Deny, their scope, and a reason. */

import type { ApprovalBody } from '@fairlead/protocol/conversations/approvals'
import type { ApprovalScope, Permission } from '@fairlead/protocol/conversations/stream-parts'
import type { CallView } from '@fairlead/protocol/view/call-view'
import { actionOf } from '@fairlead/protocol/wire/safe-read'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { use, useRef, useState } from 'react'
import { apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { useNameOfOther } from '../../data/person/use-other-person.ts'
import { useMayEdit } from '../../data/person/use-role.ts'
import { coveredText, permissionName } from '../../parts/calls/covered.ts'
import { useAsked, useConversationId, useOnAnswered } from '../../run/conversation.tsx'
import { ShownMessagesContext } from '../../run/messages/shown-messages.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { tellAnsweredFirst } from './answered-first.ts'
import { useAnswerKeys } from './use-answer-keys.ts'
import type { ReadState } from './whole-box.tsx'

/** As `ApprovalAnswer` takes it. */
const MAX_REASON_CHARS = 1_000

export interface Question {
	readonly call: CallView
	readonly approvalId: string
	/** SHA-256 of the file that is shown: the answer is about this one. */
	readonly seen: string | undefined
}

/**
 * @param props.chosen the questions that Approve approves
 * @param props.leftOut those that it denies
 * @param props.readState Enter does nothing before the end of what is asked was in view
 */
export function Answers(props: {
	chosen: readonly Question[]
	leftOut: readonly Question[]
	readState: ReadState
}) {
	const { chosen, leftOut, readState } = props
	const all = [...chosen, ...leftOut]
	const conversationId = useConversationId()
	const [reasonOpen, setReasonOpen] = useState(false)
	const [reason, setReason] = useState('')
	const onAnswered = useOnAnswered()
	const messages = use(ShownMessagesContext)
	const nameOf = useNameOfOther()
	const answer = useMutation({
		async mutationFn(bodies: readonly (readonly [Question, ApprovalBody])[]) {
			const send = async ([{ approvalId }, body]: (typeof bodies)[number]) => {
				try {
					await apiDone(
						`/api/conversations/${conversationId}/approvals/${encodeURIComponent(approvalId)}`,
						{ method: 'POST', body },
					)
				} catch (error) {
					// One of several may have been answered elsewhere, and the person is told by whom.
					if (bodies.length === 1 || toApiError(error).code !== 'conflict') throw error
				}
			}
			if (bodies.every(([, { scope }]) => scope === undefined)) await Promise.all(bodies.map(send))
			// A wider answer decides the questions behind it, so it must find those left out denied.
			else for (const one of bodies) await send(one)
		},
		// Also if some of several answers did not arrive: the others did.
		onSettled(_data, error, bodies) {
			onAnswered()
			// An answer that did not arrive can be given again: nobody was first yet.
			if (error && toApiError(error).code !== 'conflict') return
			const callIds = bodies.map(([{ call }]) => call.callId)
			tellAnsweredFirst(messages, callIds, nameOf)
		},
	})
	const mayEdit = useMayEdit()
	const settled = answer.isPending || answer.isSuccess
	const mayApprove = !settled && chosen.length > 0
	const allow = (wide: Pick<ApprovalBody, 'scope' | 'wider'> = {}) =>
		answer.mutate([
			...leftOut.map((one) => [one, { approved: false }] as const),
			...chosen.map(
				(one) => [one, { approved: true, ...(one.seen && { seen: one.seen }), ...wide }] as const,
			),
		])
	const refuse = (scope?: ApprovalScope) =>
		answer.mutate(
			all.map((one) => [
				one,
				{
					approved: false,
					...(scope ? { scope } : {}),
					...(reason.trim() === '' ? {} : { reason: reason.trim() }),
				},
			]),
		)
	const asked = useAsked()
	const first = all.some(({ approvalId }) => approvalId === asked)
	const answers = useRef<HTMLDivElement>(null)
	const shown = all
		.map(({ approvalId, seen = '' }) => `${approvalId} ${seen}`)
		.sort()
		.join()
	const keysAnswer = useAnswerKeys(first && !settled && !reasonOpen, shown, answers, (approved) => {
		if (!approved) refuse()
		else if (readState === 'read' && mayApprove) allow()
	})
	const closeReason = () => {
		setReasonOpen(false)
		// The focus would be gone with the field, and the keys mean the question again.
		if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
	}
	const covered = coveredText(distinct(chosen.map(({ call }) => coversOf(call))))
	const widest = chosen.map(({ call }) => call.approval?.wider ?? [])
	// A call without any would get its usual permissions, which the menu item does not name.
	const wider = widest.every((one) => one.length > 0) ? distinct(widest) : []
	return (
		<>
			<div ref={answers} className="group mt-3 flex flex-wrap items-center gap-2">
				<Button look="primary" disabled={!mayApprove} onClick={() => allow()}>
					Approve
					{all.length > 1 && ` ${chosen.length}`}
					{leftOut.length > 0 && `, deny ${leftOut.length}`}
				</Button>
				<Button disabled={settled} onClick={() => refuse()}>
					{all.length > 1 ? 'Deny all' : 'Deny'}
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
					{mayApprove && (
						<MenuItem onSelect={() => allow({ scope: 'run' })}>
							Approve {covered} for the rest of this run
						</MenuItem>
					)}
					{mayApprove && mayEdit && (
						<MenuItem onSelect={() => allow({ scope: 'project' })}>
							Always allow {covered} in this project
						</MenuItem>
					)}
					{mayApprove && mayEdit && wider.length > 0 && (
						<MenuItem onSelect={() => allow({ scope: 'project', wider: true })}>
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

/** The permissions that a wider answer to the call gives. */
function coversOf(call: CallView): readonly Permission[] {
	const covers = call.approval?.covers ?? []
	return covers.length > 0 ? covers : [{ tool: call.tool, action: actionOf(call) }]
}

/** Each permission once, in the order of the calls. */
const distinct = <P extends Permission>(lists: readonly (readonly P[])[]): readonly P[] => [
	...new Map(lists.flat().map((one) => [permissionName(one), one])).values(),
]
