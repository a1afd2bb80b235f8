/**
 * A branch of the line, drawn with the styles of the answer around it: the steps of a sub-agent, below the call that
 * started it. Read when a person unfolds it.
 */

import { type SubAgentCall, SubAgentView } from '@fairlead/protocol/conversations/sub-agents'
import type { CallView } from '@fairlead/protocol/view/call-view'
import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useRef } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { SharedVisit } from '../../data/shared-visit.ts'
import type { SubAgentProps } from '../../run/slots.ts'
import { PartBoundary } from '../../ui/loading/part-boundary.tsx'
import { duration } from '../../ui/text/time.tsx'
import { refreshOf } from './refresh.ts'

type Step = SubAgentView['steps'][number]

export const SubAgent = (props: SubAgentProps) => (
	<PartBoundary what="The sub-agent" resetKey={props.call}>
		<Branch {...props} />
	</PartBoundary>
)

function Branch(props: SubAgentProps) {
	const { conversationId, sentenceOf } = props
	const { callId, input, beganAt, call, state: callState, wait } = props.call
	const madeAt = call?.startedAt
	/** Changes when the call begins to wait, waits no longer, or is over. */
	const standing = `${callState} ${wait?.startedAt}`
	const isMissing = beganAt === undefined || madeAt === undefined
	const visit = use(SharedVisit)
	const enabled = visit === null && !isMissing
	const path = `/api/conversations/${conversationId}/agents/${encodeURIComponent(callId)}`
	const { data, error, refetch } = useQuery({
		queryKey: ['sub-agent', conversationId, callId, madeAt],
		queryFn: ({ signal }) => api(SubAgentView, `${path}?at=${madeAt}`, { signal }),
		enabled,
		refetchInterval: ({ state }) => (state.error ? false : refreshOf(state.data?.state)),
	})
	const seen = useRef(standing)
	useEffect(() => {
		if (seen.current === standing) return
		seen.current = standing
		if (enabled) void refetch()
	}, [standing, enabled, refetch])
	// Visitors see the result only.
	if (visit !== null || isMissing) return null
	if (error) {
		return toApiError(error).status === 404 ? (
			<p className="text-line text-muted">The steps of this sub-agent are not stored.</p>
		) : (
			<ErrorNote error={error} onRetry={() => void refetch()} />
		)
	}
	if (!data) return null
	const steps = data.steps.filter(({ kind, state }) => kind === 'tools' || state !== 'done')
	return (
		<section aria-label={`Sub-agent: ${String(input['title'] ?? '')}`} className="py-1.5 pl-1">
			<ol>
				{steps.map((step, index) => (
					<StepLine key={step.seq} {...{ step, sentenceOf }} last={index === steps.length - 1} />
				))}
			</ol>
			{steps.length === 0 && <p className="text-line text-muted">It made no calls.</p>}
		</section>
	)
}

function StepLine(props: { step: Step; last: boolean } & Pick<SubAgentProps, 'sentenceOf'>) {
	const { step, last, sentenceOf } = props
	const state = stateOf(step)
	return (
		<li className="run-step" data-state={state} data-last={last || undefined}>
			<span className="run-knot">
				<span className="sr-only">{WORDS[state]}: </span>
			</span>
			<div className="flex min-h-[22px] gap-2 pb-2 text-line leading-[22px] text-muted">
				<div className="min-w-0 flex-1 wrap-anywhere">
					{step.calls.length === 0 && (step.state === 'running' ? 'Thinking' : 'Cut off')}
					{step.calls.map((call, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: calls of a step never change their places
						<p key={index}>
							{sentenceOf(viewOf(call))}
							{call.errorText && <span className="text-danger"> · {call.errorText}</span>}
						</p>
					))}
				</div>
				{step.finishedAt !== undefined && (
					<span className="tabular text-cap text-faint">
						{duration(step.finishedAt - step.startedAt)}
					</span>
				)}
			</div>
		</li>
	)
}

const WORDS = { running: 'Running', done: 'Done', failed: 'Failed', denied: 'Denied' } as const

function stateOf({ state, calls }: Step): keyof typeof WORDS {
	if (state === 'waiting') return 'running'
	if (state !== 'done') return state
	if (calls.some((call) => call.state === 'failed')) return 'failed'
	return calls.some((call) => call.state === 'denied') ? 'denied' : 'done'
}

const viewOf = ({ tool, state, input }: SubAgentCall): CallView => ({
	callId: '',
	tool,
	state,
	input,
	result: undefined,
	attachments: [],
	errorText: undefined,
	call: undefined,
	beganAt: undefined,
	wait: undefined,
	approval: undefined,
	approvalId: undefined,
})
