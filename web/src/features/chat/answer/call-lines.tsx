/** The tool calls of a step: one line each, several folded into one. */

import type { CallView } from '@fairlead/protocol/view/call-view'
import { hintForPeople } from '@fairlead/protocol/view/hint-for-people'
import { headlineOf } from '@fairlead/protocol/view/labels/labels'
import { visible } from '@fairlead/protocol/view/visible'
import { Ban, ChevronRight, CircleAlert, CircleHelp, Hourglass, Square } from 'lucide-react'
import { createContext, type ReactNode, use, useId, useState } from 'react'
import { LabelView } from '../../../parts/calls/label-view.tsx'
import { labelOf, summaryOf } from '../../../parts/calls/labels.ts'
import { timeSpent } from '../../../parts/calls/time-spent.ts'
import { isProminentResult } from '../../../parts/results/prominent.ts'
import { useConversationId } from '../../../run/conversation.tsx'
import { useNames } from '../../../run/names-context.tsx'
import { AnswerSlotsContext } from '../../../run/slots.ts'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { PartBoundary } from '../../../ui/loading/part-boundary.tsx'
import { Reveal } from '../../../ui/reveal.tsx'
import { duration, RunningDuration, spentText } from '../../../ui/text/time.tsx'
import { useKeptOpen } from '../../../ui/use-kept-open.ts'

/** Few people look at it. */
const RawCall = lazyPart(() => import('./raw-call.tsx'), { what: 'The call' })

/** Cut off with its run, which is no failure. */
const wasStopped = (call: CallView): boolean => call.call?.error?.code === 'cancelled'

const isEffectUnknown = (call: CallView): boolean => call.call?.error?.code === 'effect_unknown'

function StateIcon(props: { call: CallView }) {
	if (props.call.wait && props.call.state !== 'asking')
		return <Hourglass aria-label="Waiting" className="size-3.5 text-warn" />
	if (wasStopped(props.call)) {
		return <Square aria-label="Stopped" className="size-3 fill-current text-faint" />
	}
	if (isEffectUnknown(props.call))
		return <CircleHelp aria-label="Effect unknown" className="size-3.5 text-warn" />
	switch (props.call.state) {
		case 'failed':
			return <CircleAlert aria-label="Failed" className="size-3.5 text-danger" />
		case 'denied':
			return <Ban aria-label="Denied" className="size-3.5 text-warn" />
		case 'asking':
			return <CircleHelp aria-label="Waiting for your approval" className="size-3.5 text-warn" />
		case 'preparing':
		case 'running':
		case 'done':
			return null
		default:
			return props.call.state satisfies never
	}
}

/** A time that is over says little: it shows where the reader points. */
const ON_HOVER = 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 max-md:hidden'

function Duration(props: { call: CallView }) {
	const { call, beganAt, wait, state } = props.call
	if (beganAt === undefined || wait) return null
	const look = 'tabular shrink-0 text-cap leading-[18px] text-faint'
	if (call?.finishedAt !== undefined) {
		return <span className={cx(look, ON_HOVER)}>{duration(call.finishedAt - beganAt)}</span>
	}
	if (state !== 'running') return null
	return <RunningDuration since={beganAt} className={look} />
}

/** A line that opens: chevron, sentence, time at the right end. */
function Line(props: {
	open: boolean
	onToggle: () => void
	controls: string
	children: ReactNode
	end?: ReactNode
}) {
	return (
		<button
			type="button"
			aria-expanded={props.open}
			aria-controls={props.controls}
			onClick={props.onToggle}
			className="group -ml-1.5 flex w-[calc(100%+12px)] items-start gap-1.5 rounded-md px-1.5 py-0.5 text-left text-line text-muted hover:bg-hover max-md:min-h-11 max-md:items-center"
		>
			<span className="min-w-0 flex-1 pr-[18px] wrap-anywhere">
				{props.children}
				{/* Without a width of its own, the chevron stays behind the last word, in the room on the right. */}
				<span aria-hidden className="relative">
					{'\u2060'}
					<ChevronRight
						className={cx(
							'absolute left-1 top-0.5 size-3.5 text-faint transition-transform duration-100',
							props.open && 'rotate-90',
						)}
					/>
				</span>
			</span>
			{props.end}
		</button>
	)
}

/** A line whose changes are undone. The word is for those who do not see that it is struck. */
function Struck(props: { when: boolean; children: ReactNode }) {
	if (!props.when) return props.children
	return (
		<>
			<s>{props.children}</s> <span className="text-cap text-faint">reverted</span>
		</>
	)
}

/** Whether the step asks about its calls in one place, below its lines. */
export const AskedTogether = createContext(false)
/** A visitor may answer others than those of which a part is withheld. */
export const mayAskTogether = ({ approvalId, approval }: CallView): boolean =>
	approvalId !== undefined && !approval?.withheld
const asksHere = (call: CallView, together: boolean): boolean =>
	call.approvalId !== undefined && !(together && mayAskTogether(call))

