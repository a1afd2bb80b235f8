/** An assistant's answer: its run as a line with knots, and the text and calls of each step. */

import type { NoticePart } from '@fairlead/protocol/conversations/stream-parts'
import {
	buildRun,
	callingSteps,
	type RunItem,
	type RunStep,
} from '@fairlead/protocol/view/run-view'
import { shareStructure } from '@fairlead/protocol/view/structural-sharing'
import { ChevronRight, Hourglass } from 'lucide-react'
import { memo, use, useEffect, useMemo, useRef, useState } from 'react'
import { stepAnchor } from '../../../data/address.ts'
import { SharedVisit } from '../../../data/shared-visit.ts'
import { useShowStep } from '../../../data/use-show-step.ts'
import { useView } from '../../../data/use-view.ts'
import { Markdown } from '../../../parts/markdown/markdown.tsx'
import { PICTURE_WIDTH_PX, PictureView } from '../../../parts/pictures.tsx'
import type { ChatMessage } from '../../../run/messages/messages.ts'
import { useStreamingMessage } from '../../../run/messages/streaming-message.ts'
import { RevertContext } from '../../../run/revert-context.ts'
import { AnswerSlotsContext } from '../../../run/slots.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Note } from '../../../ui/feedback.tsx'
import { PartBoundary } from '../../../ui/loading/part-boundary.tsx'
import { duration, RunningDuration } from '../../../ui/text/time.tsx'
import { CONTINUABLE_CODES, ContinueContext } from '../continue-run.ts'
import { AskedTogether, CallLines, mayAskTogether } from './call-lines.tsx'
import { EarlierSteps } from './earlier-steps.tsx'
import { AnswerFooter, Question, StepRevert } from './question.tsx'
import { useFold } from './use-fold.ts'
import { useReverted } from './use-reverted.ts'
import '../../../parts/run-line/run-line.css'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'

/** Most answers have neither. */
const Waiting = lazyPart(() => import('./waiting.tsx'))
const SourceList = lazyPart(
	() => import('../../../parts/results/sources.tsx').then((m) => ({ default: m.SourceList })),
	{ what: 'The list of sources' },
)

const STATE_WORDS: Readonly<Record<RunStep['state'], string>> = {
	running: 'running',
	waiting: 'waiting',
	done: 'done',
	failed: 'failed',
	unknown: 'effect unknown',
	denied: 'denied',
	stopped: 'stopped',
}

export const Answer = memo(function Answer(props: {
	message: ChatMessage
	live: boolean
	/** The pending target of an address, if it is this answer or one of its steps. */
	wantedId: string | null
}) {
	const { live, wantedId } = props
	const message = useStreamingMessage(props.message)
	const reverts = message.parts.flatMap((part) => (part.type === 'data-revert' ? [part.data] : []))
	const drawn = useRef<readonly RunStep[]>([])
	// A delta brings a new message: unchanged parts are not rendered again.
	const steps = useMemo(
		() => shareStructure(drawn.current, buildRun(message, live)),
		[message, live],
	)
	useEffect(() => {
		drawn.current = steps
	}, [steps])
	const reverted = useReverted(message, steps)
	const called = callingSteps(steps).map(({ key }) => key)
	const wantedAt = steps.findIndex(({ key }) => wantedId === stepAnchor(message.id, key))
	const [from, showEarlier] = useFold(steps.length, wantedAt)
	const { RevertNote } = use(AnswerSlotsContext)
	const revert = use(RevertContext)
	const [view] = useView()
	const shownStep = view.tab === 'changes' && view.answerId === message.id ? view.stepId : null
	// An answer in a copy has no run here: what it changed is elsewhere.
	const revertOf = message.metadata?.runId === undefined ? null : revert
	return (
		<RevertContext value={revertOf}>
			<article
				aria-label="Answer from the agent"
				id={message.id}
				className="group/answer scroll-mt-4"
			>
				<ol>
					{from > 0 && <EarlierSteps steps={steps.slice(0, from)} onShow={showEarlier} />}
					{steps.slice(from).map((step, index) => (
						<Step
							key={step.key}
							step={step}
							messageId={message.id}
							shown={step.key === shownStep}
							last={from + index === steps.length - 1}
							live={live}
							reverted={reverted.has(step.key)}
							undone={reverted.get(step.key) === true}
						/>
					))}
				</ol>
				{!live && <AnswerFooter until={<div className="mt-1.5 min-h-8" />} message={message} />}
				{reverts.map((part) => (
					<RevertNote key={part.revertId} part={part} steps={called} />
				))}
			</article>
		</RevertContext>
	)
})

/** A last step of text alone. Beside a call the knot stays, for it tells the call's state. */
const isAnswer = ({ state, items }: RunStep): boolean =>
	state === 'done' &&
	items.some(({ type }) => type === 'text') &&
	!items.some(({ type }) => type === 'calls')

