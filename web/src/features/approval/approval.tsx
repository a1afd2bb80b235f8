/** The calls of one answer that wait for approval: what each would change, and one decision for all of them. */

import type { CallView } from '@fairlead/protocol/view/call-view'
import { count, plain } from '@fairlead/protocol/view/labels/label'
import { visible } from '@fairlead/protocol/view/visible'
import { actionOf } from '@fairlead/protocol/wire/safe-read'
import { Pencil, SquareTerminal, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useMayAnswer } from '../../data/person/use-role.ts'
import { LabelView } from '../../parts/calls/label-view.tsx'
import { labelOf, orderOf } from '../../parts/calls/labels.ts'
import { kindOf } from '../../parts/calls/titles.ts'
import { useShownMessages } from '../../run/messages/shown-messages.ts'
import { useNames } from '../../run/names-context.tsx'
import { cx } from '../../ui/cx.ts'
import { Answers } from './answers.tsx'
import { PlayNote } from './play-note.tsx'
import { Subject } from './subject/subject.tsx'
import { nextGroup, openCalls } from './together.ts'
import { QUESTION_BOX } from './use-answer-keys.ts'
import { type ReadState, WholeBox } from './whole-box.tsx'

/** A file that a question shows: its SHA-256 by the call's id. */
type Files = Readonly<Record<string, string | undefined>>

/**
 * One decision after the other, if a call reads a file that one before it changes.
 * @param props.calls those of a step that ask, in their order; at least one
 * @param props.apart the lines of the calls are not directly above
 */
export function Approval(props: { calls: readonly CallView[]; apart?: boolean }) {
	const { calls, apart = false } = props
	const [group, setGroup] = useState<readonly string[]>([])
	const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
	const open = useShownMessages((messages) => openCalls(messages, calls), calls)
	const now = nextGroup(group, calls, open)
	if (now !== group) setGroup(now)
	const asked = calls.filter(({ callId }) => now.includes(callId))
	if (asked.length === 0)
		return (
			<p className="text-line text-muted">
				{count(calls.length, 'question')} once the calls before have ended
			</p>
		)
	// With one call more it is another decision: nobody has read all of it, and no key was pressed for it.
	return (
		<Card
			key={now.join()}
			calls={asked}
			later={calls.length - asked.length}
			lists={apart}
			leftOut={leftOut}
			onLeftOut={setLeftOut}
		/>
	)
}

/**
 * @param props.later calls that are asked about once these are answered
 * @param props.lists each call with its sentence, also where it is one
 */