/** @param props.reverted what they changed was reverted */
export function CallLines(props: { calls: readonly CallView[]; reverted: boolean }) {
	const { calls, reverted } = props
	const names = useNames()
	const [only] = calls
	const [open, toggle] = useKeptOpen(`${useConversationId()}/fold/${only?.callId}`)
	const id = useId()
	const together = use(AskedTogether)
	if (!only) return null
	if (calls.length === 1) return <CallLine call={only} reverted={reverted} />
	const failures = calls.filter(
		(call) => call.state === 'failed' && !wasStopped(call) && !isEffectUnknown(call),
	).length
	const finished = calls.filter((call) => call.call?.finishedAt !== undefined)
	const running = calls.find((call) => call.state === 'running')
	const headline = headlineOf(calls)
	const spent = running ? null : timeSpent(calls)
	return (
		<div>
			<Line
				open={open}
				onToggle={toggle}
				controls={id}
				end={
					<span className="flex shrink-0 items-center gap-2">
						{failures > 0 && <span className="text-cap text-danger">{failures} failed</span>}
						{spent && (
							<span className={cx('tabular text-cap text-faint', ON_HOVER)}>
								{spentText(spent)}
							</span>
						)}
						<span className="tabular rounded-sm bg-press px-1 text-cap">
							{running ? `${finished.length} of ${calls.length}` : calls.length}
							<span className="sr-only"> calls</span>
						</span>
						{running?.beganAt !== undefined && (
							<RunningDuration since={running.beganAt} className="tabular text-cap text-faint" />
						)}
					</span>
				}
			>
				<Struck when={reverted}>
					<LabelView label={summaryOf(calls, names)} />
				</Struck>
			</Line>
			<div id={id}>
				{open ? (
					<ul className="ml-1 mt-0.5 border-l border-edge pl-3">
						{calls.map((call) => (
							<li key={call.callId}>
								<CallLine call={call} />
							</li>
						))}
					</ul>
				) : (
					calls
						.filter((call) => isProminent(call, together))
						.map((call) => (
							<div key={call.callId}>
								{(call !== headline || call.state === 'asking') && (
									<p className="pt-1 text-line text-muted">
										<LabelView label={labelOf(call, names)} />
									</p>
								)}
								<Details call={call} brief />
							</div>
						))
				)}
			</div>
		</div>
	)
}

/** By a rule or the mode: of a person's denial the line has the reason, and its text is for the model. */
const wasRefused = ({ state, errorText, approval }: CallView): boolean =>
	state === 'denied' && errorText !== undefined && !approval?.answer

const isProminent = (call: CallView, together: boolean): boolean =>
	asksHere(call, together) ||
	call.state === 'failed' ||
	wasRefused(call) ||
	(call.state === 'done' && isProminentResult(call))

function CallLine(props: { call: CallView; reverted?: boolean }) {
	const { call, reverted = false } = props
	const names = useNames()
	const [open, toggle] = useKeptOpen(`${useConversationId()}/${call.callId}`)
	const id = useId()
	const together = use(AskedTogether)
	return (
		<div id={`call-${call.callId}`}>
			<Line open={open} onToggle={toggle} controls={id} end={<Duration call={call} />}>
				<span className="mr-1 inline-flex align-[-2px] empty:hidden">
					<StateIcon call={call} />
				</span>
				<Struck when={reverted}>
					<LabelView label={labelOf(call, names)} />
				</Struck>
				{call.state === 'denied' && call.approval?.answer?.reason && (
					<span className="text-faint"> · “{visible(call.approval.answer.reason)}”</span>
				)}
				{call.call?.progress && call.state === 'running' && (
					<span className="text-faint"> · {call.call.progress}</span>
				)}
			</Line>
			<div id={id}>
				{open ? (
					<Details call={call} />
				) : (
					isProminent(call, together) && <Details call={call} brief />
				)}
			</div>
		</div>
	)
}

function Failure(props: { call: CallView }) {
	const { call } = props
	const error = call.call?.error
	const hint = hintForPeople(error?.hint)
	return (
		<div
			className={cx(
				'rounded-md px-3 py-2 text-line',
				wasStopped(call) ? 'bg-raised' : 'bg-danger-soft',
			)}
		>
			<p className="wrap-anywhere">{error?.message ?? call.errorText ?? 'The call failed.'}</p>
			{hint && <p className="mt-0.5 text-muted wrap-anywhere">{hint}</p>}
		</div>
	)
}

const sentenceOf = (call: CallView): ReactNode => <LabelView label={labelOf(call)} />

/** @param brief only what matters without a click. */
function Details(props: { call: CallView; brief?: boolean }) {
	const { call } = props
	const { Approval, ApprovalTrace, SubAgent, LiveOutput, Result } = use(AnswerSlotsContext)
	const conversationId = useConversationId()
	const together = use(AskedTogether)
	const [raw, setRaw] = useState(false)
	const failed = call.state === 'failed' || wasRefused(call)
	return (
		<div className="my-1.5">
			{failed && <Failure call={call} />}
			{asksHere(call, together) && <Approval calls={[call]} />}
			{!props.brief && call.approval?.answer && <ApprovalTrace answer={call.approval.answer} />}
			{!props.brief && call.tool === 'delegate' && (
				<SubAgent {...{ call, sentenceOf, conversationId }} />
			)}
			{!props.brief && call.tool === 'run_command' && call.state === 'running' && (
				<LiveOutput call={call} />
			)}
			{call.state === 'done' && (
				<PartBoundary what="This result" resetKey={call}>
					<Result call={call} />
				</PartBoundary>
			)}
			{!props.brief && (
				<div className="mt-1.5">
					<Reveal
						open={raw}
						onToggle={() => setRaw(!raw)}
						show="Show raw call"
						hide="Hide raw call"
					/>
					{call.call?.editorName && (
						<span className="text-cap text-faint"> · ran in {call.call.editorName}</span>
					)}
					{raw && <RawCall call={call} />}
				</div>
			)}
		</div>
	)
}