const Step = memo(function Step(props: {
	step: RunStep
	messageId: string
	/** Whether its changes are shown beside the chat. */
	shown: boolean
	last: boolean
	live: boolean
	reverted: boolean
	/** It is reverted, and had changed something. */
	undone: boolean
}) {
	const { step, last, live, messageId, reverted, undone } = props
	const revert = use(RevertContext)
	const showStep = useShowStep()
	const anchor = stepAnchor(messageId, step.key)
	const { Approval } = use(AnswerSlotsContext)
	const asking = step.items.flatMap((item) =>
		item.type === 'calls' ? item.calls.filter(mayAskTogether) : [],
	)
	const hasPane = use(SharedVisit)?.scene !== false
	const called = hasPane && step.items.some(({ type }) => type === 'calls')
	// Once its calls are asked about together, they stay so until the last one is answered.
	const [together, setTogether] = useState(false)
	if (asking.length > 1 && !together) setTogether(true)
	const tail = last && live && step.state !== 'waiting'
	return (
		<li
			id={anchor}
			aria-current={props.shown ? 'step' : undefined}
			className="run-step group/step relative scroll-mt-4"
			data-state={step.state}
			data-last={last || undefined}
			data-tail={tail || undefined}
			data-answer={(last && !live && isAnswer(step)) || undefined}
			data-opens-with-line={/calls|reasoning/.test(step.items[0]?.type ?? '') || undefined}
		>
			<a
				href={`#${anchor}`}
				className="run-knot"
				title={called ? 'Show this step' : 'Link to this step'}
				onClick={(event) => {
					if (!called || event.metaKey || event.ctrlKey || event.shiftKey) return
					event.preventDefault()
					showStep({ answerId: messageId, stepId: step.key })
				}}
			>
				<span className="sr-only">
					Step {STATE_WORDS[step.state]}: {called ? 'show it' : 'link to it'}
				</span>
			</a>
			<div className={cx('flex min-h-[22px] flex-col gap-2', !last && 'pb-4')}>
				{step.items.every((item) => item.type === 'pause') && step.state === 'running' && (
					<p className="text-line leading-[22px] text-muted">
						Thinking
						{step.startedAt !== undefined && (
							<RunningDuration
								since={step.startedAt}
								className="tabular ml-2 text-cap text-faint"
							/>
						)}
					</p>
				)}
				<AskedTogether value={together}>
					{step.items.map((item) => (
						<PartBoundary key={item.key} what="This part of the answer" resetKey={item}>
							<Item item={item} reverted={undone} />
						</PartBoundary>
					))}
				</AskedTogether>
				{together && asking.length > 0 && <Approval calls={asking} apart />}
				{step.waiting && <Waiting wait={step.waiting} />}
			</div>
			{revert && !live && !reverted && (
				<StepRevert step={step} onRevert={() => revert({ messageId, stepId: step.key })} />
			)}
		</li>
	)
})

const Item = memo(function Item(props: { item: RunItem; reverted: boolean }) {
	const { item, reverted } = props
	switch (item.type) {
		case 'text':
			return <Markdown text={item.text} streaming={item.streaming} />
		case 'reasoning':
			return <Reasoning text={item.text} streaming={item.streaming} />
		case 'calls':
			return <CallLines calls={item.calls} reverted={reverted} />
		case 'notice':
			return <Notice notice={item.notice} />
		case 'pause':
			return (
				<p className="flex items-center gap-2 text-line leading-[22px] text-faint">
					<Hourglass aria-hidden className="size-3.5 shrink-0" />
					Waited {duration(item.ms)} for the model, then retried
				</p>
			)
		case 'sources':
			return (
				<div>
					<p className="pb-1 text-cap text-faint">Sources</p>
					<SourceList sources={item.sources} />
				</div>
			)
		case 'image':
			return (
				<PictureView
					picture={{ url: item.url, alt: item.name, width: undefined, height: undefined }}
					maxWidth={PICTURE_WIDTH_PX}
				/>
			)
		case 'steering':
			return <Steering item={item} />
		default:
			return item satisfies never
	}
})

function Steering(props: { item: Extract<RunItem, { type: 'steering' }> }) {
	const { key: id, parts, by } = props.item
	const message = useMemo(
		(): ChatMessage => ({
			id,
			role: 'user',
			parts: parts as ChatMessage['parts'],
			...(by === undefined ? {} : { metadata: { by } }),
		}),
		[id, parts, by],
	)
	return <Question message={message} />
}

function Notice(props: { notice: NoticePart }) {
	const { level, code, text, hint } = props.notice
	const goOn = use(ContinueContext)
	const action = goOn && CONTINUABLE_CODES.has(code) && (
		<Button className="text-line" onClick={goOn}>
			Continue
		</Button>
	)
	return (
		<Note level={level} title={text} action={action}>
			{hint}
		</Note>
	)
}

function Reasoning(props: { text: string; streaming: boolean }) {
	const [open, setOpen] = useState(false)
	return (
		<div>
			<button
				type="button"
				aria-expanded={open}
				onClick={() => setOpen(!open)}
				className="-ml-1.5 flex items-center gap-1 rounded-md px-1.5 text-line leading-[22px] text-faint hover:bg-hover hover:text-text max-md:min-h-11"
			>
				{props.streaming ? 'Thinking' : 'Thought process'}
				<ChevronRight
					aria-hidden
					className={cx('size-3.5 transition-transform duration-100', open && 'rotate-90')}
				/>
			</button>
			{open && (
				<div className="mt-1 border-l border-edge pl-3 text-line text-muted">
					<Markdown text={props.text} streaming={props.streaming} />
				</div>
			)}
		</div>
	)
}