function Card(props: {
	calls: readonly CallView[]
	later: number
	lists: boolean
	leftOut: ReadonlySet<string>
	onLeftOut: (leftOut: ReadonlySet<string>) => void
}) {
	const { calls, later, lists, leftOut, onLeftOut } = props
	const mayAnswer = useMayAnswer()
	const names = useNames()
	const [readState, setReadState] = useState<ReadState>('unread')
	const [files, setFiles] = useState<Files>({})
	const onFile = useCallback(
		(callId: string, sha256: string | undefined) =>
			setFiles((before) => (before[callId] === sha256 ? before : { ...before, [callId]: sha256 })),
		[],
	)
	const toggle = (callId: string) => {
		const after = new Set(leftOut)
		if (!after.delete(callId)) after.add(callId)
		onLeftOut(after)
	}
	const [only] = calls
	if (only === undefined) return null
	const isWhole = calls.every(({ approval }) => approval?.withheld !== true)
	const isOne = calls.length === 1
	const title = isOne
		? visible(kindOf(only.tool, actionOf(only)))
		: `${calls.length} calls of this step`
	const more = later === 0 ? '' : ` · ${later} more once ${isOne ? 'it is' : 'they are'} answered`
	const asked = calls.flatMap((call) =>
		call.approvalId === undefined
			? []
			: { call, approvalId: call.approvalId, seen: files[call.callId] },
	)
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset would put its legend between the buttons and their keys
		<div
			{...{ [QUESTION_BOX]: '' }}
			role="group"
			aria-label={isOne ? plain(labelOf(only, names)) : title}
			className="rounded-lg border border-edge-strong bg-surface p-3"
		>
			<p className="pb-1 text-cap text-faint">{title + more}</p>
			<WholeBox
				label={isWhole ? 'All of it' : 'What is shared of it'}
				readState={readState}
				onReadState={setReadState}
			>
				{!lists ? (
					<CallSubject call={only} named={false} onFile={onFile} />
				) : (
					<ul className="flex flex-col gap-2">
						{calls.map((call) => (
							<Choice
								key={call.callId}
								call={call}
								chosen={!leftOut.has(call.callId)}
								onToggle={mayAnswer && !isOne ? () => toggle(call.callId) : undefined}
								onFile={onFile}
							/>
						))}
					</ul>
				)}
			</WholeBox>
			<PlayNote calls={calls} />
			{!isWhole ? (
				<p className="mt-3 text-line text-muted">
					Part of this is not shared. A member of the project has to answer.
				</p>
			) : mayAnswer ? (
				<Answers
					chosen={asked.filter(({ call }) => !leftOut.has(call.callId))}
					leftOut={asked.filter(({ call }) => leftOut.has(call.callId))}
					readState={readState}
				/>
			) : (
				<p className="mt-3 text-line text-muted">
					Waiting for a member who may approve this. Viewers of the project may not.
				</p>
			)}
		</div>
	)
}

/** One of several calls, which can be left out of what is approved. */
function Choice(props: {
	call: CallView
	chosen: boolean
	/** Undefined where there is no choice. */
	onToggle: (() => void) | undefined
	onFile: (callId: string, sha256: string | undefined) => void
}) {
	const { call, chosen, onToggle, onFile } = props
	const names = useNames()
	const Row = onToggle ? 'label' : 'p'
	return (
		<li className="text-line">
			<Row
				className={cx(
					'flex items-start gap-2 wrap-anywhere',
					onToggle && 'cursor-pointer max-md:min-h-11 max-md:items-center',
					call.approval?.risk === 'destructive' && 'text-danger',
				)}
			>
				{onToggle && (
					<input
						type="checkbox"
						checked={chosen}
						onChange={onToggle}
						className="mt-0.5 size-4 shrink-0 accent-accent max-md:mt-0 max-md:size-5"
					/>
				)}
				<RiskIcon call={call} />
				<span className={cx('min-w-0 whitespace-pre-wrap', !chosen && 'line-through')}>
					<LabelView label={orderOf(call, names)} />
				</span>
			</Row>
			<div className={cx('pt-1 empty:hidden', onToggle && 'pl-6 max-md:pl-7')}>
				<CallSubject call={call} named={true} onFile={onFile} />
			</div>
		</li>
	)
}

function RiskIcon({ call }: { call: CallView }) {
	const look = 'mt-[3px] size-3.5 shrink-0 max-md:mt-0'
	switch (call.approval?.risk) {
		case 'destructive':
			return <Trash2 aria-label="Destructive:" className={look} />
		case 'execute':
			return <SquareTerminal aria-label="Runs code:" className={cx(look, 'text-faint')} />
		default:
			return <Pencil aria-hidden className={cx(look, 'text-faint')} />
	}
}

/** Why it asks, and what it would change. */
function CallSubject(props: {
	call: CallView
	named: boolean
	onFile: (callId: string, sha256: string | undefined) => void
}) {
	const { call, named, onFile } = props
	const { callId } = call
	const onOwnFile = useCallback(
		(sha256: string | undefined) => onFile(callId, sha256),
		[callId, onFile],
	)
	return (
		<>
			{call.approval?.why !== undefined && (
				<p className="pb-1 text-cap text-muted">{call.approval.why}</p>
			)}
			<Subject call={call} named={named} onFile={onOwnFile} />
		</>
	)
}
