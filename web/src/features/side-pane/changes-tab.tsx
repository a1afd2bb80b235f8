/** The tab of changes: of a run, and, by its line, of one of its steps or from a step on. */

import { plain } from '@fairlead/protocol/view/labels/label'
import { countChanges } from '@fairlead/protocol/view/run-changes'
import { FileStack, Undo2 } from 'lucide-react'
import { use } from 'react'
import { useShowStep } from '../../data/use-show-step.ts'
import { useView } from '../../data/use-view.ts'
import { summaryOf } from '../../parts/calls/labels.ts'
import { PictureView } from '../../parts/pictures.tsx'
import type { ChatMessage } from '../../run/messages/messages.ts'
import { useShownMessages } from '../../run/messages/shown-messages.ts'
import { namesOf } from '../../run/names.ts'
import { RevertContext } from '../../run/revert-context.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { Choices } from '../../ui/form/choices.tsx'
import { ChangeRows } from './change-rows.tsx'
import { type CallingStep, changesAt, type RunChanges, stepsOf } from './changes-shown.ts'
import { StepSlider } from './step-slider.tsx'

const SCOPES = [
	{ value: 'step', label: 'This step' },
	{ value: 'onward', label: 'From here on' },
] as const
const NO_STEPS: readonly CallingStep[] = []

export function ChangesTab(props: {
	of: RunChanges
	onSelect: (id: string) => void
	onLatest: () => void
}) {
	const { changes, messageId, latest } = props.of
	const [{ stepId, onward }] = useView()
	const revert = use(RevertContext)
	const steps = useShownMessages((messages) => stepsIn(messages, messageId), messageId)
	const at = steps.findIndex(({ id }) => id === stepId)
	if (countChanges(changes) === 0 && at < 0) {
		return (
			<Empty
				icon={<FileStack />}
				title={latest ? 'No changes yet' : 'This run left no changes'}
				action={latest ? undefined : <Button onClick={props.onLatest}>Latest run</Button>}
			>
				Everything a run creates, changes or deletes appears here, with old and new values.
			</Empty>
		)
	}
	const shown = at < 0 ? null : changesAt(steps, at, onward)
	const list = shown?.changes ?? changes
	const step = steps[at]
	return (
		<div className="min-h-0 flex-1 overflow-y-auto pb-4">
			<div className="flex min-h-8 items-center gap-2 px-4 pt-2">
				<p className="min-w-0 flex-1 text-cap text-muted">
					{latest ? 'Changes in the latest run' : 'Changes in an earlier run'}
				</p>
				{!latest && (
					<Button look="quiet" className="text-line" onClick={props.onLatest}>
						Latest
					</Button>
				)}
				{revert && messageId !== null && countChanges(list) > 0 && (
					<Button
						className="text-line"
						onClick={() =>
							revert({
								messageId,
								...(step && { stepId: step.id, ...(onward && { toEnd: true }) }),
							})
						}
					>
						<Undo2 /> {step ? (onward ? 'Revert from here' : 'Revert step') : 'Revert'}
					</Button>
				)}
			</div>
			{messageId !== null && steps.length > 1 && <Steps {...{ messageId, steps, at, onward }} />}
			{shown?.picture && (
				<figure className="px-4 pt-2">
					<PictureView picture={shown.picture} maxWidth={360} />
					{shown.pictureAt < at && (
						<figcaption className="pt-1 text-cap text-faint">
							Taken in step {shown.pictureAt + 1}
						</figcaption>
					)}
				</figure>
			)}
			{countChanges(list) === 0 && (
				<p className="px-4 pt-3 text-line text-muted">{nothing(steps, at, onward)}</p>
			)}
			<ChangeRows
				changes={list}
				scope={step ? (onward ? 'these steps' : 'this step') : 'this run'}
				onSelect={props.onSelect}
			/>
		</div>
	)
}

const stepsIn = (messages: readonly ChatMessage[], messageId: string | null) => {
	const message = messages.find(({ id }) => id === messageId)
	return message ? stepsOf(message) : NO_STEPS
}

function nothing(steps: readonly CallingStep[], at: number, onward: boolean): string {
	const those = steps.slice(at, onward ? undefined : at + 1)
	if (those.some(({ changed, isReverted }) => changed && isReverted))
		return onward
			? 'All changes from here on are reverted.'
			: 'The changes of this step are reverted.'
	return onward ? 'Nothing was changed from here on.' : 'This step changed nothing.'
}

function Steps(props: {
	messageId: string
	steps: readonly CallingStep[]
	/** Negative: all. */
	at: number
	onward: boolean
}) {
	const { messageId, steps, at, onward } = props
	const [, show] = useView()
	const showStep = useShowStep()
	const names = useShownMessages(namesOf)
	const wordsOf = ({ calls }: CallingStep) => plain(summaryOf(calls, names))
	const step = steps[at]
	return (
		<section aria-label="Steps" className="px-4 pt-1">
			<StepSlider
				{...{ steps, wordsOf }}
				at={at < 0 ? null : at}
				onStep={({ id }) => showStep({ answerId: messageId, stepId: id, onward }, at >= 0)}
			/>
			<p className="text-line wrap-anywhere">
				{step ? (
					<>
						<span className="tabular text-muted">
							Step {at + 1} of {steps.length}
						</span>{' '}
						· {wordsOf(step)}
					</>
				) : (
					<span className="text-muted">All {steps.length} steps</span>
				)}
			</p>
			{step && (
				<div className="flex flex-wrap items-center justify-between gap-1 pt-1.5">
					<Choices
						label="Changes that are shown"
						name="step-scope"
						value={onward ? 'onward' : 'step'}
						choices={SCOPES}
						onChoose={(scope) =>
							showStep({ answerId: messageId, stepId: step.id, onward: scope === 'onward' }, true)
						}
					/>
					<Button look="quiet" className="text-line" onClick={() => show({ stepId: null }, true)}>
						Whole run
					</Button>
				</div>
			)}
		</section>
	)
}
