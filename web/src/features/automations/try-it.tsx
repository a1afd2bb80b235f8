/** Trying an automation with a sample payload: what the model would get, and a run. */
import {
	AutomationTested,
	type AutomationTrigger,
} from '@fairlead/protocol/automations/automations'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { automationApi, useReadAutomationsAgain } from '../../data/api/automations.ts'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note } from '../../ui/feedback.tsx'
import { Field, TextArea } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { Section } from '../../ui/section.tsx'
import { type AutomationDraft, type FieldIssues, fieldIssues } from './draft.ts'
import { readSample, type Sample } from './sample.ts'

export function TryIt(props: {
	projectId: string
	automationId: string
	trigger: AutomationTrigger
	draft: AutomationDraft
	/** The form has changes that are not saved. */
	unsaved: boolean
	sample: Sample
	onSample: (sample: Sample) => void
	/** Errors of the draft, shown at its fields. */
	onIssues: (issues: FieldIssues) => void
	/** A delivery was handed in. */
	onDelivery: (id: string) => void
}) {
	const { draft, sample } = props
	const [problem, setProblem] = useState<string>()
	const readAgain = useReadAutomationsAgain(props.projectId)
	const tryOut = useMutation({
		mutationFn: ({ payload, run }: { payload: unknown; run: boolean }) => {
			const { condition, template } = draft
			const event = sample.event.trim() || null
			const body = run
				? { payload, event, run }
				: { payload, event, draft: { condition: condition.trim() || null, template } }
			const path = `${automationApi(props.projectId, props.automationId)}/test`
			return api(AutomationTested, path, { method: 'POST', body })
		},
		onSuccess: ({ deliveryId }) => {
			if (deliveryId === null) return
			void readAgain()
			props.onDelivery(deliveryId)
		},
		onError: (error) => props.onIssues(fieldIssues(toApiError(error))),
	})
	const tested = tryOut.data?.deliveryId === null ? tryOut.data : undefined

	function begin(run: boolean): void {
		const read = readSample(sample.text)
		setProblem(read.ok ? undefined : 'This is not valid JSON. A text needs quotation marks.')
		if (read.ok) tryOut.mutate({ payload: read.payload, run })
	}
	function change(next: Partial<Sample>): void {
		setProblem(undefined)
		tryOut.reset()
		props.onSample({ ...sample, ...next })
	}

	return (
		<Section
			id="try"
			title="Try it"
			hint="A dry run shows what the agent would get and starts nothing. It uses the fields above, saved or not."
		>
			<div className="flex flex-col gap-4 p-4">
				<Field label="Sample payload" issue={problem} hint="JSON, as a sender would send it.">
					{(tied) => (
						<TextArea
							{...tied}
							className="!max-h-72 font-mono !text-line"
							value={sample.text}
							spellCheck={false}
							autoCapitalize="none"
							onChange={(event) => change({ text: event.target.value })}
						/>
					)}
				</Field>
				{props.trigger.kind === 'webhook' && props.trigger.proof === 'github' && (
					<Field label="Event" hint="Stands for the header X-GitHub-Event.">
						{(tied) => (
							<TextField
								{...tied}
								className="font-mono"
								value={sample.event}
								maxLength={100}
								spellCheck={false}
								autoCapitalize="none"
								onChange={(event) => change({ event: event.target.value })}
							/>
						)}
					</Field>
				)}
				<div className="flex flex-wrap items-center gap-2">
					<Button disabled={tryOut.isPending} onClick={() => begin(false)}>
						Dry run
					</Button>
					<Button
						disabled={tryOut.isPending || props.unsaved}
						aria-describedby={props.unsaved ? 'run-needs-save' : undefined}
						onClick={() => begin(true)}
					>
						Run with this payload
					</Button>
					{props.unsaved && (
						<p id="run-needs-save" className="text-line text-muted">
							Save your changes to run.
						</p>
					)}
				</div>
				{tryOut.error && <ErrorNote error={tryOut.error} />}
				{tested && <Result tested={tested} />}
			</div>
		</Section>
	)
}

function Result(props: { tested: AutomationTested }) {
	const { prompt } = props.tested
	if (prompt === null) {
		return (
			<Note level="warning" title="The condition is not met">
				A delivery with this payload would start no run.
			</Note>
		)
	}
	return (
		<div className="flex flex-col gap-2">
			<Note level="info" title="The condition is met">
				A delivery with this payload would start a run. The agent would get exactly this:
			</Note>
			<div className="relative">
				<section
					aria-label="What the agent would get"
					// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
					tabIndex={0}
					className="focus-inset max-h-96 overflow-y-auto rounded-md border border-edge bg-bg p-3 pr-12 font-mono text-cap leading-[18px] whitespace-pre-wrap wrap-anywhere"
				>
					{prompt}
				</section>
				<CopyButton
					text={() => prompt}
					label="Copy the prompt"
					className="absolute top-1 right-1"
				/>
			</div>
		</div>
	)
}
